import { lazyPage } from "#client/lib/hooks/lazy-page.ts";
import type { RouteDefinition } from "./route-definition.ts";

export const bookRoutes: readonly RouteDefinition[] = [
  {
    path: "/book/:id/sync",
    page: lazyPage(["alignment"], async () => (await import("#client/pages/book/sync-page.tsx")).SyncPage),
    requiresSignIn: true,
  },
  {
    path: "/book/:id/narration",
    page: lazyPage(
      ["aiNarration"],
      async () => (await import("#client/pages/book/narration-page.tsx")).NarrationPage,
    ),
    requiresSignIn: true,
  },
  {
    path: "/top-rated-books",
    page: lazyPage(
      ["bookLists"],
      async () => (await import("#client/pages/book-lists/top-rated-page.tsx")).TopRatedPage,
    ),
  },
  {
    path: "/new-releases",
    page: lazyPage(
      ["bookLists"],
      async () => (await import("#client/pages/book-lists/new-releases-page.tsx")).NewReleasesPage,
    ),
  },
  {
    path: "/coming-soon",
    page: lazyPage(
      ["bookLists", "library"],
      async () => (await import("#client/pages/book-lists/coming-soon-page.tsx")).ComingSoonPage,
    ),
  },
  {
    path: "/genres",
    page: lazyPage(
      ["bookLists"],
      async () => (await import("#client/pages/book-lists/genres-page.tsx")).GenresPage,
    ),
  },
  {
    path: "/genre/:name",
    page: lazyPage(
      ["bookLists", "follows"],
      async () => (await import("#client/pages/book-lists/genre-page.tsx")).GenrePage,
    ),
  },
  {
    path: "/shelves/:id",
    page: lazyPage(
      ["shelves", "follows"],
      async () => (await import("#client/pages/shelf/shelf-page.tsx")).ShelfPage,
    ),
  },
  {
    path: "/open",
    page: lazyPage(
      ["localBooks", "reason"],
      async () => (await import("#client/pages/local-books/open-page.tsx")).OpenPage,
    ),
  },
  {
    path: "/seamless-reader",
    page: lazyPage(
      ["readAlong"],
      async () => (await import("#client/pages/reader/resume-seamless-page.tsx")).ResumeSeamlessPage,
    ),
  },
];
