import { EllipsisVertical, NotebookPen, Trash2 } from "lucide-react";
import { useState } from "react";
import { maxShelfNote, type ShelfBook, type ShelfId, shelvesContract } from "#shared/shelves/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { BookRow } from "#client/ui/books/book-row.tsx";
import { DragHandle } from "#client/ui/drag-handle.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";

const { saveShelfBook, deleteShelfBook } = shelvesContract;

interface ShelfBookRowProps {
  readonly row: ShelfBook;
  readonly shelfId: ShelfId;
  readonly isOwn: boolean;
  /** Null where the order cannot be changed. */
  readonly order: {
    readonly index: number;
    readonly count: number;
    readonly onMove: (to: number) => void;
  } | null;
}

export function ShelfBookRow({ row: { book, note }, shelfId, isOwn, order }: ShelfBookRowProps) {
  const [isEditing, setEditing] = useState(false);
  const deleteMutation = useContractMutation(deleteShelfBook);
  const { title } = book;
  const params = { shelfId, bookId: book.id };
  const actions = isOwn && (
    <>
      {order && <DragHandle {...order} label={t("shelves.move", { title })} />}
      <Menu
        label={t("shelves.bookMenu", { title })}
        groups={[
          [
            {
              label: t(note ? "shelves.editNote" : "shelves.addNote"),
              icon: <NotebookPen aria-hidden />,
              onSelect: () => setEditing(true),
            },
            {
              label: t("shelves.remove"),
              icon: <Trash2 aria-hidden />,
              isDestructive: true,
              onSelect: () => deleteMutation.mutate({ params }),
            },
          ],
        ]}
        trigger={(props) => (
          <IconButton
            {...props}
            label={t("shelves.bookMenu", { title })}
            icon={<EllipsisVertical aria-hidden />}
          />
        )}
      />
    </>
  );
  return (
    <>
      <BookRow hasSideActions book={book} actions={actions}>
        {note && (
          <p dir="auto" className="whitespace-pre-line break-words text-body">
            {note}
          </p>
        )}
      </BookRow>
      {isEditing && (
        <NoteDialog params={params} note={note} title={title} onClose={() => setEditing(false)} />
      )}
    </>
  );
}

interface NoteDialogProps {
  readonly params: { readonly shelfId: ShelfId; readonly bookId: ShelfBook["book"]["id"] };
  readonly note: string;
  readonly title: string;
  readonly onClose: () => void;
}

function NoteDialog({ params, note, title, onClose }: NoteDialogProps) {
  const form = useContractForm(saveShelfBook, {
    values: { note },
    toInput: (body) => ({ params, body }),
    onSuccess: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t("shelves.noteOf", { title })}
      description={t("shelves.noteHint")}
      submit={t("shelves.save")}
      onClose={onClose}
    >
      <TextArea {...form.field("note")} label={t("shelves.note")} maxLength={maxShelfNote} rows={3} />
    </FormDialog>
  );
}
