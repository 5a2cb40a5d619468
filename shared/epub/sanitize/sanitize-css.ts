import type { Atrule, CssNode, Declaration, DeclarationList, List, ParseOptions, StyleSheet } from "css-tree";
import generate from "css-tree/generator";
import parse from "css-tree/parser";
import {
  atRules,
  atRulesWithDescriptors,
  functions,
  isAllowedProperty,
  namespaceUrls,
  positions,
} from "./css-allow-list.ts";
import { type CssParts, splitCss } from "./split-css.ts";

/** Maps a URL in a stylesheet; null removes it. */
export type CssUrl = (url: string) => string | null;

const emptyUrl = "data:,";

/** css-tree prepares the text of each error, which takes time in proportion to the length of the source. */
const maxErrorEffort = 10_000_000;

/**
 * Parses a stylesheet and writes the parts of it that the allow-list contains, with URLs of the book only. CSS that is
 * too large or too deeply nested becomes empty.
 */
export function sanitizeCss(css: string, url: CssUrl): string {
  return rewrite(css, "stylesheet", url).join("");
}

/** Sanitizes a `style` attribute. */
export function sanitizeStyleAttribute(css: string, url: CssUrl): string {
  return rewrite(css, "declarationList", url).join(";");
}

/** Sanitizes the value of an SVG attribute or, separated by semicolons, of its animation; null if nothing may stay. */
export function sanitizeCssValue(value: string, url: CssUrl): string | null {
  const values = value.split(";").map((each) => {
    const css = sanitizeStyleAttribute(`--x:${each}`, url);
    return css.startsWith("--x:") ? css.slice("--x:".length) : null;
  });
  return values.includes(null) ? null : values.join(";");
}

function rewrite(css: string, context: "stylesheet" | "declarationList", url: CssUrl): string[] {
  // Preprocessing of CSS Syntax 3, so that css-tree sees the characters that browsers see.
  const source = css.replace(/\r\n?|\f/g, "\n").replaceAll("\0", "\ufffd");
  const split = splitCss(source, context === "declarationList");
  if (!split) return [];
  const { parts, dataUrls } = split;
  const resolve: CssUrl = (value) => {
    const dataUrl = dataUrls.get(value);
    if (dataUrl === undefined) return url(value);
    return url(dataUrl) === null ? null : value;
  };
  let effort = 0;
  return parts.flatMap((part) => {
    const onParseError = () => {
      effort += part.length;
      if (effort > maxErrorEffort) throw new Error("Too many errors");
    };
    const root = parsePart(part, { context, parseCustomProperty: true, onParseError });
    if (!root) return [];
    root.children = root.children.filter((node) => cleanStatement(node, resolve, false));
    return root.children.isEmpty ? [] : [write(root, dataUrls)];
  });
}

function parsePart(part: string, options: ParseOptions): StyleSheet | DeclarationList | null {
  try {
    return parse(part, options) as StyleSheet | DeclarationList;
  } catch {
    return null;
  }
}

function write(root: CssNode, dataUrls: CssParts["dataUrls"]): string {
  quoteStrings(root, dataUrls);
  // Text that would end or comment out a `style` element is escaped.
  return generate(root)
    .replace(/<(?=[/!])/g, escapeCharacter)
    .toWellFormed();
}

function quoteStrings(node: CssNode, dataUrls: CssParts["dataUrls"]): void {
  if (node.type !== "Url" && node.type !== "String") {
    for (const child of listChildren(node)) quoteStrings(child, dataUrls);
    return;
  }
  const text = quote(dataUrls.get(node.value) ?? node.value);
  Object.assign(node, { type: "Raw", value: node.type === "Url" ? `url(${text})` : text });
}

/** foliate-js replaces `url(…)` and `@import` by regular expressions, in strings too. */
const quote = (text: string) => `"${text.replace(/["\\\n<]|(?<=url)\(|@(?=import)/gi, escapeCharacter)}"`;

const escapeCharacter = (character: string) => `\\${character.codePointAt(0)?.toString(16)} `;

/** Whether a rule or declaration stays; removes the parts of it that do not. */
function cleanStatement(node: CssNode, url: CssUrl, hasDescriptors: boolean): boolean {
  if (node.type === "Declaration") return cleanDeclaration(node, url, hasDescriptors);
  if (node.type === "Atrule") return cleanAtRule(node, url);
  if (node.type !== "Rule" || !isInert(node.prelude)) return false;
  node.block.children = node.block.children.filter((child) => cleanStatement(child, url, false));
  return true;
}

function cleanAtRule(rule: Atrule, url: CssUrl): boolean {
  const name = rule.name.toLowerCase();
  if (!atRules.has(name)) return false;
  if (name === "namespace") return namespaceUrls.has(findUrl(rule)?.value ?? "");
  if (name === "import" && !cleanImport(rule, url)) return false;
  if (rule.prelude && !isInert(rule.prelude, name === "import")) return false;
  const hasDescriptors = atRulesWithDescriptors.has(name);
  if (rule.block)
    rule.block.children = rule.block.children.filter((child) => cleanStatement(child, url, hasDescriptors));
  return true;
}

function cleanImport(rule: Atrule, url: CssUrl): boolean {
  const found = findUrl(rule);
  const resolved = found && url(found.value);
  if (!found || !resolved) return false;
  found.value = resolved;
  return true;
}

function findUrl({ prelude }: Atrule) {
  if (prelude?.type !== "AtrulePrelude") return null;
  const node = prelude.children.toArray().find(({ type }) => type === "String" || type === "Url");
  return node?.type === "String" || node?.type === "Url" ? node : null;
}

/** Whether a selector, media query or condition was parsed completely and contains no URL or unknown function. */
function isInert(node: CssNode, isImport = false): boolean {
  if (node.type === "Raw") return false;
  if (node.type === "Url") return isImport;
  if (node.type === "Function" && !functions.has(node.name.toLowerCase())) return false;
  return listChildren(node).every((child) => isInert(child, isImport && node.type === "AtrulePrelude"));
}

function listChildren(node: CssNode): CssNode[] {
  return Object.values(node).flatMap((value: unknown) => {
    if (isList(value)) return value.toArray();
    return isNode(value) ? [value] : [];
  });
}

const isNode = (value: unknown): value is CssNode =>
  typeof value === "object" && value !== null && "type" in value;
const isList = (value: unknown): value is List<CssNode> =>
  typeof value === "object" && value !== null && "toArray" in value;

function cleanDeclaration(node: Declaration, url: CssUrl, hasDescriptors: boolean): boolean {
  const isEpub = /^-epub-/i.test(node.property);
  const property = getStandardProperty(node.property.toLowerCase());
  if (!isAllowedProperty(property, hasDescriptors)) return false;
  if (typeof node.important === "string" && !/^important$/i.test(node.important)) return false;
  if (property === "position" && !cleanPosition(node)) return false;
  if (isEpub) {
    node.property = property;
    replaceKeywords(property, node.value);
  }
  return cleanValue(node.value, property, url);
}

/** A fixed box, and also an absolute one of its size, would cover every page of a chapter; a sticky one takes space. */
function cleanPosition(node: Declaration): boolean {
  const [keyword] = listChildren(node.value);
  if (keyword?.type === "Identifier" && /^fixed$/i.test(keyword.name)) keyword.name = "sticky";
  return positions.has(generate(node.value).toLowerCase());
}

function replaceKeywords(property: string, value: CssNode): void {
  if (value.type !== "Value") return;
  for (const node of value.children) {
    if (node.type === "Identifier") node.name = getStandardKeyword(property, node.name);
  }
}

const inertNodes: ReadonlySet<CssNode["type"]> = new Set([
  "Dimension",
  "Hash",
  "Identifier",
  "Number",
  "Operator",
  "Percentage",
  "UnicodeRange",
  "WhiteSpace",
]);

/** Whether a value stays; replaces its URLs. */
function cleanValue(node: CssNode, property: string, url: CssUrl): boolean {
  const cleanAll = (children: List<CssNode>) =>
    children.toArray().every((child) => cleanValue(child, property, url));
  switch (node.type) {
    case "Url":
      node.value = url(node.value) ?? emptyUrl;
      return true;
    case "String":
      // A custom property could pass a string to a function that loads it.
      return !property.startsWith("--") || !externalUrl.test(node.value);
    case "Function":
      if (/^(?:-webkit-)?image-set$/i.test(node.name)) return cleanImageSet(node.children, property, url);
      if (/^attr$/i.test(node.name) && property === "content") return true;
      return functions.has(node.name.toLowerCase()) && cleanAll(node.children);
    case "Value":
    case "Parentheses":
    case "Brackets":
      return cleanAll(node.children);
    default:
      return inertNodes.has(node.type);
  }
}

/** Strings of an `image-set` are URLs, except those of `type()`; `var()` could contain one. */
function cleanImageSet(children: List<CssNode>, property: string, url: CssUrl): boolean {
  return children.toArray().every((child) => {
    if (child.type === "String") Object.assign(child, { type: "Url" });
    if (child.type === "Function" && /^(?:var|env)$/i.test(child.name)) return false;
    return cleanValue(child, property, url);
  });
}

const externalUrl = /^\s*(?:(?:https?|ftp|file|wss?|javascript|vbscript|blob|about|data):|\/\/|\\\\)/i;

/** Values of EPUB's prefixed properties that CSS names differently. */
const standardValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "text-combine-upright": { horizontal: "all" },
  "text-orientation": { "vertical-right": "mixed", "rotate-right": "sideways", "sideways-right": "sideways" },
};

/** The CSS property of one of EPUB's (`-epub-hyphens` is `hyphens`); other names stay. */
function getStandardProperty(name: string): string {
  if (/^-epub-text-combine(?:-horizontal)?$/.test(name)) return "text-combine-upright";
  return name.replace(/^-epub-/, "");
}

/** @param property the standard name of an EPUB property */
const getStandardKeyword = (property: string, keyword: string): string =>
  standardValues[property]?.[keyword] ?? keyword;
