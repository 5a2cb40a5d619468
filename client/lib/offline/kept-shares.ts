import type { BookId } from "#shared/books/book.ts";
import { Store } from "#client/lib/store.ts";

/** How much of each kept book is on this device, from 0 to 1; empty until the kept books are read. */
export const keptShares = new Store<ReadonlyMap<BookId, number>>(new Map());

/** False in some private windows and without https. */
export const canKeepBooks = (): boolean => "caches" in window && "serviceWorker" in navigator;
