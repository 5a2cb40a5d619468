import type { ReactElement } from "react";
import { matchPath, Route } from "react-router-dom";
import type { RouteDefinition } from "#client/app/routes/route-definition.ts";
import type { LazyPage } from "#client/lib/hooks/lazy-page.ts";
import { RequireAuth } from "./require-auth.tsx";

export function renderRoutes(
  routes: readonly RouteDefinition[],
  wrapPage = (page: ReactElement) => page,
): readonly ReactElement[] {
  return routes.map(({ path, page: { Page }, requiresSignIn }) => {
    const page = requiresSignIn ? (
      <RequireAuth>
        <Page />
      </RequireAuth>
    ) : (
      <Page />
    );
    return <Route key={path} path={path} element={wrapPage(page)} />;
  });
}

export function findPage(routes: readonly RouteDefinition[], pathname: string): LazyPage | undefined {
  return routes.find(({ path }) => matchPath(path, pathname))?.page;
}
