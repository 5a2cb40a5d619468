import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { BookAction, PublishingBook } from "#shared/publishing/publishing-book.ts";
import { useForm } from "#client/lib/forms/use-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { DateField } from "#client/ui/forms/date-field.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { usePublishing } from "./use-publishing.ts";

interface StateActionsProps {
  readonly book: PublishingBook;
  readonly isOwner: boolean;
  /** Unsaved changes must be saved first. */
  readonly isDirty: boolean;
  readonly pathAfterDelete: string;
}

const tones: Partial<Record<BookAction, "primary" | "destructive">> = {
  submit: "primary",
  publish: "primary",
};

const completeBookActions: readonly BookAction[] = ["submit", "publish"];

/** The actions available for a book now. */
export function StateActions({ book, isOwner, isDirty, pathAfterDelete }: StateActionsProps) {
  const [openDialog, setOpenDialog] = useState<BookAction | null>(null);
  if (book.actions.length === 0) return null;
  const isIncomplete = book.checks.some(({ severity }) => severity === "blocks");
  const isBlocked = (action: BookAction) => isIncomplete && completeBookActions.includes(action);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {book.actions.map((action) => (
          <Button
            key={action}
            tone={tones[action] ?? "secondary"}
            disabled={isDirty || isBlocked(action)}
            onClick={() => setOpenDialog(action)}
          >
            {t(`publishing.do-${action}`)}
          </Button>
        ))}
      </div>
      {isDirty && <p className="text-muted text-small">{t("publishing.saveFirst")}</p>}
      {!isDirty && book.actions.some(isBlocked) && (
        <p className="text-muted text-small">{t("publishing.incomplete")}</p>
      )}
      {openDialog && (
        <ActionDialog
          book={book}
          action={openDialog}
          needsReason={openDialog === "reject" || (openDialog === "hide" && !isOwner)}
          onClose={() => setOpenDialog(null)}
          pathAfterDelete={pathAfterDelete}
        />
      )}
    </div>
  );
}

interface ActionDialogProps {
  readonly book: PublishingBook;
  readonly action: BookAction;
  readonly needsReason: boolean;
  readonly onClose: () => void;
  readonly pathAfterDelete: string;
}

function ActionDialog({ book, action, needsReason, onClose, pathAfterDelete }: ActionDialogProps) {
  const { stateMutation, updateBook } = usePublishing(book.id);
  const navigate = useNavigate();
  const form = useForm({
    values: { reason: "", releaseAt: "" },
    onSubmit: async ({ reason, releaseAt }) => {
      const body = {
        version: book.version,
        action,
        ...(needsReason && { reason }),
        ...(releaseAt && { releaseAt: new Date(releaseAt) }),
      };
      const changed = await stateMutation.mutateAsync({ params: { bookId: book.id }, body });
      toast({ title: t(`publishing.done-${action}`) });
      onClose();
      if (changed) updateBook(changed);
      else void navigate(pathAfterDelete, { replace: true });
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(`publishing.do-${action}`)}
      description={describeAction(book, action)}
      submit={t(`publishing.do-${action}`)}
      onClose={onClose}
    >
      {needsReason && (
        <TextArea
          {...form.field("reason")}
          label={t("publishing.reason")}
          hint={t("publishing.reasonHint")}
          maxLength={1000}
        />
      )}
      {action === "publish" && !book.revision && (
        <DateField
          {...form.field("releaseAt")}
          type="datetime-local"
          label={t("publishing.releaseAt")}
          hint={t("publishing.releaseAtHint")}
        />
      )}
    </FormDialog>
  );
}

function describeAction({ revision, fields }: PublishingBook, action: BookAction): string {
  if (!revision) return t(`publishing.about-${action}`, { title: fields.title });
  const { title } = revision;
  if (action === "publish") return t("publishing.about-publishRevision", { title });
  return t(action === "submit" ? "publishing.about-submitRevision" : `publishing.about-${action}`, { title });
}
