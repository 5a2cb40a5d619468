import { escapeHtml } from "./escape-html.ts";

/** The content of the static app shell, shown before the app has started. */
export interface ShellContent {
  /** The layout of the skeleton (`client/app-shell/app-shell.css`). */
  readonly layout: "landing" | "list" | "book";
  readonly heading: string;
  /** A BCP 47 tag of the heading. */
  readonly language?: string;
  readonly covers?: readonly ResponsiveImage[];
  /** The largest text of a book's page, so that the largest paint does not wait for the app. */
  readonly description?: string;
}

export interface ResponsiveImage {
  readonly srcset: string;
  readonly sizes: string;
}

const skeleton = /<div class="shell-page">.*?<\/p><\/div>/s;

/**
 * Puts a page's heading, covers and description into the shell of index.html, where the app
 * shows them.
 */
export function fillShell(html: string, content: ShellContent): string {
  return html.replace(
    skeleton,
    () => `<div class="shell-page shell-${content.layout}">${render(content)}</div>`,
  );
}

function render({ layout, heading, language, covers = [], description = "" }: ShellContent): string {
  const title = `<h1 dir="auto"${language ? ` lang="${escapeHtml(language)}"` : ""}>${escapeHtml(heading)}</h1>`;
  const text = description && `<div dir="auto">${escapeHtml(description)}</div>`;
  if (layout === "landing") return `<div>${title}</div>`;
  if (layout === "book") return `<s>${covers.map(toImage).join("")}</s>${title}<i></i><i></i>${text}`;
  const placeholders = Array.from(
    { length: 4 },
    (_, n) => `<s>${covers[n] ? toImage(covers[n], n) : ""}</s>`,
  );
  return `${title}<i></i><p>${placeholders.join("")}</p>`;
}

/** The first row of covers on a phone. */
const urgentCovers = 2;

const toImage = ({ srcset, sizes }: ResponsiveImage, n: number) =>
  `<img alt="" width="320" height="480"${n < urgentCovers ? ' fetchpriority="high"' : ""} srcset="${escapeHtml(srcset)}" sizes="${escapeHtml(sizes)}">`;
