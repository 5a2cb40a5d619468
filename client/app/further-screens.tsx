import { Route, Routes } from "react-router-dom";
import type { LazyPage } from "#client/lib/page-loader.ts";
import { further } from "./areas/further.ts";
import { NotFoundCard } from "./not-found-card.tsx";
import { pageAt, routesTo } from "./screen-routes.tsx";

/** Whatever stands at an address that is none of the first screens'. */
export function FurtherScreens() {
  return (
    <Routes>
      {routesTo(further)}
      <Route path="*" element={<NotFoundCard />} />
    </Routes>
  );
}

/** Which of them stands at an address. */
export function furtherPageAt(pathname: string): LazyPage | undefined {
  return pageAt(further, pathname);
}
