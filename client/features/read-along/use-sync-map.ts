import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { BookId } from "#shared/books/book.ts";
import { readerContract, type SyncMap } from "#shared/reader/contract.ts";
import { query } from "#client/lib/api/query.ts";
import type { AudibleChapter } from "./audio-position.ts";
import type { FindSentences } from "./playback-sync.ts";

export interface ReadAlongMap {
  /** Null while loading. */
  readonly chapters: readonly AudibleChapter[] | null;
  readonly find: FindSentences;
}

export function useSyncMap(bookId: BookId, isEnabled: boolean): ReadAlongMap {
  const { data, isError } = useQuery({
    ...query(readerContract.getSyncMap, { params: { bookId } }),
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => createReadAlongMap(data ?? (isError ? { chapters: [] } : null)), [data, isError]);
}

function createReadAlongMap(map: Pick<SyncMap, "chapters"> | null): ReadAlongMap {
  const byNumber = new Map(map?.chapters.map(({ chapterNumber, sentences }) => [chapterNumber, sentences]));
  return {
    chapters: map?.chapters ?? null,
    find: (chapterNumber) => (map ? (byNumber.get(chapterNumber) ?? []) : undefined),
  };
}
