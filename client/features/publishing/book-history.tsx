import { bookFields, type PublishingBook, publishingContract } from "#shared/publishing/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { formatFieldValue, getFieldLabel } from "./book-form/field-labels.ts";
import { usePublishing } from "./use-publishing.ts";

const isBookField = (field: string) => (bookFields as readonly string[]).includes(field);

/** The changes of a book, each with its undo. */
export function BookHistory({ book }: { readonly book: PublishingBook }) {
  const changes = usePagedQuery(publishingContract.listChanges, { params: { bookId: book.id }, query: {} });
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
    <PagedList
      query={changes}
      skeleton={<Skeleton className="h-24 rounded-card" />}
      skeletonCount={1}
      empty={<p className="text-muted">{t("publishing.noChanges")}</p>}
      className="divide-y divide-line"
      itemClassName="flex flex-wrap items-start justify-between gap-2 py-3"
      isManual
    >
      {({ id, field, before, after, actor, at }) => (
        <>
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
            <Button tone="quiet" size="small" isPending={restoreMutation.isPending} onClick={() => undo(id)}>
              {t("publishing.restore")}
            </Button>
          )}
        </>
      )}
    </PagedList>
  );
}
