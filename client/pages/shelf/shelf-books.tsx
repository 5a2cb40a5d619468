import { useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import { type ShelfBook, type ShelfDetail, shelvesContract } from "#shared/shelves/contract.ts";
import { type PagedQuery, usePagedQuery } from "#client/lib/api/paged-query.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { keepFocusInRows } from "#client/lib/keep-focus-in-rows.ts";
import { BookRowSkeleton } from "#client/ui/books/book-row.tsx";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { ShelfBookRow } from "./shelf-book-row.tsx";

const pageSize = 100;

export function ShelfBooks({ shelf }: { readonly shelf: ShelfDetail }) {
  const { id, isOwn } = shelf;
  const input = { params: { shelfId: id }, query: { limit: pageSize } };
  const loaded = usePagedQuery(shelvesContract.listShelfBooks, input);
  const { books, move, announcement } = useOrder(shelf, loaded);
  const isOrdered = isOwn && (books.rows?.length ?? 0) > 1;
  return (
    <div ref={keepFocusInRows}>
      <h2 className="sr-only">{t("shelves.books")}</h2>
      {isOrdered && (
        <p className="mb-3 text-muted text-small pointer-coarse:hidden print:hidden">
          {t("shelves.moveHint")}
        </p>
      )}
      <PagedList
        query={books}
        className="flex flex-col gap-3"
        skeleton={<BookRowSkeleton />}
        empty={<EmptyState title={t("shelves.empty")} {...(isOwn && { hint: t("shelves.emptyHint") })} />}
        errorTitle={t("shelves.failedOne")}
      >
        {(row, index) => (
          <ShelfBookRow
            row={row}
            shelfId={id}
            isOwn={isOwn}
            order={
              isOrdered ? { index, count: books.rows?.length ?? 0, onMove: (to) => move(index, to) } : null
            }
          />
        )}
      </PagedList>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

/** The order as the user made it, also before the server confirmed it. */
function useOrder<Page>({ id }: Pick<ShelfDetail, "id">, loaded: PagedQuery<ShelfBook, Page>) {
  const moveMutation = useContractMutation(shelvesContract.moveShelfBook, { queue: `order of ${id}` });
  const [pendingIds, setPendingIds] = useState<readonly BookId[] | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const rows = loaded.rows && orderRows(loaded.rows, pendingIds);

  const move = (from: number, to: number) => {
    const moved = rows?.[from];
    if (!rows || !moved) return;
    const ids = rows.map(({ book }) => book.id);
    const ordered = ids.toSpliced(from, 1).toSpliced(to, 0, moved.book.id);
    setPendingIds(ordered);
    setAnnouncement(t("shelves.moved", { title: moved.book.title, n: to + 1, of: ordered.length }));
    moveMutation
      .mutateAsync({
        params: { shelfId: id, bookId: moved.book.id },
        body: { after: ordered[to - 1] ?? null },
      })
      .catch(() => {})
      // A later move has an order of its own.
      .finally(() => setPendingIds((current) => (current === ordered ? null : current)));
  };
  return { books: { ...loaded, rows }, move, announcement };
}

function orderRows(rows: readonly ShelfBook[], ids: readonly BookId[] | null): readonly ShelfBook[] {
  if (!ids) return rows;
  const places = new Map(ids.map((id, n) => [id, n]));
  const getPlace = ({ book }: ShelfBook) => places.get(book.id) ?? rows.length;
  return rows.toSorted((a, b) => getPlace(a) - getPlace(b));
}
