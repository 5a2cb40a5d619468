import type { ReactNode } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { canKeepBooks } from "#client/lib/offline/kept-shares.ts";
import { Card } from "#client/ui/card.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { KeepOptions } from "./keep-options.tsx";
import type { KeptBook } from "./kept-book.ts";
import { KeptBookRow } from "./kept-book-row.tsx";
import { StorageMeter } from "./storage-meter.tsx";
import { useOfflineBooks } from "./use-offline-books.ts";
import { WaitingList } from "./waiting-list.tsx";

interface DownloadsViewProps {
  readonly userId: UserId;
  /** Opens a book that is complete. */
  readonly renderOpenButton: (book: KeptBook) => ReactNode;
  /** Books that are on this device only. */
  readonly otherBooks: ReactNode;
  readonly hasOtherBooks: boolean;
}

/** The books on this device, and the space that they use. */
export function DownloadsView(props: DownloadsViewProps) {
  const { userId, renderOpenButton, otherBooks, hasOtherBooks } = props;
  const { books, failures, offline } = useOfflineBooks(userId);
  if (!canKeepBooks()) {
    return (
      <div className="flex flex-col gap-6">
        <EmptyState title={t("offline.unavailable")} />
        {otherBooks}
      </div>
    );
  }
  return (
    <>
      <h2 className="sr-only">{t("offline.downloads")}</h2>
      <div className="flex flex-col gap-6">
        {books === null && <Skeleton className="h-24 rounded-card" />}
        {books?.length === 0 && !hasOtherBooks && (
          <EmptyState
            title={t("offline.emptyTitle")}
            hint={t("offline.emptyHint")}
            action={<ButtonLink to="/browse">{t("offline.findBook")}</ButtonLink>}
          />
        )}
        {books && books.length > 0 && offline && (
          <ul className="flex flex-col divide-y divide-line">
            {books.map((book) => (
              <li key={book.bookId}>
                <KeptBookRow
                  book={book}
                  failure={failures.get(book.bookId) ?? null}
                  offline={offline}
                  openButton={renderOpenButton(book)}
                />
              </li>
            ))}
          </ul>
        )}
        {otherBooks}
        <WaitingList userId={userId} />
        <Card>
          <StorageMeter changed={books} />
          <KeepOptions />
        </Card>
      </div>
    </>
  );
}
