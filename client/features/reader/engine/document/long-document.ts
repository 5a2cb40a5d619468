import type { Span } from "#client/features/reader/engine/position/span.ts";

interface SplitPoint {
  readonly node: Node;
  /** Characters of the document before it. */
  readonly start: number;
}

/** Elements between whose children a document can be split. */
const blocks = new Set(
  "address article aside blockquote center dd div dl dt fieldset figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody tfoot thead tr ul".split(
    " ",
  ),
);

export class LongDocument {
  readonly source: Document;
  readonly #count: number;
  readonly #splitNodes = new Set<Node>();
  readonly #partByNode = new Map<Node, number>();
  /** Characters before each part, and at the end of all. */
  readonly #starts: readonly number[];
  readonly #total: number;

  constructor(source: Document, count: number) {
    this.source = source;
    this.#count = count;
    const splitPoints: SplitPoint[] = [];
    this.#total = this.#collect(source.body, 0, splitPoints, countLetters(source.body) / count);
    this.#assign(splitPoints);
    this.#starts = this.#getStarts(splitPoints);
  }

  isEmpty(part: number): boolean {
    const { from, to } = this.getSpan(part);
    return to <= from;
  }

  getSpan(part: number): Span {
    const at = (index: number) => (this.#starts[index] ?? this.#total) / this.#total;
    return { from: at(part), to: at(part + 1) };
  }

  findPartAt(fraction: number): { readonly part: number; readonly within: number } {
    const parts = Array.from({ length: this.#count }, (_, part) => part).filter(
      (part) => !this.isEmpty(part),
    );
    const part = parts.findLast((each) => this.getSpan(each).from <= fraction) ?? parts[0] ?? 0;
    const { from, to } = this.getSpan(part);
    return { part, within: to > from ? Math.min(1, Math.max(0, (fraction - from) / (to - from))) : 0 };
  }

  /** The part that contains the start of an element or a range. */
  findPart(target: Range | Element): number {
    const isElement = "nodeType" in target;
    let node: Node | null = isElement
      ? target
      : (target.startContainer.childNodes[target.startOffset] ?? target.startContainer);
    while (node && this.#splitNodes.has(node)) node = node.firstChild;
    for (let at = node; at; at = at.parentNode) {
      const part = this.#partByNode.get(at);
      if (part !== undefined) return part;
    }
    return 0;
  }

  createPart(part: number): Document {
    const copy = this.source.implementation.createDocument(null, null);
    copy.append(this.#copyPart(this.source.documentElement, part, copy));
    const rule = copy.createElementNS("http://www.w3.org/1999/xhtml", "style");
    rule.textContent = ".mk-other-part { display: none !important; }";
    copy.querySelector("head")?.append(rule);
    return copy;
  }

  /** @returns the characters up to the parent's end */
  #collect(parent: Node, start: number, splitPoints: SplitPoint[], max: number): number {
    this.#splitNodes.add(parent);
    let at = start;
    for (const node of parent.childNodes) {
      const characters = countLetters(node);
      if (isSplittable(node, characters, max)) at = this.#collect(node, at, splitPoints, max);
      else {
        splitPoints.push({ node, start: at });
        at += characters;
      }
    }
    return at;
  }

  #assign(splitPoints: readonly SplitPoint[]): void {
    let following = this.#count - 1;
    for (const { node, start } of splitPoints.toReversed()) {
      const ownPart = Math.min(this.#count - 1, Math.floor((start / this.#total) * this.#count));
      const part = /^h[1-6]$/i.test((node as Element).localName ?? "")
        ? Math.max(ownPart, following)
        : ownPart;
      this.#partByNode.set(node, part);
      if (node.nodeType === 1) following = part;
    }
  }

  #getStarts(splitPoints: readonly SplitPoint[]): number[] {
    const starts = Array.from({ length: this.#count + 1 }, () => this.#total);
    for (const { node, start } of splitPoints.toReversed()) {
      if (node.nodeType === 1 || isText(node)) starts[this.#partByNode.get(node) ?? 0] = start;
    }
    for (let part = this.#count - 1; part >= 0; part--)
      starts[part] = Math.min(starts[part] ?? 0, starts[part + 1] ?? 0);
    starts[0] = 0;
    return starts;
  }

  #copyPart(node: Node, part: number, targetDocument: Document): Node {
    const ownPart = this.#partByNode.get(node);
    if (ownPart !== undefined && ownPart !== part) return createPlaceholder(node, targetDocument);
    const isSplit = this.#splitNodes.has(node) || node === this.source.documentElement;
    const copy = targetDocument.importNode(node, !isSplit);
    if (!isSplit) return copy;
    for (const child of node.childNodes) copy.appendChild(this.#copyPart(child, part, targetDocument));
    if ((node as Element).localName === "ol") this.#continueNumbering(node as Element, copy as Element, part);
    return copy;
  }

  #continueNumbering(list: Element, copy: Element, part: number): void {
    const items = Array.from(list.children).filter(({ localName }) => localName === "li");
    const itemsBefore = items.filter((item) => this.findPart(item) < part).length;
    const first = Number.parseInt(list.getAttribute("start") ?? "1", 10) || 1;
    if (itemsBefore > 0) copy.setAttribute("start", String(first + itemsBefore));
  }
}

function isSplittable(node: Node, characters: number, max: number): boolean {
  if (node.nodeType !== 1 || characters <= max) return false;
  const { children } = node as Element;
  const hasBlocks = Array.from(children).some(({ localName }) => blocks.has(localName.toLowerCase()));
  return hasBlocks || (children.length > 1 && characters > 3 * max);
}

function createPlaceholder(node: Node, targetDocument: Document): Node {
  if (node.nodeType !== 1) return targetDocument.createTextNode("");
  const placeholder = targetDocument.createElementNS("urn:maktaba:other-part", "style");
  placeholder.setAttribute("class", "mk-other-part");
  return placeholder;
}

const isText = (node: Node) => node.nodeType === 3 && (node.textContent ?? "").trim() !== "";

/** Plus one, so that images count too. */
const countLetters = (node: Node) => (node.textContent ?? "").length + 1;
