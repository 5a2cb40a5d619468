import { readFileSync } from "node:fs";
import path from "node:path";
import type { HtmlTagDescriptor, Plugin } from "vite";

const read = (...names: string[]) => readFileSync(path.join(import.meta.dirname, ...names), "utf8");

const stylesheet = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * Puts the static app shell into index.html: its markup into `#root`, its styles and the theme tokens
 * inline. Scripts and stylesheets load with low priority, so that they do not delay its first paint.
 */
export function appShell(): Plugin {
  return {
    name: "app-shell",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const links = html.match(stylesheet) ?? [];
        const style: HtmlTagDescriptor = {
          tag: "style",
          children:
            minify(read("..", "styles", "tokens.css") + read("app-shell.css")) + getTitleFontPreload(html),
          injectTo: "head",
        };
        const withShell = html
          .replace(stylesheet, "")
          .replace('<div id="root"></div>', () => `<div id="root">${read("app-shell.html")}</div>`)
          .replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"');
        return { html: withShell, tags: [style, ...links.map(toDeferredLink), withoutScripts(links)] };
      },
    },
  };
}

/** `boot.tsx` turns `media` to `all`: a stylesheet for print loads with low priority and blocks nothing. */
const toDeferredLink = (link: string): HtmlTagDescriptor => ({
  tag: "link",
  attrs: { rel: "stylesheet", media: "print", crossorigin: true, href: getHref(link) },
  injectTo: "head",
});

const withoutScripts = (links: readonly string[]): HtmlTagDescriptor => ({
  tag: "noscript",
  children: [
    ...links.map((link) => `<link rel="stylesheet" href="${getHref(link)}">`),
    "<style>.shell{display:none}</style>",
  ].join(""),
  injectTo: "head",
});

/** The heading's typeface, which index.html preloads, so that the shell paints headings as the app does. */
function getTitleFontPreload(html: string): string {
  const [url] = /[^"]*fraunces-latin-600[^"]*\.woff2/.exec(html) ?? [];
  const fontFaceStyle = 'font-family:"Fraunces Title";font-weight:100 900;font-display:swap';
  return url ? `@font-face{${fontFaceStyle};src:url("${url}") format("woff2")}` : "";
}

const getHref = (link: string) => /href="([^"]*)"/.exec(link)?.[1] ?? "";

const minify = (css: string) =>
  css
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?/g, "$1")
    // A space before a colon is a descendant selector.
    .replace(/: /g, ":");
