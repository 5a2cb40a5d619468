import { type FormEvent, useState } from "react";
import { type PublishingBook, publishingContract } from "#shared/publishing/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { TextLink } from "#client/ui/text-link.tsx";
import { usePublishing } from "./use-publishing.ts";

interface RevisionEditorProps {
  readonly book: PublishingBook;
  readonly revision: NonNullable<PublishingBook["revision"]>;
  readonly getEditPath: (bookId: string) => string;
  readonly onDirty: (isDirty: boolean) => void;
}

const notesOptions = { invalidates: [publishingContract.listRevisions], handlesErrors: true };

/** A revision replaces files only: it has notes for the reviewer, and the fields of its book. */
export function RevisionEditor({ book, revision, getEditPath, onDirty }: RevisionEditorProps) {
  const { updateBook } = usePublishing(book.id);
  const [notes, setNotes] = useState(revision.notes);
  const save = useContractMutation(publishingContract.setRevisionNotes, notesOptions);
  const canEdit = book.state === "draft" || book.state === "rejected";
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { params: { bookId: book.id }, body: { notes } },
      {
        onSuccess: (saved) => {
          updateBook(saved);
          onDirty(false);
          toast({ title: t("publishing.saved") });
        },
      },
    );
  };
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="font-semibold font-title text-h3">
        {t("publishing.revision", { n: revision.number })} · <bdi>{revision.title}</bdi>
      </h2>
      <p className="text-muted">
        {t(revision.isApplied ? "publishing.revisionApplied" : "publishing.revisionHint")}
      </p>
      <TextLink to={getEditPath(revision.bookId)} className="inline-flex min-h-11 w-fit items-center">
        {t("publishing.toBook")}
      </TextLink>
      {canEdit ? (
        <form noValidate onSubmit={onSubmit} className="flex flex-col items-start gap-3">
          <TextArea
            label={t("publishing.revisionNotes")}
            hint={t("publishing.revisionNotesHint")}
            maxLength={2000}
            value={notes}
            onChange={({ target }) => {
              setNotes(target.value);
              onDirty(target.value !== revision.notes);
            }}
          />
          {save.error && (
            <p role="alert" className="text-destructive text-small">
              {getErrorMessage(save.error)}
            </p>
          )}
          <Button type="submit" tone="secondary" isPending={save.isPending}>
            {t("common.save")}
          </Button>
        </form>
      ) : (
        revision.notes && (
          <p dir="auto" className="whitespace-pre-line">
            {revision.notes}
          </p>
        )
      )}
    </Card>
  );
}
