import { useQuery } from "@tanstack/react-query";
import { aiNarrationContract, type Narration } from "#shared/ai-narration/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { query } from "#client/lib/api/query.ts";

const pollIntervalMs = 2_000;

export const isRunning = (narration: Narration | null) =>
  narration?.state === "queued" || narration?.state === "running";

export function useNarration(bookId: BookId) {
  return useQuery({
    ...query(aiNarrationContract.getNarration, { params: { bookId } }),
    refetchInterval: ({ state }) => (isRunning(state.data?.narration ?? null) ? pollIntervalMs : false),
  });
}
