import * as z from "zod/mini";
import { BookId } from "#shared/books/book.ts";

/** The largest number of books in a queue. */
export const maxQueuedBooks = 200;

/** A book to hear next. */
export const QueuedBook = z.object({
  id: BookId,
  title: z.string(),
  author: z.string(),
  coverImageUrl: z.string(),
});
export type QueuedBook = z.infer<typeof QueuedBook>;

/**
 * Puts an item into a list, or moves it there.
 *
 * @param position from 0 among the other items; the end when absent or larger
 */
export function placeInQueue<Item>(
  items: readonly Item[],
  item: Item,
  { position = items.length, isSame }: { position?: number; isSame: (a: Item, b: Item) => boolean },
): Item[] {
  const others = items.filter((each) => !isSame(each, item));
  return others.toSpliced(position, 0, item);
}
