import { lazyPage } from "#client/lib/page-loader.ts";
import type { Screen } from "./screen.ts";

/** Authors, and the way to become one. */
export const authorScreens: readonly Screen[] = [
  {
    path: "/author/:id",
    page: lazyPage(["book"], async () => (await import("#client/pages/author/author-page.tsx")).AuthorPage),
  },
  {
    path: "/author-auth",
    page: lazyPage(
      ["authors", "auth"],
      async () => (await import("#client/pages/authors/author-auth-page.tsx")).AuthorAuthPage,
    ),
  },
];
