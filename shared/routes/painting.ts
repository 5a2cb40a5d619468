import type { Language } from "#shared/api/language.ts";
import type { RoutePath } from "./route-table.ts";

/** What a page's shell tells the client of itself, and what is known when the server draws the page for a guest. */
export interface ShellFacts {
  readonly language: Language;
  readonly productName: string;
  /** What the screen would ask for at once, by the address of the call, as it is on the wire. */
  readonly replies: Readonly<Record<string, unknown>>;
}

/** A page as the client draws it first. */
export interface Painting {
  /** What stands in the page's root. */
  readonly html: string;
  /** Links to what it shows, for the page's head. */
  readonly links: string;
}

/** Draws pages of the client where there is no browser. It is built with the client, and loaded by the server. */
export interface Painter {
  /** @param path without a query. */
  readonly paint: (path: string, facts: ShellFacts) => Promise<Painting>;
}

/** Public screens that only a browser can draw: what the device can or knows, and a book that the sound goes with. */
export const drawnByBrowser: ReadonlySet<RoutePath> = new Set([
  "/download-app",
  "/whisper-sync-demo",
  "/athan-demo",
]);

/** The attribute of the root that holds a painting; its value is the language that it speaks. */
export const paintedMark = "data-painted";

/** The id of the element that holds the replies. */
export const repliesId = "replies";
