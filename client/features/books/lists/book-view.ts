import { useSyncExternalStore } from "react";

export const bookViews = ["grid", "list"] as const;
export type BookView = (typeof bookViews)[number];

const storedAs = "book-view";
const listeners = new Set<() => void>();
/** What holds where the browser keeps nothing. */
let chosen: BookView | null = null;

/** Shows lists of books in a grid or as a list, and keeps the choice in this browser. */
export function chooseBookView(view: BookView): void {
  chosen = view;
  try {
    localStorage.setItem(storedAs, view);
  } catch {
    // It holds until the page closes.
  }
  for (const listener of listeners) listener();
}

/** How lists of books are shown: in a grid until somebody chooses otherwise. */
export function useBookView(): BookView {
  return useSyncExternalStore(listen, read, () => "grid" as const);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): BookView {
  try {
    const stored = localStorage.getItem(storedAs);
    return bookViews.find((view) => view === stored) ?? "grid";
  } catch {
    return chosen ?? "grid";
  }
}
