import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import type { BookId } from "#shared/books/book.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { getPositionTracker } from "#client/features/positions/position-tracker.ts";
import { usePosition } from "#client/features/positions/use-position.ts";
import { getRequestedPosition } from "#client/features/reader/chapter-url.ts";
import { ReaderSkeleton } from "#client/features/reader/components/reader-skeleton.tsx";
import { useStoredSettings } from "#client/features/reader/hooks/use-reader-settings.ts";
import { getInitialPosition, getOpeningPosition } from "#client/features/reader/initial-position.ts";
import { retryWhileOffline } from "#client/lib/api/connection.ts";
import { getErrorStatus } from "#client/lib/api/error-message.ts";
import { query } from "#client/lib/api/query.ts";
import { sessionQuery, useSession } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { OpenReader, type OpenReaderProps } from "./open-reader.tsx";
import { ReaderError } from "./reader-error.tsx";

interface ReaderScreenProps {
  readonly bookId: BookId;
  readonly showsPlayer?: boolean;
  /** The page title, if it is not the book's. */
  readonly title?: string;
  readonly welcome?: OpenReaderProps["welcome"];
}

export function ReaderScreen({ bookId, showsPlayer = false, title, welcome }: ReaderScreenProps) {
  const session = useQuery(sessionQuery);
  const { user, isLoading, isUnreachable } = useSession();
  const ebook = useQuery({
    ...query(readerContract.getEbook, { params: { bookId } }),
    enabled: !isLoading && !isUnreachable,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const position = usePosition(bookId);
  // Loaded together with the book, not after it.
  useStoredSettings(bookId, user !== null && !isLoading);
  const { search } = useLocation();
  usePageTitle(title ?? ebook.data?.title ?? null);

  const isPositionKnown = user === null || position.isFetchedAfterMount;
  const [opened, setOpened] = useState<Pick<OpenReaderProps, "ebook" | "isSignedIn" | "opening"> | null>(
    null,
  );
  if (
    !opened &&
    !isLoading &&
    !isUnreachable &&
    ebook.data &&
    !ebook.isError &&
    isPositionKnown &&
    !position.isError
  ) {
    const initialPosition = getInitialPosition(bookId, user === null ? null : (position.data ?? null));
    const opening = getOpeningPosition(initialPosition, ebook.data, getRequestedPosition(search));
    setOpened({ ebook: ebook.data, isSignedIn: user !== null, opening });
  }
  const reloadBook = async () => {
    await getPositionTracker().waitUntilSaved();
    const [{ data, error }] = await Promise.all([ebook.refetch(), position.refetch()]);
    const isChanged = error ? getErrorStatus(error) === 404 : data?.version !== opened?.ebook.version;
    if (isChanged) setOpened(null);
  };
  if (opened) {
    const { version } = opened.ebook;
    return (
      <OpenReader
        key={version}
        {...opened}
        showsPlayer={showsPlayer}
        welcome={welcome}
        reloadBook={reloadBook}
      />
    );
  }

  const failed = [session, ebook, position].find(({ isError, isPaused }) => isError || isPaused);
  if (failed) {
    const retry = () => (failed.isPaused ? retryWhileOffline() : void failed.refetch());
    return <ReaderError bookId={bookId} error={failed.error} onRetry={retry} />;
  }
  return <OpeningBook />;
}

/** The local book's page shares it, and so the whole chunk: two chunks would be larger. */
export function OpeningBook() {
  return (
    <main className="fixed inset-0 bg-paper">
      <ReaderSkeleton />
    </main>
  );
}
