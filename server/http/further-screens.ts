import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { firstScreens, screenAt } from "#shared/pages/screens.ts";

/** What tells the way to all screens but the first, and to their words, by its name in Vite's manifest. */
const wayThere = ["app/further-screens.tsx", "lib/further-words.ts"];

/**
 * The client's page for one of those screens: it asks for the way there together with the app, not after it. The
 * scripts of the screen itself are left for the app to ask for.
 *
 * @param folder the built client
 */
export function askForFurther(template: string, folder: string): string {
  const file = path.join(folder, ".vite", "manifest.json");
  if (!existsSync(file)) return template;
  const manifest = JSON.parse(readFileSync(file, "utf8")) as Record<string, { readonly file: string }>;
  const links = wayThere
    .flatMap((name) => manifest[name] ?? [])
    .map((part) => `<link rel="modulepreload" crossorigin href="/${part.file}">`);
  return template.replace("</head>", () => `${links.join("")}</head>`);
}

/** Whether the first load knows the way to what stands at an address. */
export function isFirstScreen(pathname: string): boolean {
  const found = screenAt(pathname);
  return found !== null && firstScreens.includes(found.path);
}
