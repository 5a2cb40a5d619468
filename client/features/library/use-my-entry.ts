import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { getChanges, type InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { type BookDetail, booksContract } from "#shared/books/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import type { LibraryEntry, LibraryStatus, MyEntry } from "#shared/library/entry.ts";
import type { PageOf } from "#client/lib/api/paged-query.ts";
import { getQueryKey, invalidateTopics, useContractMutation } from "#client/lib/api/query.ts";
import type { ChangeInfo } from "#client/lib/api/waiting-change.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { toast } from "#client/ui/overlays/toast.ts";
import { statusTexts } from "./status.ts";

const { listLibrary, saveEntry, deleteEntry, saveRating } = libraryContract;

/** Stars and a review that wait for a connection. */
export const toRatingChange = ({ params: { bookId }, body }: InputOf<typeof saveRating>): ChangeInfo => ({
  // Stars alone must not replace a review that waits.
  subject: `${body.text === undefined ? "rating" : "review"} ${bookId}`,
  kind: body.text ? "review" : "rating",
  bookId,
  value: body.text || String(body.stars),
});

export function useMyEntry(bookId: BookId) {
  const updateCache = useCacheUpdate(bookId);
  // "Undo" must not overtake the removal.
  const queue = `entry ${bookId}`;
  const saveMutation = useContractMutation(saveEntry, {
    queue,
    waitsAs: ({ body }) => ({ subject: queue, kind: "status", bookId, value: t(statusTexts[body.status]) }),
  });
  const deleteMutation = useContractMutation(deleteEntry, {
    queue,
    waitsAs: () => ({ subject: queue, kind: "removal", bookId }),
  });
  const rate = useContractMutation(saveRating, { queue, waitsAs: toRatingChange });
  const params = { bookId };

  const setStatus = (status: LibraryStatus) => {
    const rollBack = updateCache((entry) => ({
      ...(entry ?? createEntry(status)),
      status,
      proposesFinished: false,
    }));
    saveMutation.mutateAsync({ params, body: { status } }).catch(rollBack);
  };
  return {
    setStatus,
    add: (status: LibraryStatus) => {
      setStatus(status);
      toast({ title: t("library.added"), description: t(statusTexts[status]) });
    },
    removeFrom: (previous: LibraryStatus) => {
      const rollBack = updateCache(() => null);
      deleteMutation.mutateAsync({ params, query: {} }).catch(rollBack);
      toast({
        title: t("library.removed"),
        description: t("library.positionKept"),
        action: { label: t("common.undo"), onSelect: () => setStatus(previous) },
      });
    },
    rate: (stars: number) => {
      const rollBack = updateCache((entry) => entry && { ...entry, rating: stars });
      rate.mutateAsync({ params, body: { stars } }).catch(rollBack);
    },
  };
}

/** Shows a change before it is saved; returns a function that takes it back, unless newer data is shown. */
function useCacheUpdate(bookId: BookId) {
  const client = useQueryClient();
  return (change: (entry: MyEntry | null) => MyEntry | null) => {
    const book = { queryKey: getQueryKey(booksContract.getBook) };
    const lists = { queryKey: getQueryKey(listLibrary) };
    const getShown = () => [...client.getQueriesData(book), ...client.getQueriesData(lists)];
    const previous = getShown();

    client.setQueriesData<BookDetail>(book, (shown) =>
      shown?.id === bookId ? { ...shown, myEntry: change(shown.myEntry) } : shown,
    );
    client.setQueriesData<LibraryList>(lists, (shown) => shown && updateEntry(shown, bookId, change));
    const changed = getShown();
    return () => {
      for (const [n, [key, data]] of previous.entries())
        if (client.getQueryData(key) === changed[n]?.[1]) client.setQueryData(key, data);
      void invalidateTopics(client, getChanges(saveEntry));
    };
  };
}

type LibraryList = InfiniteData<PageOf<typeof listLibrary>> | readonly LibraryEntry[];

function updateEntry(
  list: LibraryList,
  bookId: BookId,
  change: (entry: MyEntry | null) => MyEntry | null,
): LibraryList {
  const updateEntries = (entries: readonly LibraryEntry[]) =>
    entries.flatMap((entry) => {
      if (entry.book.id !== bookId) return [entry];
      const next = change(entry);
      return next ? [{ ...entry, ...next }] : [];
    });
  if (!("pages" in list)) return updateEntries(list);
  return { ...list, pages: list.pages.map((page) => ({ ...page, rows: updateEntries(page.rows) })) };
}

function createEntry(status: LibraryStatus): MyEntry {
  const now = new Date();
  return {
    status,
    progress: "0.0",
    lastFormat: null,
    rating: null,
    proposesFinished: false,
    addedAt: now,
    updatedAt: now,
  };
}
