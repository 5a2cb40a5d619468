import { useQueries, useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router-dom";
import { booksContract } from "#shared/books/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { listGuestPositions } from "#client/features/positions/guest-positions.ts";
import { query } from "#client/lib/api/query.ts";
import { useSession } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { SessionLoading } from "#client/ui/feedback/session-loading.tsx";
import { Spinner } from "#client/ui/feedback/spinner.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

/** How many of the latest books are searched. */
const maxEntries = 100;
const maxGuestPositions = 10;

/** `/seamless-reader`: redirects to the latest book with text and audio. */
export function ResumeSeamlessPage() {
  const { user, isLoading, isUnreachable } = useSession();
  usePageTitle(t("readAlong.title"));
  if (isLoading) return <Spinner />;
  if (isUnreachable) return <SessionLoading />;
  return user ? <ResumeForReader /> : <ResumeForGuest />;
}

function ResumeForReader() {
  const entries = useQuery({
    ...query(libraryContract.listLibrary, { query: { limit: maxEntries } }),
    refetchOnMount: "always",
  });
  const requested = entries.isFetchedAfterMount ? entries : { ...entries, data: undefined };
  return (
    <QueryState query={requested} loading={<Spinner />} errorTitle={t("readAlong.failed")}>
      {(all) => {
        const last = all.find(({ book, lastFormat }) => lastFormat !== null && hasBoth(book));
        return last ? <OpenSeamless bookId={last.book.id} /> : <NothingStarted />;
      }}
    </QueryState>
  );
}

function ResumeForGuest() {
  const guestPositions = listGuestPositions().slice(0, maxGuestPositions);
  const books = useQueries({
    queries: guestPositions.map(({ bookId }) => ({
      ...query(booksContract.getBook, { params: { bookId } }),
      retry: false,
    })),
  });
  if (books.some(({ isPending }) => isPending)) return <Spinner />;
  const last = books.find(({ data }) => data && hasBoth(data))?.data;
  return last ? <OpenSeamless bookId={last.id} /> : <NothingStarted />;
}

const hasBoth = (book: { readonly hasEbook: boolean; readonly hasAudiobook: boolean }) =>
  book.hasEbook && book.hasAudiobook;

function OpenSeamless({ bookId }: { readonly bookId: string }) {
  return <Navigate replace to={`/seamless-reader/${bookId}`} />;
}

function NothingStarted() {
  return (
    <>
      <PageHeader title={t("readAlong.title")} hint={t("readAlong.hint")} />
      <EmptyState
        title={t("readAlong.noneStarted")}
        hint={t("readAlong.noneStartedHint")}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink to="/browse?format=both">{t("readAlong.findSyncedBooks")}</ButtonLink>
            <ButtonLink tone="secondary" to="/whisper-sync-demo">
              {t("readAlong.viewDemo")}
            </ButtonLink>
          </div>
        }
      />
    </>
  );
}
