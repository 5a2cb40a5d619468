/** The elements allowed in a definition; everything else becomes its text. */
export const definitionTags = [
  ...(["p", "div", "span", "br", "b", "i", "sub", "sup", "ul", "ol", "li", "blockquote"] as const),
  ...(["table", "tbody", "tr", "th", "td", "ruby", "rt", "rp"] as const),
] as const;

export type DefinitionTag = (typeof definitionTags)[number];

export type DefinitionNode =
  | string
  | { readonly tag: DefinitionTag; readonly children: readonly DefinitionNode[] };

/** Deeper elements become their text, and nodes beyond the number are left out. */
export const maxDepth = 30;
export const maxNodes = 4_000;

export const isDefinitionTag = (name: string): name is DefinitionTag =>
  (definitionTags as readonly string[]).includes(name);

/** Elements that only differ in name. */
export const equivalentTags: Readonly<Record<string, DefinitionTag>> = {
  strong: "b",
  big: "b",
  h1: "b",
  h2: "b",
  h3: "b",
  h4: "b",
  em: "i",
  u: "i",
  cite: "i",
  k: "b",
  ex: "i",
  dtrn: "p",
  dd: "li",
  dl: "ul",
  dt: "b",
  section: "div",
  article: "div",
  details: "div",
  summary: "b",
  thead: "tbody",
  tfoot: "tbody",
};

export const getPlainText = (nodes: readonly DefinitionNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === "string") return node;
      const isBlock = !["span", "b", "i", "sub", "sup", "ruby", "rt", "rp"].includes(node.tag);
      const text = getPlainText(node.children);
      return isBlock ? `\n${text}\n` : text;
    })
    .join("")
    .replace(/\n\s*\n/g, "\n")
    .trim();
