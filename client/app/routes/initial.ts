import { type LazyPage, lazyPage } from "#client/lib/hooks/lazy-page.ts";
import type { RouteDefinition } from "./route-definition.ts";

/** The pages that most visits start with. All others are in a second chunk (`lazy.ts`). */
export const pages = {
  home: lazyPage(
    ["home", "landing"],
    async () => (await import("#client/pages/home/home-page.tsx")).HomePage,
  ),
  dashboard: lazyPage(
    ["home", "challenge", "library", "player"],
    async () => (await import("#client/pages/home/dashboard-page.tsx")).DashboardPage,
  ),
  auth: lazyPage(
    ["auth", "notifications"],
    async () => (await import("#client/pages/auth/auth-page.tsx")).AuthPage,
  ),
  browse: lazyPage(["browse"], async () => (await import("#client/pages/browse/browse-page.tsx")).BrowsePage),
  book: lazyPage(
    ["book", "library", "player"],
    async () => (await import("#client/pages/book/book-page.tsx")).BookPage,
  ),
  library: lazyPage(
    ["library", "player"],
    async () => (await import("#client/pages/library/library-page.tsx")).LibraryPage,
  ),
  read: lazyPage(["reader"], async () => (await import("#client/pages/reader/read-page.tsx")).ReadPage),
  seamless: lazyPage(
    ["reader"],
    async () => (await import("#client/pages/reader/seamless-page.tsx")).SeamlessPage,
  ),
  whisperSync: lazyPage(
    ["reader", "readAlong"],
    async () => (await import("#client/pages/reader/whisper-sync-page.tsx")).WhisperSyncPage,
  ),
  localBook: lazyPage(
    ["reader", "localBooks"],
    async () => (await import("#client/pages/local-books/local-read-page.tsx")).LocalReadPage,
  ),
} satisfies Record<string, LazyPage>;

export const shellRoutes: readonly RouteDefinition[] = [
  { path: "/", page: pages.home },
  { path: "/home", page: pages.dashboard },
  { path: "/auth", page: pages.auth },
  { path: "/browse", page: pages.browse },
  { path: "/book/:id", page: pages.book },
  { path: "/library", page: pages.library, requiresSignIn: true },
];

/** Full-screen pages. */
export const fullScreenRoutes: readonly RouteDefinition[] = [
  { path: "/read/:id", page: pages.read },
  { path: "/read/local/:id", page: pages.localBook },
  { path: "/e-reader/:id", page: pages.read },
  { path: "/ebook/:id", page: pages.read },
  { path: "/seamless-reader/:id", page: pages.seamless },
  { path: "/whisper-sync-demo", page: pages.whisperSync },
];
