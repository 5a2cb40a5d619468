/** An element by its role and accessible name, as a user finds it. */
export interface Target {
  readonly role: keyof typeof selectors;
  /** The whole name, or a pattern. */
  readonly name?: string | RegExp;
  /** Only inside of this one. */
  readonly within?: Target;
}

const textFields = "input:not([type=checkbox],[type=radio],[type=range],[type=file],[type=hidden]), textarea";

const selectors = {
  alert: "[role=alert]",
  article: "article",
  button: "button:not([role]), [role=button]",
  dialog: "[role=dialog], [role=alertdialog]",
  heading: "h1, h2, h3, h4, [role=heading]",
  link: "a[href]",
  log: "[role=log]",
  menuitem: "[role=menuitem]",
  option: "[role=option], label",
  region: "section, [role=region]",
  slider: "input[type=range], [role=slider]",
  status: "[role=status]",
  tab: "[role=tab]",
  textbox: textFields,
  toolbar: "[role=toolbar]",
} as const;

interface Query {
  readonly selector: string;
  readonly pattern: string;
  readonly flags: string;
}

export interface FoundElement {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Nothing covers its centre, and it does not move. */
  readonly isReachable: boolean;
}

/** From the outermost to the target. */
export function toQueries({ role, name = /(?:)/, within }: Target): readonly Query[] {
  const { source, flags } =
    typeof name === "string" ? new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`) : name;
  return [...(within ? toQueries(within) : []), { selector: selectors[role], pattern: source, flags }];
}

/** Runs in the page: the visible elements that match the last query inside of one that matches those before. */
export async function findInPage(queries: readonly Query[]): Promise<FoundElement[]> {
  const toLine = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
  // biome-ignore lint/performance/useDomNodeTextContent: Hidden text is no part of a name.
  const getText = (element: Element) => toLine((element as HTMLElement).innerText);
  const getName = (element: Element) => {
    const ids = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const labels = ids.map((id) => document.getElementById(id)?.textContent);
    const ownLabels = [...((element as HTMLInputElement).labels ?? [])].map(getText);
    const names = [
      toLine(labels.join(" ")),
      toLine(element.getAttribute("aria-label")),
      toLine(ownLabels.join(" ")),
      getText(element),
      toLine(element.getAttribute("placeholder")),
      toLine(element.querySelector("img")?.alt),
      toLine(element.getAttribute("title")),
    ];
    return names.find((name) => name !== "") ?? "";
  };
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const found = queries.reduce<readonly Element[]>(
    (parents, { selector, pattern, flags }) => [
      ...new Set(
        parents
          .flatMap((parent) => [...parent.querySelectorAll(selector)])
          .filter((element) => isVisible(element) && new RegExp(pattern, flags).test(getName(element))),
      ),
    ],
    [document.documentElement],
  );
  const [first] = found;
  if (!first) return [];
  const isInside = ({ top, bottom }: DOMRect) => top >= 0 && bottom <= innerHeight;
  if (!isInside(first.getBoundingClientRect()))
    first.scrollIntoView({ block: "center", behavior: "instant" });
  const before = first.getBoundingClientRect();
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return found.map((element, index) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    const isStill = index > 0 || (before.x === x && before.y === y);
    const isOnTop = top !== null && (element.contains(top) || top.contains(element));
    return {
      x,
      y,
      width,
      height,
      text: getText(element),
      attributes: Object.fromEntries([...element.attributes].map((each) => [each.name, each.value])),
      isReachable: isStill && isOnTop && !(element as HTMLButtonElement).disabled,
    };
  });
}
