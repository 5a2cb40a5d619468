import { Route, Routes } from "react-router-dom";
import { PageBoundary } from "#client/app/layout/page-boundary.tsx";
import { Shell } from "#client/app/layout/shell.tsx";
import { fullScreenRoutes, shellRoutes } from "#client/app/routes/initial.ts";
import { type LazyPage, lazyPage } from "#client/lib/hooks/lazy-page.ts";
import { findPage, renderRoutes } from "./render-routes.tsx";

/** The lazy routes (`routes/lazy.ts`) and the 404 page. */
async function loadFurther() {
  const [screens] = await Promise.all([loadFurtherScreens(), import("#client/lib/i18n/lazy-messages.ts")]);
  return screens;
}

async function loadFurtherScreens() {
  const { LazyScreens: FurtherScreens, findLazyPage: furtherPageAt } = await import("./lazy-routes.tsx");
  return { FurtherScreens, furtherPageAt };
}

export const lazyScreens = lazyPage([], async () => (await loadFurther()).FurtherScreens);

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        {renderRoutes(shellRoutes)}
        <Route path="*" element={<lazyScreens.Page />} />
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
    const page = findPage([...shellRoutes, ...fullScreenRoutes], pathname) ?? (await furtherPageAt(pathname));
    await page?.preload();
  } catch {}
}

async function furtherPageAt(pathname: string): Promise<LazyPage | undefined> {
  const [{ furtherPageAt: at }] = await Promise.all([loadFurther(), lazyScreens.preload()]);
  return at(pathname);
}
