import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Navigate, useLocation } from "react-router-dom";
import type { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { useOnline } from "#client/lib/api/connection.ts";
import { getErrorStatus } from "#client/lib/api/error-message.ts";
import { query } from "#client/lib/api/query.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, ErrorState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

/** Why a kept book does not open, or that it is not kept. */
const KeptOnly = lazyOverlay(async () => {
  const [module] = await Promise.all([
    import("#client/features/offline/kept-only.tsx"),
    loadMessages("offline"),
  ]);
  return module.KeptOnly;
});

interface ReaderErrorProps {
  readonly bookId: BookId;
  readonly error: unknown;
  readonly onRetry: () => void;
}

export function ReaderError({ bookId, error, onRetry }: ReaderErrorProps) {
  const isOnline = useOnline();
  return (
    <main className="grid min-h-dvh place-items-center bg-paper p-4">
      <h1 className="sr-only">{t("reader.failedTitle")}</h1>
      <div className="w-full max-w-md">
        {getErrorStatus(error) === 404 ? (
          <WithoutText bookId={bookId} />
        ) : (
          <>
            <ErrorState title={t("reader.failedTitle")} error={error} onRetry={onRetry} />
            {!isOnline && (
              <div className="mt-4 text-center">
                <Suspense>
                  <KeptOnly bookId={bookId} text={null} audio={null} />
                </Suspense>
              </div>
            )}
          </>
        )}
      </div>
    </main>
  );
}

function WithoutText({ bookId }: Pick<ReaderErrorProps, "bookId">) {
  const { search } = useLocation();
  const book = useQuery({ ...query(booksContract.getBook, { params: { bookId } }), retry: false });
  if (book.isPending) return <Skeleton className="h-40 w-full" />;
  if (book.data && book.data.id !== bookId) return <Navigate replace to={`/read/${book.data.id}${search}`} />;
  return (
    <EmptyState
      title={t("reader.noEbookTitle")}
      hint={t(book.data ? "reader.noEbookText" : "reader.notFoundText")}
      action={
        <ButtonLink to={book.data ? `/book/${bookId}` : "/browse"}>
          {t(book.data ? "reader.toBook" : "reader.browse")}
        </ButtonLink>
      }
    />
  );
}
