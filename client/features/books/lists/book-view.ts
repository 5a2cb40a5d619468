import { createStoredPreference } from "#client/lib/stored-preference.ts";

export const bookViews = ["grid", "list"] as const;
export type BookView = (typeof bookViews)[number];

export const { choose: chooseBookView, use: useBookView } = createStoredPreference("book-view", bookViews);
