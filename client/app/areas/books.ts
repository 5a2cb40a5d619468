import { lazyPage } from "#client/lib/page-loader.ts";
import type { Screen } from "./screen.ts";

/** Lists of books, and what is tended of one. */
export const bookScreens: readonly Screen[] = [
  {
    path: "/book/:id/sync",
    page: lazyPage(["sync"], async () => (await import("#client/pages/book/sync-page.tsx")).SyncPage),
    isForReaders: true,
  },
  {
    path: "/book/:id/narration",
    page: lazyPage(
      ["narration"],
      async () => (await import("#client/pages/book/narration-page.tsx")).NarrationPage,
    ),
    isForReaders: true,
  },
  {
    path: "/top-rated-books",
    page: lazyPage(
      ["lists"],
      async () => (await import("#client/pages/lists/top-rated-page.tsx")).TopRatedPage,
    ),
  },
  {
    path: "/new-releases",
    page: lazyPage(
      ["lists"],
      async () => (await import("#client/pages/lists/new-releases-page.tsx")).NewReleasesPage,
    ),
  },
  {
    path: "/coming-soon",
    page: lazyPage(
      ["lists", "library"],
      async () => (await import("#client/pages/lists/coming-soon-page.tsx")).ComingSoonPage,
    ),
  },
  {
    path: "/genres",
    page: lazyPage(["lists"], async () => (await import("#client/pages/lists/genres-page.tsx")).GenresPage),
  },
  {
    path: "/genre/:name",
    page: lazyPage(["lists"], async () => (await import("#client/pages/lists/genre-page.tsx")).GenrePage),
  },
  {
    path: "/seamless-reader",
    page: lazyPage(
      ["step"],
      async () => (await import("#client/pages/read/last-heard-page.tsx")).LastHeardPage,
    ),
  },
];
