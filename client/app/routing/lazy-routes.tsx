import { Route, Routes } from "react-router-dom";
import { NotFoundCard } from "#client/app/layout/not-found-card.tsx";
import { lazyRoutes } from "#client/app/routes/lazy.ts";
import type { LazyPage } from "#client/lib/hooks/lazy-page.ts";
import { findPage, renderRoutes } from "./render-routes.tsx";

export function LazyRoutes() {
  return (
    <Routes>
      {renderRoutes(lazyRoutes)}
      <Route path="*" element={<NotFoundCard />} />
    </Routes>
  );
}

export function findLazyPage(pathname: string): LazyPage | undefined {
  return findPage(lazyRoutes, pathname);
}
