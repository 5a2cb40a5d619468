import type { ComponentType } from "react";
import type { Book } from "#shared/books/book.ts";
import { Store } from "#client/lib/store.ts";

/** The menu of book cards; the app provides it to readers, because its items belong to several features. */
export const bookMenu = new Store<ComponentType<{ readonly book: Book }> | null>(null);
