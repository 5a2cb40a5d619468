import { useEffect } from "react";
import { publishingContract } from "#shared/publishing/contract.ts";
import type { PublishingBook } from "#shared/publishing/publishing-book.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { TextLink } from "#client/ui/text-link.tsx";
import { usePublishing } from "./use-publishing.ts";

interface RevisionEditorProps {
  readonly book: PublishingBook;
  readonly revision: NonNullable<PublishingBook["revision"]>;
  readonly getEditPath: (bookId: string) => string;
  readonly onDirty: (isDirty: boolean) => void;
}

/** A revision replaces files only: it has notes for the reviewer, and the fields of its book. */
export function RevisionEditor({ book, revision, getEditPath, onDirty }: RevisionEditorProps) {
  const { updateBook } = usePublishing(book.id);
  const form = useContractForm(publishingContract.setRevisionNotes, {
    values: { notes: revision.notes },
    toInput: (body) => ({ params: { bookId: book.id }, body }),
    warnsUnsaved: true,
    onSuccess: (saved) => {
      updateBook(saved);
      toast({ title: t("publishing.saved") });
    },
  });
  const { isDirty } = form;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const canEdit = book.state === "draft" || book.state === "rejected";
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
        <form {...form.props} className="flex flex-col gap-3">
          <TextArea
            {...form.field("notes")}
            label={t("publishing.revisionNotes")}
            hint={t("publishing.revisionNotesHint")}
          />
          <FormError error={form.error} cause={form.cause} />
          <Button type="submit" tone="secondary" className="self-start" isPending={form.isPending}>
            {t("common.save")}
          </Button>
        </form>
      ) : (
        revision.notes && (
          <section>
            <h3 className="mb-1 font-medium text-small">{t("publishing.revisionNotes")}</h3>
            <p dir="auto" className="whitespace-pre-line">
              {revision.notes}
            </p>
          </section>
        )
      )}
    </Card>
  );
}
