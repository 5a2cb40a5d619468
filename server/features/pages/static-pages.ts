import type { ScreenPath } from "#shared/pages/screens.ts";

interface StaticPage {
  readonly title: string;
  readonly description: string;
}

/** How the screens that are the same for everybody are called, as their own title has it. */
export const staticPages: Partial<Record<ScreenPath, StaticPage>> = {
  "/": {
    title: "",
    description: "Read and listen to Islamic books, and go on where you left off on every device.",
  },
  "/browse": {
    title: "All Books",
    description: "Browse the whole library: ebooks and audiobooks by subject, author, language and format.",
  },
  "/challenges": {
    title: "Reading Challenges",
    description: "A goal, a few weeks, and readers who have the same one.",
  },
  "/champions": { title: "Champions", description: "The readers who finished most books." },
  "/challenges/champions": { title: "Champions", description: "The readers who finished most books." },
};
