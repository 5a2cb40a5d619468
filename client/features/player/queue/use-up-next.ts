import { useQuery } from "@tanstack/react-query";
import type { Book, BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import type { QueuedBook } from "#shared/queue/queue.ts";
import type { PlayerState } from "#client/features/player/engine/player-state.ts";
import { getBookDuration, toBookTime } from "#client/features/player/engine/timeline.ts";
import { useQueue } from "#client/features/queue/index.ts";
import { query } from "#client/lib/api/query.ts";

/** Seconds before the end of a book. */
const nearEndSeconds = 90;

interface UpNext {
  /** Null when the queue is empty. */
  readonly queued: QueuedBook | null;
  /** The next book of the series. */
  readonly inSeries: { readonly id: BookId; readonly title: string } | null;
  /** That book, if it is an audiobook. */
  readonly audiobookInSeries: Book | null;
}

/** The book after this one: the queue is before the series. */
export function useUpNext(bookId: BookId): UpNext {
  const { books } = useQueue();
  const { data } = useQuery(query(booksContract.getBook, { params: { bookId } }));
  const series = data?.series;
  const inSeries = series?.next ?? null;
  const card = series?.books.find(({ book }) => book.id === inSeries?.id)?.book;
  return {
    queued: books.find(({ id }) => id !== bookId) ?? null,
    inSeries,
    audiobookInSeries: card?.hasAudiobook ? card : null,
  };
}

export function isNearEnd({ playlist, chapterIndex, time }: PlayerState): boolean {
  if (playlist?.portion !== "whole") return false;
  const position = toBookTime(playlist, { index: chapterIndex, time });
  return position > 0 && getBookDuration(playlist) - position <= nearEndSeconds;
}
