import type { BookId } from "#shared/books/book.ts";
import {
  maxShelfDescription,
  maxShelfName,
  type Shelf,
  ShelfVisibility,
  shelvesContract,
} from "#shared/shelves/contract.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { Select } from "#client/ui/forms/select.tsx";

const { createShelf, updateShelf } = shelvesContract;

type ShelfForm = Pick<ReturnType<typeof useContractForm>, "field">;

/** Creates a shelf, with its first book if there is one. */
export function NewShelfDialog({
  bookId,
  onClose,
}: {
  readonly bookId?: BookId | undefined;
  readonly onClose: () => void;
}) {
  const form = useContractForm(createShelf, {
    values: { name: "", description: "", visibility: "private" as ShelfVisibility },
    toInput: (body) => ({ body: { ...body, ...(bookId && { bookId }) } }),
    onSuccess: onClose,
  });
  return (
    <FormDialog form={form} title={t("shelves.new")} submit={t("shelves.create")} onClose={onClose}>
      <ShelfFields form={form} />
    </FormDialog>
  );
}

interface EditShelfDialogProps {
  readonly shelf: Pick<Shelf, "id" | "name" | "description" | "visibility">;
  readonly onClose: () => void;
}

export function EditShelfDialog({
  shelf: { id, name, description, visibility },
  onClose,
}: EditShelfDialogProps) {
  const form = useContractForm(updateShelf, {
    values: { name, description, visibility },
    toInput: (body) => ({ params: { shelfId: id }, body }),
    onSuccess: onClose,
  });
  return (
    <FormDialog form={form} title={t("shelves.edit")} submit={t("shelves.save")} onClose={onClose}>
      <ShelfFields form={form} />
    </FormDialog>
  );
}

function ShelfFields({ form }: { readonly form: ShelfForm }) {
  return (
    <>
      <TextField {...form.field("name")} label={t("shelves.name")} maxLength={maxShelfName} required />
      <TextArea
        {...form.field("description")}
        label={t("shelves.description")}
        maxLength={maxShelfDescription}
        rows={3}
      />
      <Select
        {...form.field("visibility")}
        label={t("shelves.visibility")}
        hint={t("shelves.visibilityHint")}
        options={ShelfVisibility.options.map((value) => ({ value, label: t(`shelves.visibility_${value}`) }))}
      />
    </>
  );
}
