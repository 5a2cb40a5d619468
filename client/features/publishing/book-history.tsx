import { useInfiniteQuery } from "@tanstack/react-query";
import { bookFields, type PublishingBook, publishingContract } from "#shared/publishing/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { infiniteQuery } from "#client/lib/api/query.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { LoadMore } from "#client/ui/feedback/load-more.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { formatFieldValue, getFieldLabel } from "./book-form/field-labels.ts";
import { usePublishing } from "./use-publishing.ts";

const isBookField = (field: string) => (bookFields as readonly string[]).includes(field);

/** The changes of a book, each with its undo. */
export function BookHistory({ book }: { readonly book: PublishingBook }) {
  const changes = useInfiniteQuery(
    infiniteQuery(publishingContract.listChanges, { params: { bookId: book.id }, query: {} }),
  );
  const { restoreMutation, updateBook } = usePublishing(book.id);
  const undo = (changeId: string) =>
    restoreMutation.mutate(
      { params: { bookId: book.id, changeId }, body: { version: book.version } },
      {
        onSuccess: updateBook,
        onError: (error) => toast({ tone: "destructive", title: getErrorMessage(error) }),
      },
    );
  return (
    <QueryState
      query={changes}
      loading={<Skeleton className="h-24 rounded-card" />}
      isEmpty={({ pages }) => pages[0]?.changes.length === 0}
      empty={<p className="text-muted">{t("publishing.noChanges")}</p>}
    >
      {({ pages }) => (
        <>
          <ul className="divide-y divide-line">
            {pages
              .flatMap((page) => page.changes)
              .map(({ id, field, before, after, actor, at }) => (
                <li key={id} className="flex flex-wrap items-start justify-between gap-2 py-3">
                  <div className="min-w-0 flex-1 basis-60">
                    <p className="font-medium">{getFieldLabel(field)}</p>
                    <p dir="auto" className="line-clamp-2 break-words text-muted text-small line-through">
                      {formatFieldValue(field, before)}
                    </p>
                    <p dir="auto" className="line-clamp-2 break-words text-small">
                      {formatFieldValue(field, after)}
                    </p>
                    <p className="text-muted text-small">
                      <bdi>{actor}</bdi> · {formatRelativeTime(at)}
                    </p>
                  </div>
                  {isBookField(field) && (
                    <Button
                      tone="quiet"
                      size="small"
                      isPending={restoreMutation.isPending}
                      onClick={() => undo(id)}
                    >
                      {t("publishing.restore")}
                    </Button>
                  )}
                </li>
              ))}
          </ul>
          <LoadMore
            hasMore={changes.hasNextPage}
            isLoading={changes.isFetchingNextPage}
            error={changes.isFetchNextPageError ? changes.error : null}
            isRequested
            onLoad={() => void changes.fetchNextPage()}
          />
        </>
      )}
    </QueryState>
  );
}
