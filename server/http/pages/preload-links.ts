import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { languages } from "#shared/api/language.ts";
import { findRoute, initialRoutes } from "#shared/routes/route-table.ts";

/** What tells the way to all screens but the first, and to their words, by its name in Vite's manifest. */
const lazyRouteModules = ["app/routing/lazy-routes.tsx", "lib/i18n/lazy-messages.ts"];

/** Without its words the frame is not shown. */
const frameWords = ["common", "ui", "shell"];

type Manifest = Readonly<Record<string, { readonly file: string }>>;

/** The client's page for the first screens, and for all others. */
export interface Templates {
  readonly template: string;
  readonly lazyTemplate: string;
}

/**
 * Lets the client's page ask for what every visit needs together with the app, not after it. The scripts of the screen
 * itself are left for the app to ask for.
 *
 * @param folder the built client
 */
export function askAhead(page: string, folder: string): Templates {
  const file = path.join(folder, ".vite", "manifest.json");
  const manifest: Manifest = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const words = languages.flatMap((language) =>
    frameWords.map((area) => linkTo(manifest, `locales/${language}/${area}.json`, ` lang="${language}"`)),
  );
  const template = withLinks(page, words);
  return {
    template,
    lazyTemplate: withLinks(
      template,
      lazyRouteModules.map((name) => linkTo(manifest, name)),
    ),
  };
}

function linkTo(manifest: Manifest, name: string, attributes = ""): string {
  const part = manifest[name];
  return part ? `<link rel="modulepreload"${attributes} crossorigin href="/${part.file}">` : "";
}

const withLinks = (page: string, links: readonly string[]) =>
  page.replace("</head>", () => `${links.join("")}</head>`);

/** Whether the first load knows the way to what stands at an address. */
export function isFirstScreen(pathname: string): boolean {
  const found = findRoute(pathname);
  return found !== null && initialRoutes.includes(found.path);
}
