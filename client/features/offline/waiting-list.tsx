import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { query } from "#client/lib/api/query.ts";
import type { WaitingChange } from "#client/lib/api/waiting-change.ts";
import { deleteRefusedChange, showChanges, waitingChanges } from "#client/lib/api/waiting-changes.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { Button } from "#client/ui/forms/button.tsx";

/** Changes that wait for a connection, and those that the server refused. */
export function WaitingList({ userId }: { readonly userId: UserId }) {
  const { waiting, refused } = useStore(waitingChanges);
  useEffect(() => showChanges(userId), [userId]);
  if (waiting.length + refused.length === 0) return null;
  return (
    <section aria-labelledby="waiting-changes">
      <h3 id="waiting-changes" className="mb-2 font-semibold">
        {t("offline.changes")}
      </h3>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {refused.map(({ change, reason }) => (
          <li key={`${change.subject} ${change.at}`} className="flex flex-col gap-1 p-4">
            <Change change={change} />
            <p className="text-destructive text-small">{t("offline.changeRefused", { reason })}</p>
            <Button
              tone="quiet"
              size="small"
              className="self-start"
              onClick={() => deleteRefusedChange(userId, change.subject)}
            >
              {t("offline.changeDelete")}
            </Button>
          </li>
        ))}
        {waiting.map((change) => (
          <li key={change.subject} className="flex flex-col gap-1 p-4">
            <Change change={change} />
            <p className="text-muted text-small">{t("offline.changeWaits")}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Change({ change: { kind, bookId, value } }: { readonly change: WaitingChange }) {
  return (
    <>
      {bookId && <BookTitle bookId={bookId} />}
      <p>{t(`offline.change-${kind}`)}</p>
      {value && (
        <p dir="auto" className="line-clamp-3 wrap-anywhere text-muted">
          {value}
        </p>
      )}
    </>
  );
}

function BookTitle({ bookId }: { readonly bookId: BookId }) {
  const { data } = useQuery(query(booksContract.getBook, { params: { bookId } }));
  return data ? (
    <Link to={`/book/${bookId}`} dir="auto" className="truncate font-medium">
      {data.title}
    </Link>
  ) : null;
}
