import { lazyPage } from "#client/lib/hooks/lazy-page.ts";
import type { RouteDefinition } from "./route-definition.ts";

const upload = lazyPage(
  ["upload"],
  async () => (await import("#client/pages/upload/upload-page.tsx")).UploadPage,
);

export const authorRoutes: readonly RouteDefinition[] = [
  {
    path: "/author/:id",
    page: lazyPage(
      ["book", "follows"],
      async () => (await import("#client/pages/contributor/author-page.tsx")).AuthorPage,
    ),
  },
  {
    path: "/authors-portal",
    requiresSignIn: true,
    page: lazyPage(
      ["publishing", "book", "reason", "corrections", "upload", "authorStats", "follows", "dictionary"],
      async () => (await import("#client/pages/authors-portal/authors-portal-page.tsx")).AuthorsPortalPage,
    ),
  },
  {
    path: "/upload",
    requiresSignIn: true,
    page: upload,
  },
  { path: "/upload-book", requiresSignIn: true, page: upload },
  {
    path: "/author-auth",
    page: lazyPage(
      ["authorApplication", "auth"],
      async () => (await import("#client/pages/author-application/author-auth-page.tsx")).AuthorAuthPage,
    ),
  },
];
