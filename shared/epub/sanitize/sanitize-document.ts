import { decodeHTMLStrict } from "entities";
import { Parser } from "htmlparser2";
import { isQuranText } from "#shared/epub/text/quran-markup.ts";
import { createEntityReplacer, removeDoctypeDeclarations } from "./document-type.ts";
import { type ElementPolicy, getSvgPolicy, isImageObject } from "./element-policy.ts";
import {
  blockElements,
  droppedElements,
  htmlElements,
  isMathElement,
  namespaces,
  unreadElements,
  voidElements,
} from "./markup-rules.ts";
import { type Fence, takeSeparator, toFence } from "./math-fence.ts";
import { type MarkupKind, sanitizeAttributes } from "./sanitize-attributes.ts";
import { sanitizeCss } from "./sanitize-css.ts";
import type { UrlResolver } from "./url-policy.ts";
import { escapeText } from "./write-markup.ts";
import { getName, getPrefixes } from "./xml-namespaces.ts";

/** A piece of a sanitized page, in document order. */
export type Token =
  | { readonly type: "open"; readonly name: string; readonly attributes: string; readonly isBlock: boolean }
  | { readonly type: "void"; readonly name: string; readonly attributes: string; readonly isBlock: boolean }
  | { readonly type: "close"; readonly name: string; readonly isBlock: boolean }
  /** Unescaped text; `isRead` when it belongs to a sentence. */
  | {
      readonly type: "text";
      readonly text: string;
      readonly isRead: boolean;
      readonly isQuran?: true;
      readonly source?: TextSource;
    }
  /** Serialized markup. */
  | { readonly type: "raw"; readonly markup: string };

export interface TextSource {
  readonly at: number;
  readonly raw: string;
  readonly decode: (raw: string) => string;
}

export interface SanitizedDocument {
  readonly htmlAttributes: string;
  readonly head: readonly Token[];
  readonly bodyAttributes: string;
  readonly body: readonly Token[];
}

interface OpenElement {
  readonly policy: ElementPolicy;
  readonly name: string;
  readonly kind: MarkupKind;
  readonly isBlock: boolean;
  readonly isHidden: boolean;
  readonly isQuran: boolean;
  readonly prefixes: Readonly<Record<string, string>>;
  /** Null for all elements but `mfenced`. */
  readonly fence: Fence | null;
  /** Whether a supported case of the `epub:switch` was found. */
  hasCase: boolean;
}

const maxKeptDepth = 200;
const maxDepth = 3000;
const maxAttributes = 1000;

/**
 * Sanitizes a page token by token without building a tree, so that nesting depth cannot hurt.
 *
 * @param keepsOffsets keeps the source offset of each text
 * @throws {Error} for markup made to exhaust the parser
 */
export function sanitizeDocument(markup: string, urls: UrlResolver, keepsOffsets = false): SanitizedDocument {
  const sanitizer = new PageSanitizer(urls);
  let inCdata = false;
  let attributeCount = 0;
  const replaceEntities = createEntityReplacer(markup);
  const decode = (raw: string) => decodeHTMLStrict(replaceEntities(raw));
  const parser = new Parser(
    {
      onattribute() {
        if (++attributeCount > maxAttributes) throw new Error("Too many attributes");
      },
      onopentag(name, attributes) {
        attributeCount = 0;
        sanitizer.open(name, attributes);
      },
      onclosetag: () => sanitizer.close(),
      ontext(raw) {
        const source = keepsOffsets && !inCdata ? { source: { at: parser.startIndex, raw, decode } } : {};
        sanitizer.text(inCdata ? raw : decode(raw), source);
      },
      oncdatastart: () => {
        inCdata = true;
      },
      oncdataend: () => {
        inCdata = false;
      },
    },
    { xmlMode: isXml(markup), decodeEntities: false, recognizeSelfClosing: true },
  );
  parser.end(removeDoctypeDeclarations(markup));
  return sanitizer;
}

export const isXml = (markup: string) =>
  /^\s*(?:<\?xml|<svg)|xmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml/i.test(markup.slice(0, 4000));

class PageSanitizer implements SanitizedDocument {
  htmlAttributes = "";
  bodyAttributes = "";
  readonly head: Token[] = [];
  readonly body: Token[] = [];
  readonly #urls: UrlResolver;
  readonly #stack: OpenElement[] = [];
  /** Which of `html`, `head` and `body` have started. */
  readonly #seen = new Set<string>();
  #dropped = 0;
  #keptDepth = 0;
  #hiddenDepth = 0;
  #inHead = false;
  #style: string[] | null = null;

  constructor(urls: UrlResolver) {
    this.#urls = urls;
  }

  /** @throws {Error} when elements are nested so deeply that browsers do not display the page */
  open(rawName: string, rawAttributes: Readonly<Record<string, string>>): void {
    if (this.#stack.length > maxDepth) throw new Error("Nested too deeply");
    const attributes = decodeAll(rawAttributes);
    const parent = this.#stack.at(-1);
    const prefixes = getPrefixes(parent, attributes);
    const { kind, name, namespace } = getName(rawName, prefixes, parent);
    const policy = this.#dropped > 0 ? "drop" : this.#getPolicy(kind, name, namespace, attributes);
    const isVoid = policy === "keep" && kind === "html" && voidElements.has(name);
    const isBlock = kind === "html" && blockElements.has(name);
    const isHidden = policy === "keep" && !isVoid && (kind !== "html" || unreadElements.has(name));
    if (policy === "keep" && parent?.fence) this.#writeOperator(takeSeparator(parent.fence));
    const fence = policy === "keep" && kind === "math" && name === "mfenced" ? toFence(attributes) : null;
    const tagName = policy === "keep" ? this.#write(kind, name, attributes, isVoid, isBlock, parent) : name;

    this.#stack.push({
      policy: isVoid ? "unwrap" : policy,
      name: tagName,
      kind: policy === "unwrap" && parent ? parent.kind : kind,
      isBlock,
      isHidden,
      isQuran: isQuranText(rawName, attributes, parent?.isQuran ?? false),
      prefixes,
      fence,
      hasCase: false,
    });
    if (fence) this.#writeOperator(fence.open);
    if (policy === "drop") this.#dropped++;
    if (policy === "keep" && !isVoid) this.#keptDepth++;
    if (isHidden) this.#hiddenDepth++;
  }

  close(): void {
    const closed = this.#stack.pop();
    if (!closed) return;
    if (closed.policy === "drop") this.#dropped--;
    if (closed.isHidden) this.#hiddenDepth--;
    if (closed.name === "head") this.#inHead = false;
    if (closed.policy !== "keep") return;
    this.#keptDepth--;
    if (closed.fence) this.#writeOperator(closed.fence.close);
    if (closed.name === "style" && this.#style) this.#endStyle();
    this.#emit().push({ type: "close", name: closed.name, isBlock: closed.isBlock });
  }

  text(text: string, source: { readonly source?: TextSource }): void {
    if (this.#dropped > 0 || text === "") return;
    if (this.#style) {
      this.#style.push(text);
      return;
    }
    const parent = this.#stack.at(-1)?.name;
    if (this.#inHead && parent !== "title") {
      if (text.trim() === "") return;
      this.#inHead = false;
    }
    if (!this.#inHead && (parent === undefined || parent === "html") && text.trim() === "") return;
    const mark = this.#stack.at(-1)?.isQuran ? ({ isQuran: true } as const) : {};
    this.#emit().push({
      type: "text",
      text,
      isRead: this.#hiddenDepth === 0 && !this.#inHead,
      ...mark,
      ...source,
    });
  }

  #writeOperator(operator: string): void {
    if (operator) this.#emit().push({ type: "raw", markup: `<mo>${escapeText(operator)}</mo>` });
  }

  #emit(): Token[] {
    return this.#inHead ? this.head : this.body;
  }

  #endStyle(): void {
    const css = sanitizeCss((this.#style ?? []).join(""), this.#urls.style);
    this.#style = null;
    this.#emit().push({ type: "raw", markup: escapeText(css) });
  }

  #getPolicy(
    kind: MarkupKind,
    name: string,
    namespace: string,
    attributes: Readonly<Record<string, string>>,
  ): ElementPolicy {
    if (namespace === namespaces.epub) return this.#getSwitchPolicy(name, attributes);
    if (droppedElements.has(name)) return "drop";
    if (kind === "html" && (name === "html" || name === "head" || name === "body"))
      return this.#openSkeleton(name, attributes);
    if (this.#keptDepth >= maxKeptDepth) return "unwrap";
    if (kind === "svg") return getSvgPolicy(name, attributes);
    if (kind === "math") return isMathElement(name) ? "keep" : "unwrap";
    if (name === "object") return this.#writePicture(attributes) ? "drop" : "unwrap";
    if (name === "link") return this.#isStyleSheet(attributes) ? "keep" : "drop";
    if (name === "meta")
      return this.#inHead && /^viewport$/i.test(attributes["name"] ?? "") ? "keep" : "drop";
    if (name === "title") return this.#inHead ? "keep" : "drop";
    if (name === "form") return "keep";
    if (name === "img" && this.#urls.resource(attributes["src"] ?? "") === null && !attributes["alt"])
      return "drop";
    if (this.#inHead && name !== "style" && htmlElements.has(name)) this.#inHead = false;
    return htmlElements.has(name) || name === "style" ? "keep" : "unwrap";
  }

  /** Of an `epub:switch`, the first supported case (MathML) is kept, else the default. */
  #getSwitchPolicy(name: string, attributes: Readonly<Record<string, string>>): ElementPolicy {
    const parent = this.#stack.at(-1);
    if (name === "case") {
      const isKnown = [namespaces.math, namespaces.svg].some(
        (each) => each === attributes["required-namespace"],
      );
      if (!parent || parent.hasCase || !isKnown) return "drop";
      parent.hasCase = true;
    }
    return name === "default" && parent?.hasCase ? "drop" : "unwrap";
  }

  #openSkeleton(name: string, attributes: Readonly<Record<string, string>>): ElementPolicy {
    const isFirst = !this.#seen.has(name);
    this.#seen.add(name);
    if (name === "head") this.#inHead = isFirst && this.body.length === 0;
    if (name === "body") this.#inHead = false;
    const cleaned = isFirst ? sanitizeAttributes("html", name, attributes, this.#urls) : "";
    if (name === "html" && isFirst) this.htmlAttributes ||= cleaned;
    if (name === "body" && isFirst) this.bodyAttributes ||= cleaned;
    return "unwrap";
  }

  #isStyleSheet(attributes: Readonly<Record<string, string>>): boolean {
    const relations = (attributes["rel"] ?? "").toLowerCase().split(/\s+/);
    if (!relations.includes("stylesheet") || relations.includes("alternate")) return false;
    return (
      this.#urls.resource(attributes["href"] ?? "") !== null && !/^\s*data:/i.test(attributes["href"] ?? "")
    );
  }

  /** Writes a start tag and returns the name for the end tag. */
  #write(
    kind: MarkupKind,
    name: string,
    input: Readonly<Record<string, string>>,
    isVoid: boolean,
    isBlock: boolean,
    parent: OpenElement | undefined,
  ): string {
    const tagName = replacedNames[`${kind} ${name}`] ?? name;
    const space = (parent?.kind ?? "html") === kind ? "" : ` xmlns="${namespaces[kind]}"`;
    const attributes = space + sanitizeAttributes(kind, name, input, this.#urls);
    this.#emit().push({ type: isVoid ? "void" : "open", name: tagName, attributes, isBlock });
    if (name === "style") this.#style = [];
    return tagName;
  }

  /** An `object` with an image of the book becomes an `img`, because objects are blocked. */
  #writePicture(input: Readonly<Record<string, string>>): boolean {
    const src = isImageObject(input) ? this.#urls.resource(input["data"] ?? "") : null;
    if (src === null) return false;
    const imageAttributes = { src, alt: input["aria-label"] ?? input["title"] ?? "" };
    const attributes = sanitizeAttributes("html", "img", imageAttributes, this.#urls);
    this.#inHead = false;
    this.body.push({ type: "void", name: "img", attributes, isBlock: false });
    return true;
  }
}

/** Browsers do not display `mfenced`. */
const replacedNames: Readonly<Record<string, string>> = { "html form": "div", "math mfenced": "mrow" };

function decodeAll(raw: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, decodeHTMLStrict(value)]));
}
