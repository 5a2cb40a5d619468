import { createStoredPreference } from "#client/lib/stored-preference.ts";

export const bookViews = ["grid", "list"] as const;
export type BookView = (typeof bookViews)[number];

export const catalogueView = createStoredPreference<BookView>("book-view", bookViews);

/** The list shows how to continue each book. */
export const libraryView = createStoredPreference<BookView>("library-view", ["list", "grid"]);
