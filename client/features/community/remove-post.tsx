import { type FormEvent, useState } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

interface RemovePostProps {
  readonly onRemove: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks a moderator for the reason, which the author sees. */
export function RemovePost({ onRemove, onClose }: RemovePostProps) {
  const [reason, setReason] = useState("");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onRemove(reason.trim());
  };
  return (
    <Dialog
      title={t("community.removePost")}
      description={t("community.removeHint")}
      isOpen
      onClose={onClose}
    >
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField
          label={t("community.removeReason")}
          maxLength={300}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <FormFooter error={null} submit={t("community.removePost")} isPending={false} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
