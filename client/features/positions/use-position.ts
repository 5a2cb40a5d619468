import { useQuery } from "@tanstack/react-query";
import { call } from "#shared/api/http-client.ts";
import type { BookId } from "#shared/books/book.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { useSession } from "#client/lib/api/session.ts";
import { hasKeptBooks } from "#client/lib/offline/has-kept-books.ts";
import { getPositionTracker } from "./position-tracker.ts";

export function usePosition(bookId: BookId) {
  const { user } = useSession();
  const input = { params: { bookId } };
  return useQuery({
    ...query(positionsContract.getPosition, input),
    queryFn: async ({ signal }) => {
      if (user) await getPositionTracker().waitForUpload(user.id);
      const reply = call(positionsContract.getPosition, input, { signal });
      if (!user || !hasKeptBooks()) return reply;
      // It may fail before the chunk is loaded that handles it.
      reply.catch(() => undefined);
      return (await import("./last-event.ts")).applyLastEvent(reply, user.id, bookId);
    },
    enabled: user !== null,
    staleTime: 0,
    refetchOnMount: "always",
  });
}

export function usePositionHistory(bookId: BookId, isEnabled: boolean) {
  const { user } = useSession();
  return useQuery({
    ...query(positionsContract.listPositions, { params: { bookId } }),
    enabled: user !== null && isEnabled,
    staleTime: 0,
    refetchOnMount: "always",
  });
}
