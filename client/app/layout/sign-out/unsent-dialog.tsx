import { t } from "#client/lib/i18n/i18n.ts";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";

interface UnsentDialogProps {
  readonly count: number;
  readonly isReachable: boolean;
  readonly onAnswer: (isConfirmed: boolean) => void;
}

/** Asks before a sign-out deletes what was not sent. */
export function UnsentDialog({ count, isReachable, onAnswer }: UnsentDialogProps) {
  return (
    <ConfirmDialog
      title={t("offline.signOutTitle")}
      description={t(isReachable ? "offline.signOutHint" : "offline.signOutOfflineHint", { n: count })}
      confirmLabel={t("offline.signOutConfirm")}
      isOpen
      onClose={() => onAnswer(false)}
      onConfirm={() => onAnswer(true)}
    />
  );
}
