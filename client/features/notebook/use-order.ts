import { useQuery } from "@tanstack/react-query";
import type { BookId } from "#shared/books/book.ts";
import type { Mark } from "#shared/marks/mark.ts";
import { notebookContract } from "#shared/notebook/contract.ts";
import {
  isHeading,
  type NotebookHeading,
  type NotebookItem,
  orderNotebook,
} from "#shared/notebook/notebook.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";

type Entry<M> = M | NotebookHeading;

interface Order<M> {
  readonly entries: readonly Entry<M>[];
  /** Null until the order is known, and while it is being saved. */
  readonly save: ((entries: readonly Entry<M>[]) => void) | null;
  /** Back to the order of the text, without headings; null when it has that order. */
  readonly reset: (() => void) | null;
}

/** The marks of a book and headings, in the reader's order. */
export function useOrder<M extends Pick<Mark, "id">>(bookId: BookId, marks: readonly M[]): Order<M> {
  const params = { bookId };
  const { data, refetch } = useQuery(query(notebookContract.getNotebook, { params }));
  const saving = useContractMutation(notebookContract.saveNotebook);
  const items = saving.isPending ? saving.variables.body.items : (data?.items ?? []);
  const put = (next: readonly NotebookItem[]) =>
    data &&
    saving.mutate(
      { params, body: { items: [...next], replaces: data.version } },
      // Another device may have changed the order.
      { onError: () => void refetch() },
    );
  const isReady = data !== undefined && !saving.isPending;
  return {
    entries: orderNotebook(items, marks),
    save: isReady ? (entries) => put(entries.map(toItem)) : null,
    reset: isReady && items.length > 0 ? () => put([]) : null,
  };
}

const toItem = (entry: Entry<Pick<Mark, "id">>): NotebookItem =>
  isHeading(entry) ? entry : { markId: entry.id };
