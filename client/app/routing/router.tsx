import { Route, Routes } from "react-router-dom";
import { PageBoundary } from "#client/app/layout/page-boundary.tsx";
import { Shell } from "#client/app/layout/shell.tsx";
import { fullScreenRoutes, shellRoutes } from "#client/app/routes/initial.ts";
import { type LazyPage, lazyPage } from "#client/lib/hooks/lazy-page.ts";
import { findPage, renderRoutes } from "./render-routes.tsx";

/** The lazy routes (`routes/lazy.ts`) and the 404 page, with their texts. */
async function loadLazyRoutes() {
  const [lazyRoutes] = await Promise.all([importLazyRoutes(), import("#client/lib/i18n/lazy-messages.ts")]);
  return lazyRoutes;
}

async function importLazyRoutes() {
  const { LazyRoutes, findLazyPage } = await import("./lazy-routes.tsx");
  return { LazyRoutes, findLazyPage };
}

export const lazyRoutesPage = lazyPage([], async () => (await loadLazyRoutes()).LazyRoutes);

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        {renderRoutes(shellRoutes)}
        <Route path="*" element={<lazyRoutesPage.Page />} />
      </Route>
      {renderRoutes(fullScreenRoutes, (page) => (
        <PageBoundary>{page}</PageBoundary>
      ))}
    </Routes>
  );
}

/** Preloads the page of a path. */
export async function preloadPage(pathname: string): Promise<void> {
  try {
    const page = findPage([...shellRoutes, ...fullScreenRoutes], pathname) ?? (await findLazyPage(pathname));
    await page?.preload();
  } catch {}
}

async function findLazyPage(pathname: string): Promise<LazyPage | undefined> {
  const [lazyRoutes] = await Promise.all([loadLazyRoutes(), lazyRoutesPage.preload()]);
  return lazyRoutes.findLazyPage(pathname);
}
