import { screenAt } from "#shared/routes/route-table.ts";
import { shellRoutes } from "#client/app/routes/initial.ts";
import { lazyRoutes } from "#client/app/routes/lazy.ts";
import { furtherScreens } from "./router.tsx";

/** Fetches all screens that the server draws. */
export async function preloadPublicPages(): Promise<void> {
  const open = [...shellRoutes, ...lazyRoutes].filter(({ path }) => screenAt(path)?.isPublic);
  await Promise.all([furtherScreens.preload(), ...open.map(({ page }) => page.preload())]);
}
