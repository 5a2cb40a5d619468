import type { ScreenPath } from "#shared/pages/screens.ts";

const words = (...areas: readonly string[]) => areas.map((area) => `messages/en/${area}.json`);

/** The words that every screen needs. */
const shell = words("common", "ui", "shell");

/** What the client fetches for a screen before it can show it, as `client/app/routes.tsx` names it. */
export const screenModules: Partial<Record<ScreenPath, readonly string[]>> = {
  "/": [...shell, "pages/home/home-page.tsx", ...words("home", "landing")],
  "/browse": [...shell, "pages/browse/browse-page.tsx", ...words("browse")],
  "/book/:id": [...shell, "pages/book/book-page.tsx", ...words("book", "library", "player")],
  "/author/:id": [...shell, "pages/author/author-page.tsx", ...words("book")],
};
