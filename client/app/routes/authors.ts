import { lazyPage } from "#client/lib/hooks/lazy-page.ts";
import type { RouteDefinition } from "./route-definition.ts";

export const authorScreens: readonly RouteDefinition[] = [
  {
    path: "/author/:id",
    page: lazyPage(
      ["book"],
      async () => (await import("#client/pages/contributor/author-page.tsx")).AuthorPage,
    ),
  },
  {
    path: "/author-auth",
    page: lazyPage(
      ["authorApplication", "auth"],
      async () => (await import("#client/pages/author-application/author-auth-page.tsx")).AuthorAuthPage,
    ),
  },
];
