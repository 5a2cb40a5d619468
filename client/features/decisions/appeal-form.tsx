import { type FormEvent, useState } from "react";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

interface AppealFormProps {
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onSend: (text: string, onSent: () => void) => void;
  readonly onClose: () => void;
}

/** A text to staff about a decision. */
export function AppealForm({ error, isPending, onSend, onClose }: AppealFormProps) {
  const [text, setText] = useState("");
  const errors = getFieldErrors(error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSend(text, () => {
      toast({ title: t("decisions.appealSent"), description: t("decisions.appealSentHint") });
      onClose();
    });
  };
  return (
    <Dialog title={t("decisions.appeal")} description={t("decisions.appealHint")} isOpen onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextArea
          label={t("decisions.appealText")}
          error={errors["text"]}
          rows={5}
          maxLength={2000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <FormFooter
          error={error && !errors["text"] ? getErrorMessage(error) : null}
          submit={t("decisions.send")}
          isPending={isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
