import { useQueryClient } from "@tanstack/react-query";
import { dictionaryContract } from "#shared/dictionary/contract.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import type { BookChange, PublishingBook } from "#shared/publishing/publishing-book.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { getQueryKey, useContractMutation } from "#client/lib/api/query.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { formatFieldValue, getFieldLabel } from "./book-form/field-labels.ts";
import { usePublishing } from "./use-publishing.ts";

/** The changes of a book, each with its undo. */
export function BookHistory({ book }: { readonly book: PublishingBook }) {
  const changes = usePagedQuery(publishingContract.listChanges, { params: { bookId: book.id }, query: {} });
  const { restore, isPending } = useRestore(book);
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
      {({ id, field, before, after, actor, at, isRestorable }) => (
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
          {isRestorable && (
            <Button tone="quiet" size="small" isPending={isPending} onClick={() => restore({ id, field })}>
              {t("publishing.restore")}
            </Button>
          )}
        </>
      )}
    </PagedList>
  );
}

/** Sets what a change affected to what it was before. */
function useRestore({ id: bookId, version }: PublishingBook) {
  const client = useQueryClient();
  const { restoreMutation, updateBook } = usePublishing(bookId);
  const glossaryMutation = useContractMutation(dictionaryContract.restoreGlossary, { handlesErrors: true });
  const onError = (error: Error) => toast({ tone: "destructive", title: getErrorMessage(error) });
  const restore = ({ id: changeId, field }: Pick<BookChange, "id" | "field">) => {
    const params = { bookId, changeId };
    if (field !== "glossary") {
      restoreMutation.mutate({ params, body: { version } }, { onSuccess: updateBook, onError });
      return;
    }
    // The form of the glossary does not follow changes by itself.
    const queryKey = getQueryKey(dictionaryContract.getEditedGlossary, { params: { bookId } });
    glossaryMutation.mutate({ params }, { onSuccess: () => client.refetchQueries({ queryKey }), onError });
  };
  return { restore, isPending: restoreMutation.isPending || glossaryMutation.isPending };
}
