import { useEffect, useState } from "react";
import { BookId } from "#shared/books/book.ts";
import { openPath } from "#shared/routes/shared-file.ts";
import { type OpenLocalBook, openLocalBook } from "#client/features/local-books/local-books.ts";
import { findLocalPosition, storeLocalPosition } from "#client/features/local-books/local-position.ts";
import { MessageCard } from "#client/features/reader/components/message-card.tsx";
import { ReaderSkeleton } from "#client/features/reader/components/reader-skeleton.tsx";
import type { LocalEbook } from "#client/features/reader/engine/document/entries.ts";
import { isReadersMove } from "#client/features/reader/engine/position/relocate-reason.ts";
import { useReaderSettings } from "#client/features/reader/hooks/use-reader-settings.ts";
import { toLocator } from "#client/features/reader/hooks/use-report-position.ts";
import { Reader } from "#client/features/reader/reader.tsx";
import { getScript } from "#client/features/reader/settings/settings.ts";
import { useSession } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { useRouteParam } from "#client/lib/hooks/route-params.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { OpeningBook } from "#client/pages/reader/reader-screen.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";

/** `/read/local/:id`: a book that is on this device only. */
export function LocalReadPage() {
  const bookId = useRouteParam("id", BookId);
  const ebook = useLocalEbook(bookId);
  usePageTitle(ebook === "missing" ? t("localBooks.missingTitle") : (ebook?.title ?? null));
  if (ebook === null) return <OpeningBook />;
  return <main>{ebook === "missing" ? <MissingBook /> : <LocalReader key={bookId} ebook={ebook} />}</main>;
}

/** Null while it opens. */
function useLocalEbook(bookId: BookId): LocalEbook | "missing" | null {
  const { user, isLoading } = useSession();
  const userId = user?.id ?? null;
  const [ebook, setEbook] = useState<LocalEbook | "missing" | null>(null);
  useEffect(() => {
    if (isLoading) return;
    let opened: OpenLocalBook | null = null;
    let isClosed = false;
    void openLocalBook(userId, bookId)
      .catch(() => null)
      .then((book) => {
        if (isClosed) return book?.reader.close();
        opened = book;
        setEbook(book ? toLocalEbook(book) : "missing");
      });
    return () => {
      isClosed = true;
      opened?.reader.close();
      setEbook(null);
    };
  }, [isLoading, userId, bookId]);
  return ebook;
}

const toLocalEbook = ({ ebook, reader }: OpenLocalBook): LocalEbook => ({
  ...ebook,
  loadEntry: (path) => reader.readEntry(path),
});

function LocalReader({ ebook }: { readonly ebook: LocalEbook }) {
  const { bookId, title, language } = ebook;
  const isSignedIn = useSession().user !== null;
  const control = useReaderSettings(bookId, getScript(language), false);
  const [start] = useState(() => {
    const locator = findLocalPosition(bookId);
    return locator ? { locator } : { fraction: 0 };
  });
  const closeUrl = isSignedIn ? "/library?view=downloads" : openPath;
  if (!control.isReady) return <ReaderSkeleton />;
  return (
    <Reader
      ebook={ebook}
      control={control}
      start={start}
      closeUrl={closeUrl}
      onPage={(location, cause) => {
        if (!location.notice && isReadersMove(cause)) storeLocalPosition(bookId, toLocator(location));
      }}
      reloadBook={async () => undefined}
      onReadAloud={null}
      renderNotices={() => null}
      renderEnd={(lastPage) => (
        <MessageCard
          title={t("reader.endTitle")}
          text={t("reader.endText", { title: `\u2068${title}\u2069` })}
        >
          <ButtonLink to={closeUrl}>{t("localBooks.toBooks")}</ButtonLink>
          {lastPage}
        </MessageCard>
      )}
    />
  );
}

function MissingBook() {
  return (
    <div className="grid min-h-dvh place-items-center bg-paper p-4">
      <h1 className="sr-only">{t("localBooks.missingTitle")}</h1>
      <div className="w-full max-w-md">
        <EmptyState
          title={t("localBooks.missingTitle")}
          hint={t("localBooks.missingHint")}
          action={<ButtonLink to={openPath}>{t("localBooks.openFile")}</ButtonLink>}
        />
      </div>
    </div>
  );
}
