import { useInfiniteQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { ledgerContract } from "#shared/ledger/contract.ts";
import type { LedgerSession } from "#shared/ledger/session.ts";
import { endlessQuery, useCall } from "#client/lib/api.ts";
import { calendarDay, duration } from "#client/lib/format.ts";
import { say } from "#client/lib/words.ts";
import { IconButton } from "#client/ui/icon-button.tsx";
import { LoadMore } from "#client/ui/load-more.tsx";
import { Skeleton, Skeletons } from "#client/ui/skeleton.tsx";
import { toast } from "#client/ui/toast.ts";

const { listLedger, removeSession, restoreSession, getSummary, listDays, getShares } = ledgerContract;
const refreshes = [listLedger, getSummary, listDays, getShares];

/** One's own sessions, the latest first; each can be deleted, and put back. */
export function SessionList() {
  const sessions = useInfiniteQuery(endlessQuery(listLedger, { query: { limit: 10 } }));
  const rows = sessions.data?.pages.flatMap((page) => page.sessions) ?? [];
  if (sessions.isLoading) {
    return (
      <Skeletons many={4} className="flex flex-col gap-2">
        <Skeleton className="h-16 rounded-card" />
      </Skeletons>
    );
  }
  return (
    <>
      <ul className="flex flex-col gap-2">
        {rows.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <LoadMore
        hasMore={sessions.hasNextPage}
        isLoading={sessions.isFetchingNextPage}
        // A long list does not fetch itself to its end while only its beginning is looked at.
        error={sessions.isError ? sessions.error : null}
        onLoad={() => void sessions.fetchNextPage()}
      />
    </>
  );
}

function SessionRow({ session }: { readonly session: LedgerSession }) {
  const remove = useRemoval();
  const { kind, title, startedAt, seconds, pages, isManual } = session;
  const facts = [
    say(`ledger.${kind}`),
    calendarDay(startedAt),
    duration(seconds),
    ...(pages >= 1 ? [say("ledger.pages", { n: Math.floor(pages) })] : []),
    ...(isManual ? [say("ledger.byHand")] : []),
  ];
  return (
    <li className="flex min-h-16 items-center gap-3 rounded-card border border-line bg-surface px-4 py-2">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate text-start font-medium">
          {title}
        </p>
        <p className="text-muted text-small">{facts.join(" · ")}</p>
      </div>
      <IconButton
        label={say("ledger.delete", { title })}
        icon={<Trash2 aria-hidden />}
        onClick={() => remove(session)}
      />
    </li>
  );
}

function useRemoval() {
  const removal = useCall(removeSession, { refreshes });
  const restoring = useCall(restoreSession, { refreshes });
  return ({ id }: LedgerSession) => {
    const params = { sessionId: id };
    void removal.mutateAsync({ params }).then(
      () =>
        toast({
          title: say("ledger.deleted"),
          action: { label: say("common.undo"), onSelect: () => restoring.mutate({ params }) },
        }),
      () => undefined,
    );
  };
}
