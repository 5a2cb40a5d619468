import { useState } from "react";
import { CallError } from "#shared/api/http-client.ts";
import {
  type BookField,
  type BookFields,
  bookFields,
  type PublishingBook,
} from "#shared/publishing/contract.ts";
import { usePublishing } from "#client/features/publishing/use-publishing.ts";
import { getFieldErrors } from "#client/lib/api/error-message.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { toast } from "#client/ui/overlays/toast.ts";

interface Conflict {
  readonly current: PublishingBook;
  /** Fields that both sides changed and that are not decided yet. */
  readonly names: readonly BookField[];
  /** Fields for which the other version was chosen. */
  readonly acceptedFields: readonly BookField[];
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const pick = (fields: BookFields, names: readonly BookField[]): Partial<BookFields> =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

const listDifferences = (a: BookFields, b: BookFields) =>
  bookFields.filter((name) => !isSame(a[name], b[name]));

/** The edited fields of a book, relative to the version that they were loaded in. */
export function useBookForm(book: PublishingBook) {
  const { editMutation, updateBook, reload } = usePublishing(book.id);
  const [base, setBase] = useState(book);
  const [fields, setFields] = useState<BookFields>(book.fields);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const dirtyFields = listDifferences(fields, base.fields);

  const rebase = (current: PublishingBook, ownFields: readonly BookField[]) => {
    setBase(current);
    setFields({ ...current.fields, ...pick(fields, ownFields) });
    setConflict(null);
    editMutation.reset();
  };
  // A change made elsewhere on this page, such as a fix, becomes the new base.
  if (book.version > base.version && !conflict && !editMutation.isPending) rebase(book, dirtyFields);

  const onConflict = async () => {
    const current = await reload();
    const theirs = listDifferences(current.fields, base.fields);
    const names = dirtyFields.filter(
      (name) => theirs.includes(name) && !isSame(fields[name], current.fields[name]),
    );
    if (names.length > 0) setConflict({ current, names, acceptedFields: [] });
    else rebase(current, dirtyFields);
  };
  const resolve = (name: BookField, isMine: boolean) => {
    if (!conflict) return;
    const names = conflict.names.filter((field) => field !== name);
    const acceptedFields = isMine ? conflict.acceptedFields : [...conflict.acceptedFields, name];
    if (names.length > 0) return setConflict({ ...conflict, names, acceptedFields });
    const ownFields = dirtyFields.filter((field) => !acceptedFields.includes(field));
    rebase(conflict.current, ownFields);
  };
  const save = () => {
    const sentFields = fields;
    editMutation.mutate(
      { params: { bookId: book.id }, body: { version: base.version, changes: pick(fields, dirtyFields) } },
      {
        onSuccess: (saved) => {
          setBase(saved);
          // Keeps what was typed while the changes were saved.
          setFields((current) => ({
            ...saved.fields,
            ...pick(current, listDifferences(current, sentFields)),
          }));
          updateBook(saved);
          toast({ title: t("publishing.saved") });
        },
        onError: (error) => {
          const reason = error instanceof CallError ? error.problem?.reason?.code : null;
          if (reason === "book_changed") void onConflict();
        },
      },
    );
  };
  const errors = getFieldErrors(editMutation.error);
  return {
    fields,
    dirty: dirtyFields,
    save,
    error: editMutation.error,
    isPending: editMutation.isPending,
    set: (changes: Partial<BookFields>) => setFields((previous) => ({ ...previous, ...changes })),
    discard: () => setFields(base.fields),
    getError: (name: BookField): string | undefined => errors[`changes.${name}`] ?? errors[name],
    conflict: conflict && { names: conflict.names, theirs: conflict.current.fields, onResolve: resolve },
  };
}
