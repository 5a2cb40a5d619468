import { type Recording, recordingsContract } from "#shared/prayer/recordings.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

interface RemoveDialogProps {
  readonly recording: Recording;
  readonly onClose: () => void;
}

export function RemoveDialog({ recording, onClose }: RemoveDialogProps) {
  const deleteMutation = useContractMutation(recordingsContract.deleteRecording);
  const remove = () =>
    deleteMutation.mutate(
      { params: { recordingId: recording.id } },
      { onSuccess: () => toast({ title: t("athan.removed") }), onSettled: onClose },
    );
  return (
    <ConfirmDialog
      title={t("athan.removeTitle", { title: recording.title })}
      description={t("athan.removeHint")}
      confirmLabel={t("athan.confirmRemove")}
      isOpen
      isPending={deleteMutation.isPending}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
