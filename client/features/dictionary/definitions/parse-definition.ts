import type { StoredDefinition } from "../engine/stored-entry.ts";
import {
  type DefinitionNode,
  equivalentTags,
  isDefinitionTag,
  maxDepth,
  maxNodes,
} from "./definition-node.ts";

const ignoredElements = "script, style, template, noscript, iframe, object, embed, head, title, svg, math";

/** The structure and text of a stored definition, without scripts, addresses, pictures and styles. */
export function parseDefinition(definition: StoredDefinition): DefinitionNode[] {
  const budget = { nodes: maxNodes };
  return definition.flatMap(([format, content]): DefinitionNode[] => {
    if (format === "markup") return parseMarkup(content, budget);
    if (format === "structured") return parseStructured(content, budget);
    return content.split("\n").map((line) => ({ tag: "p", children: [line] }));
  });
}

interface Budget {
  nodes: number;
}

/** A document made by the parser runs no scripts and loads nothing. */
function parseMarkup(content: string, budget: Budget): DefinitionNode[] {
  const { body } = new DOMParser().parseFromString(content, "text/html");
  for (const ignored of body.querySelectorAll(ignoredElements)) ignored.remove();
  return convertChildren(body, budget, 0);
}

function convertChildren(parent: Node, budget: Budget, depth: number): DefinitionNode[] {
  if (depth === maxDepth) return parent.textContent ? [parent.textContent] : [];
  return [...parent.childNodes].flatMap((node): DefinitionNode[] => {
    if (budget.nodes-- <= 0) return [];
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ? [node.textContent] : [];
    if (node.nodeType !== Node.ELEMENT_NODE) return [];
    return wrap(node.nodeName.toLowerCase(), convertChildren(node, budget, depth + 1));
  });
}

function wrap(name: string, children: DefinitionNode[]): DefinitionNode[] {
  const tag = isDefinitionTag(name) ? name : equivalentTags[name];
  if (tag === "br") return [{ tag, children: [] }];
  return tag ? [{ tag, children }] : children;
}

/** Each definition of Yomitan is a line of its own. */
function parseStructured(content: string, budget: Budget): DefinitionNode[] {
  try {
    const glossary: unknown = JSON.parse(content);
    if (!Array.isArray(glossary)) return [];
    const items = glossary.map((each) => convertContent(each, budget, 0)).filter(({ length }) => length > 0);
    if (items.length === 1) return items.flat();
    return [{ tag: "ol", children: items.map((children) => ({ tag: "li", children })) }];
  } catch {
    return [];
  }
}

function convertContent(content: unknown, budget: Budget, depth: number): DefinitionNode[] {
  if (depth > maxDepth || budget.nodes-- <= 0) return [];
  if (typeof content === "string") return [content];
  if (typeof content === "number") return [String(content)];
  if (Array.isArray(content)) return content.flatMap((each) => convertContent(each, budget, depth + 1));
  if (typeof content !== "object" || content === null) return [];
  const { type, tag, text, content: inner } = content as Readonly<Record<string, unknown>>;
  if (type === "text") return convertContent(text, budget, depth + 1);
  if (type === "image" || tag === "img") return [];
  const children = convertContent(inner, budget, depth + 1);
  return typeof tag === "string" ? wrap(tag, children) : children;
}
