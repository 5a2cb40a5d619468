import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Book } from "#shared/books/book.ts";
import { type OwnShelf, shelvesContract } from "#shared/shelves/contract.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { NewShelfDialog } from "./shelf-dialog.tsx";

const { listShelves, saveShelfBook, deleteShelfBook } = shelvesContract;

interface AddToShelfDialogProps {
  readonly book: Pick<Book, "id" | "title">;
  readonly onClose: () => void;
}

/** The user's shelves, with those that have the book checked. */
export function AddToShelfDialog({ book: { id, title }, onClose }: AddToShelfDialogProps) {
  const [isCreating, setCreating] = useState(false);
  const shelves = useQuery(query(listShelves, { query: { bookId: id } }));
  if (isCreating) return <NewShelfDialog bookId={id} onClose={() => setCreating(false)} />;
  return (
    <Dialog
      isOpen
      title={t("shelves.addTitle")}
      description={t("shelves.addOf", { title })}
      onClose={onClose}
    >
      <QueryState
        query={shelves}
        loading={<Skeleton className="h-20 rounded-card" />}
        isEmpty={(all) => all.length === 0}
        empty={<p className="text-muted">{t("shelves.noneHint")}</p>}
        errorTitle={t("shelves.failed")}
      >
        {(all) => (
          <ul className="max-h-56 overflow-y-auto">
            {/* The order stays while a choice changes what was changed last. */}
            {all
              .toSorted((a, b) => a.name.localeCompare(b.name))
              .map((shelf) => (
                <li key={shelf.id}>
                  <ShelfCheckbox shelf={shelf} bookId={id} />
                </li>
              ))}
          </ul>
        )}
      </QueryState>
      <div className="flex flex-wrap justify-between gap-2">
        <Button tone="secondary" icon={<Plus aria-hidden />} onClick={() => setCreating(true)}>
          {t("shelves.new")}
        </Button>
        <Button onClick={onClose}>{t("shelves.done")}</Button>
      </div>
    </Dialog>
  );
}

function ShelfCheckbox({ shelf, bookId }: { readonly shelf: OwnShelf; readonly bookId: Book["id"] }) {
  const queue = `shelf ${shelf.id} ${bookId}`;
  const saveMutation = useContractMutation(saveShelfBook, { queue });
  const deleteMutation = useContractMutation(deleteShelfBook, { queue });
  const isPending = saveMutation.isPending || deleteMutation.isPending;
  const params = { shelfId: shelf.id, bookId };
  return (
    <Checkbox
      label={shelf.name}
      checked={isPending ? saveMutation.isPending : shelf.hasBook}
      onChange={({ target }) =>
        target.checked ? saveMutation.mutate({ params, body: {} }) : deleteMutation.mutate({ params })
      }
    />
  );
}
