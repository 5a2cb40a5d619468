import { Parser } from "htmlparser2";
import { blockElements } from "#shared/epub/sanitize/markup-rules.ts";
import { isXml } from "#shared/epub/sanitize/sanitize-document.ts";

export interface TextNode {
  readonly parent: ElementNode;
  /** Offset in the markup. */
  readonly at: number;
  raw: string;
  /** Without entities. */
  readonly isCdata: boolean;
  /** White space counts as it is. */
  readonly isPreformatted: boolean;
}

export interface ElementNode {
  readonly name: string;
  readonly parent: ElementNode | null;
  readonly children: (ElementNode | TextNode)[];
  /** Offset of its start tag in the markup. */
  readonly at: number;
}

export const isElement = (node: ElementNode | TextNode): node is ElementNode => "children" in node;

/** Elements whose white space crengine keeps. */
const preformatted: ReadonlySet<string> = new Set(["pre", "code", "listing", "plaintext", "textarea", "xmp"]);

/**
 * A page as KOReader's engine (crengine) sees it: white space that starts a block or separates blocks is no
 * text node.
 *
 * @returns the body; null without one
 */
export function readCrengineTree(markup: string): ElementNode | null {
  const root: ElementNode = { name: "", parent: null, children: [], at: 0 };
  let body: ElementNode | null = null;
  let current = root;
  let preformattedDepth = 0;
  let isCdata = false;
  let isAfterText = false;
  const parser = new Parser(
    {
      onopentag(rawName) {
        const name = rawName.toLowerCase();
        const element: ElementNode = { name, parent: current, children: [], at: parser.startIndex };
        current.children.push(element);
        if (preformatted.has(name)) preformattedDepth++;
        if (name === "body") body ??= element;
        current = element;
        isAfterText = false;
      },
      onclosetag() {
        if (preformatted.has(current.name)) preformattedDepth--;
        current = current.parent ?? root;
        isAfterText = false;
      },
      ontext(raw) {
        const last = current.children.at(-1);
        if (isAfterText && last && !isElement(last)) last.raw += raw;
        else {
          const isPreformatted = preformattedDepth > 0;
          current.children.push({ parent: current, at: parser.startIndex, raw, isCdata, isPreformatted });
        }
        isAfterText = !isCdata;
      },
      oncomment() {
        isAfterText = false;
      },
      oncdatastart() {
        isCdata = true;
        isAfterText = false;
      },
      oncdataend() {
        isCdata = false;
      },
    },
    { xmlMode: isXml(markup), decodeEntities: false, recognizeSelfClosing: true },
  );
  parser.end(markup);
  return body;
}

/** The text nodes that crengine keeps of an element. */
export function listTextChildren(element: ElementNode): TextNode[] {
  const { children } = element;
  const isBlock = isBlockElement(element);
  const hasBlocks = children.some(isBlockElement);
  return children.filter((node, index): node is TextNode => {
    if (isElement(node)) return false;
    if (node.isPreformatted || /[^ \t\n\r\f]/.test(node.raw)) return true;
    if (isBlock && index === 0) return false;
    return !hasBlocks || !isAtBlockEdge(children, index);
  });
}

function isAtBlockEdge(children: ElementNode["children"], index: number): boolean {
  const [before, after] = [children[index - 1], children[index + 1]];
  return !before || !after || isBlockElement(before) || isBlockElement(after);
}

const isBlockElement = (node: ElementNode | TextNode) => isElement(node) && blockElements.has(node.name);
