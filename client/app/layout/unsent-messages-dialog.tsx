import { t } from "#client/lib/i18n/i18n.ts";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";

interface UnsentMessagesDialogProps {
  readonly count: number;
  readonly onAnswer: (isConfirmed: boolean) => void;
}

/** Asks before a sign-out deletes messages that were not sent. */
export function UnsentMessagesDialog({ count, onAnswer }: UnsentMessagesDialogProps) {
  return (
    <ConfirmDialog
      title={t("messages.signOutTitle")}
      description={t("messages.signOutHint", { n: count })}
      confirmLabel={t("messages.signOutConfirm")}
      isOpen
      onClose={() => onAnswer(false)}
      onConfirm={() => onAnswer(true)}
    />
  );
}
