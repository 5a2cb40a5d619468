import { useQuery } from "@tanstack/react-query";
import type { Alignment } from "#shared/alignment/alignment.ts";
import { alignmentContract } from "#shared/alignment/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { query } from "#client/lib/api/query.ts";

const pollIntervalMs = 2_000;

export const isRunning = (alignment: Alignment | null) =>
  alignment?.state === "queued" || alignment?.state === "running";

export function useAlignmentEditor(bookId: BookId) {
  return useQuery({
    ...query(alignmentContract.getAlignmentEditor, { params: { bookId } }),
    refetchInterval: ({ state }) => (isRunning(state.data?.alignment ?? null) ? pollIntervalMs : false),
  });
}

/** One chapter of one version of the sync map. */
export function useEditableChapter(bookId: BookId, chapterNumber: number) {
  return useQuery(query(alignmentContract.getEditableChapter, { params: { bookId, chapterNumber } }));
}
