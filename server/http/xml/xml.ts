/** An XML element; text in it is escaped when it is written. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: readonly XmlChild[];
}

/** Null and undefined attributes are left out. */
type XmlAttributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** False, null and undefined children are left out. */
type XmlChild = XmlElement | string | number | false | null | undefined;

export const xml = (name: string, attributes: XmlAttributes = {}, ...children: XmlChild[]): XmlElement => ({
  name,
  attributes,
  children,
});

/** An XML 1.0 document in UTF-8. */
export const writeXml = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root)}\n`;

function writeElement({ name, attributes, children }: XmlElement): string {
  const start = name + Object.entries(attributes).map(writeAttribute).join("");
  const content = children.map(writeChild).join("");
  return content === "" ? `<${start}/>` : `<${start}>${content}</${name}>`;
}

function writeAttribute([name, value]: [string, XmlAttributes[string]]): string {
  return value === null || value === undefined ? "" : ` ${name}="${escapeXml(String(value))}"`;
}

function writeChild(child: XmlChild): string {
  if (child === false || child === null || child === undefined) return "";
  return typeof child === "object" ? writeElement(child) : escapeXml(String(child));
}

/** Characters that XML 1.0 does not allow, even escaped. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escapeXml = (text: string): string =>
  text.replace(forbidden, "").replace(/[&<>"'\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);
