import { useEffect, useRef, useState } from "react";
import { publishingContract } from "#shared/publishing/contract.ts";
import {
  type BookField,
  type BookFields,
  bookFields,
  type PublishingBook,
} from "#shared/publishing/publishing-book.ts";
import { replacedBook, usePublishing } from "#client/features/publishing/use-publishing.ts";
import { getReasonCode } from "#client/lib/api/error-message.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
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
  const { updateBook, reload } = usePublishing(book.id);
  const [base, setBase] = useState(book);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const form = useContractForm(publishingContract.editBook, {
    values: book.fields,
    toInput: (fields) => ({
      params: { bookId: book.id },
      body: { version: base.version, changes: pick(fields, listDifferences(fields, base.fields)) },
    }),
    warnsUnsaved: true,
    replaces: replacedBook,
    onSuccess: (saved, sent) => {
      // Keeps what was typed while the changes were saved.
      rebase(saved, listDifferences(latest.current, sent));
      updateBook(saved);
      toast({ title: t("publishing.saved") });
    },
    onError: (error) => {
      if (getReasonCode(error) === "book_changed") void onConflict();
    },
  });
  const fields = form.values;
  const latest = useRef(fields);
  latest.current = fields;
  const dirtyFields = listDifferences(fields, base.fields);

  const rebase = (current: PublishingBook, ownFields: readonly BookField[]) => {
    setBase(current);
    form.reset(current.fields);
    form.set(pick(latest.current, ownFields));
    setConflict(null);
  };
  // A change made elsewhere on this page, such as a fix, becomes the new base.
  const isOutdated = book.version > base.version && !conflict && !form.isPending;
  const rebaseOnBook = useRef(() => {});
  rebaseOnBook.current = () => rebase(book, dirtyFields);
  useEffect(() => {
    if (isOutdated) rebaseOnBook.current();
  }, [isOutdated]);

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
  return {
    form,
    dirty: dirtyFields,
    discard: () => form.reset(base.fields),
    conflict: conflict && { names: conflict.names, theirs: conflict.current.fields, onResolve: resolve },
  };
}
