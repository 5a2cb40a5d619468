import { decodeHTMLStrict } from "entities";
import { Parser } from "htmlparser2";
import { UnreadableEpubError } from "#shared/epub/unreadable-epub-error.ts";

/** An element of a small XML document; the root is a nameless element around it. */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}
export type XmlNode = XmlElement | string;

/** Deeper elements are dropped with their content. */
const maxKeptDepth = 100;
const maxDepth = 3000;

export function parseXml(text: string): XmlElement {
  const root = { name: "", attributes: {}, children: [] as XmlNode[] };
  const open = [root];
  let below = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length > maxKeptDepth) {
          if (below > maxDepth) throw new UnreadableEpubError("epub_nested_too_deep");
          below++;
          return;
        }
        const element = {
          name: getLocalName(name),
          attributes: readAttributes(attributes),
          children: [] as XmlNode[],
        };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext(raw) {
        if (below === 0) open.at(-1)?.children.push(decode(raw));
      },
      onclosetag() {
        if (below > 0) below--;
        else if (open.length > 1) open.pop();
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(text);
  return root;
}

/** Entities declared in the document are dropped, never expanded. */
const decode = (raw: string) =>
  decodeHTMLStrict(raw.replace(/&[a-z_][\w.-]*;/gi, (name) => (decodeHTMLStrict(name) === name ? "" : name)));

const getLocalName = (name: string) => name.slice(name.indexOf(":") + 1);

function readAttributes(raw: Readonly<Record<string, string>>): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(raw)) attributes[name] = decode(value);
  for (const name of Object.keys(attributes)) attributes[getLocalName(name)] ??= attributes[name] ?? "";
  return attributes;
}

const isElement = (node: XmlNode): node is XmlElement => typeof node !== "string";

/** Children with a name. */
export function listChildren(element: XmlElement | undefined, name: string): XmlElement[] {
  return element ? element.children.filter(isElement).filter((child) => child.name === name) : [];
}

/** The first child with a name. */
export const findChild = (element: XmlElement | undefined, name: string) => listChildren(element, name)[0];

/** All descendants in document order. */
export function listDescendantElements(element: XmlElement): XmlElement[] {
  return element.children.filter(isElement).flatMap((child) => [child, ...listDescendantElements(child)]);
}

/** All descendants with a name, in document order. */
export const listDescendants = (element: XmlElement, name: string) =>
  listDescendantElements(element).filter((each) => each.name === name);

/** The text content with collapsed white space. */
export function getText(element: XmlElement | undefined): string {
  return element ? getRawText(element).replace(/\s+/gu, " ").trim() : "";
}

function getRawText(element: XmlElement): string {
  return element.children.map((child) => (isElement(child) ? getRawText(child) : child)).join("");
}
