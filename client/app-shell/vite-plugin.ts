import { readFileSync } from "node:fs";
import path from "node:path";
import type { HtmlTagDescriptor, Plugin } from "vite";

const read = (...names: string[]) => readFileSync(path.join(import.meta.dirname, ...names), "utf8");

const stylesheet = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * Puts the static app shell into index.html: its markup into `#root`, its styles and the theme tokens inline, and the
 * stylesheet links after it, where they no longer delay its first paint.
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
          children: minify(read("..", "styles", "tokens.css") + read("app-shell.css")),
          injectTo: "head",
        };
        const withShell = html
          .replace(stylesheet, "")
          .replace(
            '<div id="root"></div>',
            () => `<div id="root">${read("app-shell.html")}</div>${links.join("")}`,
          );
        return { html: withShell, tags: [style] };
      },
    },
  };
}

const minify = (css: string) =>
  css
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};:,]) ?/g, "$1");
