import { useSyncExternalStore } from "react";

export const bookViews = ["grid", "list"] as const;
export type BookView = (typeof bookViews)[number];

const storedAs = "book-view";
const listeners = new Set<() => void>();
let chosen: BookView | null = null;

export function chooseBookView(view: BookView): void {
  chosen = view;
  try {
    localStorage.setItem(storedAs, view);
  } catch {}
  for (const listener of listeners) listener();
}

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
