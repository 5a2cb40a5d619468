import { type ElementNode, isElement, listTextChildren, type TextNode } from "./crengine-tree.ts";
import { toCrengineOffset, toMarkupOffset } from "./text-offsets.ts";

interface Step {
  readonly name: string;
  /** From 1. */
  readonly index: number;
}

export interface XPointer {
  /** The number of the document in the spine, from 1. */
  readonly fragment: number;
  /** Below the body. */
  readonly steps: readonly Step[];
  /** Null for the start of the node. */
  readonly offset: number | null;
}

const pattern =
  /^\/body\/DocFragment(?:\[(\d{1,5})\])?(?:\/body(?:\[1\])?((?:\/[\w:.-]+?(?:\(\))?(?:\[\d{1,6}\])?){0,300}))?(?:\.(\d{1,7}))?$/;

/** Parses `/body/DocFragment[12]/body/p[3]/text().42`; null for another form. */
export function parseXPointer(text: string): XPointer | null {
  const found = text.length <= 4096 ? pattern.exec(text) : null;
  if (!found) return null;
  const [, fragment = "1", path = "", offset] = found;
  const steps = path
    .split("/")
    .filter(Boolean)
    .map((step) => {
      const [, name = "", index = "1"] = /^(.+?)(?:\[(\d+)\])?$/.exec(step) ?? [];
      return { name, index: Number(index) };
    });
  return { fragment: Number(fragment), steps, offset: offset === undefined ? null : Number(offset) };
}

/**
 * Finds the place of an XPointer in the markup.
 *
 * @returns its offset; that of the last element found for a path that leads nowhere
 */
export function findMarkupOffset(body: ElementNode, { steps, offset }: XPointer): number {
  let element = body;
  for (const { name, index } of steps) {
    if (name === "text()") return findInText(element, index, offset);
    const found = listElements(element, name)[index - 1];
    if (!found) return element.at;
    element = found;
  }
  const child = offset === null ? undefined : listKeptChildren(element)[offset];
  return (child ?? element).at;
}

function findInText(element: ElementNode, index: number, offset: number | null): number {
  const nodes = listTextChildren(element);
  const node = nodes[Math.min(index, nodes.length) - 1];
  return node ? toMarkupOffset(node, offset ?? 0) : element.at;
}

const listKeptChildren = (element: ElementNode) => {
  const texts = new Set(listTextChildren(element));
  return element.children.filter((child) => isElement(child) || texts.has(child));
};

const listElements = ({ children }: ElementNode, name: string) =>
  children.filter((child): child is ElementNode => isElement(child) && child.name === name);

/**
 * The XPointer of a text offset in the markup.
 *
 * @param fragment the number of the document, from 1; null for a book of one document
 */
export function writeXPointer(body: ElementNode, markupOffset: number, fragment: number | null): string {
  const node = findText(body, markupOffset);
  const start = `/body/DocFragment${fragment === null ? "" : `[${fragment}]`}/body`;
  if (!node) return `${start}.0`;
  const texts = listTextChildren(node.parent);
  const text = `/text()${texts.length > 1 ? `[${texts.indexOf(node) + 1}]` : ""}`;
  return `${start}${getPath(body, node.parent)}${text}.${toCrengineOffset(node, markupOffset)}`;
}

/** The text node at an offset, else the next one. */
function findText(body: ElementNode, markupOffset: number): TextNode | null {
  const stack: (ElementNode | TextNode)[] = [body];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isElement(node)) stack.push(...listKeptChildren(node).reverse());
    else if (node.at + node.raw.length > markupOffset) return node;
  }
  return null;
}

function getPath(body: ElementNode, element: ElementNode): string {
  const steps: string[] = [];
  for (let at = element; at !== body && at.parent; at = at.parent) {
    const siblings = listElements(at.parent, at.name);
    steps.unshift(`/${at.name}${siblings.length > 1 ? `[${siblings.indexOf(at) + 1}]` : ""}`);
  }
  return steps.join("");
}
