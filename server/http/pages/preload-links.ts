import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { languages } from "#shared/api/language.ts";
import { deferredLinksId } from "#shared/routes/deferred-links.ts";
import { findRoute, type RoutePath } from "#shared/routes/route-table.ts";

/** The app's modules, which are imported after the shell has painted. */
const appModules = ["../node_modules/react-dom/client.js", "app/app.tsx", "boot.tsx"];
const appNamespaces = ["common", "ui", "shell"];

interface PageModules {
  /** Source files in `client`. */
  readonly modules: readonly string[];
  readonly namespaces: readonly string[];
}

/** What is loaded before the first page of a book. */
const toReader = (page: string): PageModules => ({
  modules: [
    `pages/reader/${page}.tsx`,
    "features/reader/engine/layout/pages.ts",
    "features/reading-activity/tracking/start-reading-clock.ts",
  ],
  namespaces: ["reader"],
});
const readPage = toReader("read-page");
const seamlessPage = toReader("seamless-page");
const isReader = (page: PageModules | null) => page === readPage || page === seamlessPage;
/** Of the interface; text does not wait for them. */
const fontPreloads = /<link\b[^>]*\bas="font"[^>]*>\s*/g;

/** Modules and messages of the pages that most visits start with, and of those that open a book. */
const preloadedPages: Partial<Record<RoutePath, PageModules>> = {
  "/": { modules: ["pages/home/home-page.tsx"], namespaces: ["home", "landing"] },
  "/browse": { modules: ["pages/browse/browse-page.tsx"], namespaces: ["browse"] },
  "/book/:id": { modules: ["pages/book/book-page.tsx"], namespaces: ["book", "library", "player"] },
  "/read/:id": readPage,
  "/e-reader/:id": readPage,
  "/ebook/:id": readPage,
  "/seamless-reader/:id": seamlessPage,
};

const initialPages: readonly RoutePath[] = ["/home", "/auth", "/library"];

/** Needed by all other pages. */
const lazyRoutes: PageModules = {
  modules: ["app/routing/lazy-routes.tsx", "lib/i18n/lazy-messages.ts"],
  namespaces: [],
};

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

/**
 * Adds `modulepreload` links for the app and the page to index.html, so that the browser fetches them in
 * parallel. They are inert in a `<template>` until the shell has painted, so that its picture and fonts come
 * first.
 *
 * @param folder the built client
 * @returns the template for a path; messages are linked in all languages, tagged with `lang`.
 */
export function addPreloadLinks(template: string, folder: string): (pathname: string) => string {
  const file = path.join(folder, ".vite", "manifest.json");
  const manifest: Manifest = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const templates = new Map<PageModules | null, string>();
  return (pathname) => {
    const page = findPageModules(pathname);
    const cached = templates.get(page);
    if (cached !== undefined) return cached;
    const links = [
      ...getChunkFiles(manifest, [...appModules, ...(page?.modules ?? [])]).map((name) => toLink(name)),
      ...languages.flatMap((language) =>
        [...appNamespaces, ...(page?.namespaces ?? [])].flatMap((namespace) => {
          const chunk = manifest[`../shared/locales/${language}/${namespace}.json`];
          return chunk ? [toLink(chunk.file, ` lang="${language}"`)] : [];
        }),
      ),
    ];
    // A page of a book has no shell whose picture and fonts would come first.
    const added = isReader(page)
      ? links.join("")
      : `<template id="${deferredLinksId}">${links.join("")}</template>`;
    const filled = (isReader(page) ? template.replace(fontPreloads, "") : template).replace(
      "</head>",
      () => `${added}</head>`,
    );
    templates.set(page, filled);
    return filled;
  };
}

function findPageModules(pathname: string): PageModules | null {
  const route = findRoute(pathname)?.path;
  if (!route) return lazyRoutes;
  return preloadedPages[route] ?? (initialPages.includes(route) || isFullScreen(route) ? null : lazyRoutes);
}

export const isFullScreen = (route: RoutePath): boolean =>
  /^\/(read|e-reader|ebook|seamless-reader)\/:id$|^\/whisper-sync-demo$/.test(route);

/** The files of some modules and of their static imports. */
function getChunkFiles(manifest: Manifest, modules: readonly string[]): string[] {
  const names = new Set<string>();
  const queue = [...modules];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (names.has(name) || !manifest[name]) continue;
    names.add(name);
    queue.push(...(manifest[name]?.imports ?? []));
  }
  return [...new Set([...names].map((name) => manifest[name]?.file ?? ""))].filter((file) =>
    file.endsWith(".js"),
  );
}

const toLink = (file: string, attributes = "") =>
  `<link rel="modulepreload"${attributes} fetchpriority="low" crossorigin href="/${file}">`;
