import type { ReactElement } from "react";
import { matchPath, Route } from "react-router-dom";
import type { LazyPage } from "#client/lib/page-loader.ts";
import type { Screen } from "./areas/screen.ts";
import { ReadersOnly } from "./readers-only.tsx";

/** A route for each of some screens. */
export function routesTo(
  screens: readonly Screen[],
  around = (page: ReactElement) => page,
): readonly ReactElement[] {
  return screens.map(({ path, page: { Page }, isForReaders }) => {
    const page = isForReaders ? (
      <ReadersOnly>
        <Page />
      </ReadersOnly>
    ) : (
      <Page />
    );
    return <Route key={path} path={path} element={around(page)} />;
  });
}

/** Which of some screens stands at an address. */
export function pageAt(screens: readonly Screen[], pathname: string): LazyPage | undefined {
  return screens.find(({ path }) => matchPath(path, pathname))?.page;
}
