import { screenAt } from "#shared/pages/screens.ts";
import { framed } from "./areas/first.ts";
import { further } from "./areas/further.ts";
import { furtherScreens } from "./routes.tsx";

/** Fetches all screens that the server draws. */
export async function preloadPublicPages(): Promise<void> {
  const open = [...framed, ...further].filter(({ path }) => screenAt(path)?.isPublic);
  await Promise.all([furtherScreens.preload(), ...open.map(({ page }) => page.preload())]);
}
