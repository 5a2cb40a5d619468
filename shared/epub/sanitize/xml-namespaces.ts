import { namespaces, svgElements } from "./markup-rules.ts";
import type { MarkupKind } from "./sanitize-attributes.ts";

/** The parent of an element. */
export interface NamespaceScope {
  readonly kind: MarkupKind;
  readonly name: string;
  readonly prefixes: Readonly<Record<string, string>>;
}

const knownPrefixes: Readonly<Record<string, string>> = {
  svg: namespaces.svg,
  math: namespaces.math,
  m: namespaces.math,
  mml: namespaces.math,
  html: namespaces.html,
  xhtml: namespaces.html,
  h: namespaces.html,
  epub: namespaces.epub,
};

/** The prefixes in scope of an element. */
export function getPrefixes(
  parent: NamespaceScope | undefined,
  attributes: Readonly<Record<string, string>>,
) {
  const inherited = parent?.prefixes ?? knownPrefixes;
  const declared = Object.entries(attributes).filter(
    ([name]) => name === "xmlns" || name.startsWith("xmlns:"),
  );
  if (declared.length === 0) return inherited;
  return { ...inherited, ...Object.fromEntries(declared.map(([name, value]) => [name.slice(6), value])) };
}

/** Resolves an element's namespace; `svg` and `math` also by name, as in HTML. */
export function getName(
  raw: string,
  prefixes: Readonly<Record<string, string>>,
  parent: NamespaceScope | undefined,
) {
  const colon = raw.indexOf(":");
  const local = raw.slice(colon + 1);
  const namespace = (colon > 0 ? prefixes[raw.slice(0, colon)] : prefixes[""]) ?? "";
  const inside = colon > 0 || isInForeignObject(parent) ? "html" : (parent?.kind ?? "html");
  if (
    namespace === namespaces.svg ||
    (namespace !== namespaces.math && (local === "svg" || inside === "svg"))
  ) {
    if (namespace !== namespaces.html || local === "svg" || inside === "svg") {
      return { kind: "svg" as const, name: svgElements.get(local.toLowerCase()) ?? local, namespace };
    }
  }
  if (namespace === namespaces.math || local === "math" || inside === "math") {
    return { kind: "math" as const, name: local, namespace };
  }
  return { kind: "html" as const, name: local.toLowerCase(), namespace };
}

const isInForeignObject = (parent: NamespaceScope | undefined) =>
  parent?.kind === "svg" && parent.name === "foreignObject";
