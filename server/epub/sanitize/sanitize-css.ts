/** Maps a URL in a stylesheet; null removes it. */
export type CssUrl = (url: string) => string | null;

/** Comments, `url(…)`, identifiers and strings: every token that can contain a URL. */
const tokens =
  /\/\*[\s\S]*?(?:\*\/|$)|((?:[\w-]|[^\0-\x7F]|\\[\s\S])+)(?:(\()(?:\s*(?:"((?:\\[\s\S]|[^"\\])*)"|'((?:\\[\s\S]|[^'\\])*)'|((?:\\[\s\S]|[^"'()\\\s])*))\s*\))?)?|"((?:\\[\s\S]|[^"\\\n])*)(?:"|(?=\n)|$)|'((?:\\[\s\S]|[^'\\\n])*)(?:'|(?=\n)|$)|@import(?![\w-])/gi;

const emptyUrl = "data:,";

/** Removes external URLs and legacy script expressions from a stylesheet or a `style` attribute. */
export function sanitizeCss(css: string, url: CssUrl): string {
  const escapedCss = css.replace(/<(?=\/style|!--)/gi, "\\3c ");
  let isImport = false;
  const cleaned = escapedCss.replace(
    tokens,
    (token, word, paren, quoted, single, unquotedUrl, double, apostrophe, at) => {
      if (token.startsWith("/*")) return "";
      if (
        isNamespace(
          quoted ?? single ?? unquotedUrl ?? double ?? apostrophe,
          escapedCss.slice(Math.max(0, at - 100), at),
        )
      )
        return token;
      if (/^@import$/i.test(token)) {
        isImport = true;
        return token;
      }
      const wasImport = isImport;
      isImport = false;
      // The name of a class may begin as EPUB's own properties do.
      if (/^-epub-[\w-]+$/.test(token) && escapedCss[at - 1] === ".") return token;
      if (word !== undefined) return cleanWord(token, word, paren, quoted ?? single ?? unquotedUrl, url);
      return cleanString(token, double ?? apostrophe ?? "", wasImport, url);
    },
  );
  return cleaned.replace(/removed\([^)]*/g, "removed(");
}

/** Namespace URLs are never fetched, and rules need them to match. */
function isNamespace(value: string | undefined, before: string): boolean {
  return value !== undefined && namespaceUrls.has(value) && /@namespace\s+(?:[\w-]+\s+)?$/i.test(before);
}

const namespaceUrls: ReadonlySet<string> = new Set([
  "http://www.w3.org/1999/xhtml",
  "http://www.idpf.org/2007/ops",
  "http://www.w3.org/2000/svg",
  "http://www.w3.org/1998/Math/MathML",
  "http://www.w3.org/1999/xlink",
  "http://www.w3.org/XML/1998/namespace",
]);

function cleanWord(
  token: string,
  word: string,
  paren: string | undefined,
  value: string | undefined,
  url: CssUrl,
): string {
  const name = unescapeCss(word).toLowerCase();
  if (paren === undefined) {
    if (name === "behavior" || name === "-moz-binding") return "--removed";
    return /^-epub-[a-z-]+$/.test(name) ? name.slice("-epub-".length) : token;
  }
  if (name === "expression") return value === undefined ? "removed(" : "removed()";
  if (name === "url" || name === "src") {
    return value === undefined ? "removed(" : quote("url(", url(unescapeCss(value)), ")");
  }
  return value !== undefined && externalUrl.test(unescapeCss(value)) ? "removed()" : token;
}

function quote(before: string, url: string | null, after: string): string {
  const safe = (url ?? emptyUrl).replace(
    /["\\\n\r\f<]/g,
    (character) => `\\${character.codePointAt(0)?.toString(16)} `,
  );
  return `${before}"${safe}"${after}`;
}

/** A string is a URL after `@import` and in `image-set`; elsewhere only if it looks external. */
function cleanString(token: string, value: string, isImport: boolean, url: CssUrl): string {
  const unescaped = unescapeCss(value);
  if (isImport) return quote("", url(unescaped), "");
  return externalUrl.test(unescaped) ? `"${emptyUrl}"` : token;
}

const externalUrl = /^\s*(?:(?:https?|ftp|file|wss?|javascript|vbscript|blob|about|data):|\/\/|\\\\)/i;

/** Resolves CSS escapes: `\75rl` is `url`. */
function unescapeCss(text: string): string {
  return text
    .replace(/\\(?:([\da-f]{1,6})\s?|(\r?\n)|([\s\S]))/gi, (_, code, newline, character) => {
      if (newline) return "";
      if (!code) return character;
      const point = Number.parseInt(code, 16);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : "\ufffd";
    })
    .toWellFormed();
}
