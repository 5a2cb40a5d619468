import { findRoute } from "#shared/routes/route-table.ts";
import { shellRoutes } from "#client/app/routes/initial.ts";
import { lazyRoutes } from "#client/app/routes/lazy.ts";
import { lazyScreens } from "./router.tsx";

/** Fetches all screens that the server draws. */
export async function preloadPublicPages(): Promise<void> {
  const open = [...shellRoutes, ...lazyRoutes].filter(({ path }) => findRoute(path)?.isPublic);
  await Promise.all([lazyScreens.preload(), ...open.map(({ page }) => page.preload())]);
}
