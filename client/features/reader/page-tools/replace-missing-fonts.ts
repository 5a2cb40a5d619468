/**
 * Loads the fonts of the app through the page when a document of the book cannot: in Firefox a service worker
 * does not answer for `blob:` documents, so that a kept book would have no fonts without a network.
 */
export function replaceMissingFonts(doc: Document): void {
  const replaced = new Set<string>();
  const replace = () => {
    const failed = new Set(
      [...doc.fonts].flatMap(({ status, family }) => (status === "error" ? unquote(family) : [])),
    );
    for (const { style } of listFontRules(doc)) {
      const url = /url\("?([^")]+)/.exec(style.getPropertyValue("src"))?.[1] ?? "";
      const isOfApp = url.startsWith(`${location.origin}/assets/`);
      if (!isOfApp || replaced.has(url) || !failed.has(unquote(style.getPropertyValue("font-family"))))
        continue;
      replaced.add(url);
      addFont(doc, url, style).catch(() => replaced.delete(url));
    }
  };
  replace();
  doc.fonts.addEventListener("loadingerror", replace);
}

const unquote = (family: string): string => family.replace(/^["']|["']$/g, "");

const listFontRules = (doc: Document): CSSFontFaceRule[] =>
  [...doc.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    // The rules are of the classes of another window.
    .filter((rule): rule is CSSFontFaceRule => rule.cssText.startsWith("@font-face"));

async function addFont(doc: Document, url: string, style: CSSStyleDeclaration): Promise<void> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  const { FontFace } = doc.defaultView as Window & typeof globalThis;
  const face = new FontFace(unquote(style.getPropertyValue("font-family")), await reply.arrayBuffer(), {
    style: style.getPropertyValue("font-style") || "normal",
    weight: style.getPropertyValue("font-weight") || "normal",
    unicodeRange: style.getPropertyValue("unicode-range") || "U+0-10FFFF",
  });
  doc.fonts.add(face);
}
