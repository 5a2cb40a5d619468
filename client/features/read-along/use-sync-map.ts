import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { BookId } from "#shared/books/book.ts";
import { readerContract, type SyncMap } from "#shared/reader/contract.ts";
import { query } from "#client/lib/api/query.ts";
import type { HeardChapter } from "./audio-position.ts";
import type { FindSentences } from "./playback-sync.ts";

/** When the sentences of a book are heard, as far as it is known by now. */
export interface StepMap {
  /** Null until it is here. */
  readonly chapters: readonly HeardChapter[] | null;
  readonly find: FindSentences;
}

/** A book's map, asked for once the book is read and heard. */
export function useStepMap(bookId: BookId, isWanted: boolean): StepMap {
  const { data, isError } = useQuery({
    ...query(readerContract.getSyncMap, { params: { bookId } }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => mapOf(data ?? (isError ? { chapters: [] } : null)), [data, isError]);
}

function mapOf(map: Pick<SyncMap, "chapters"> | null): StepMap {
  const byNumber = new Map(map?.chapters.map(({ chapterNumber, sentences }) => [chapterNumber, sentences]));
  return {
    chapters: map?.chapters ?? null,
    find: (chapterNumber) => (map ? (byNumber.get(chapterNumber) ?? []) : undefined),
  };
}
