import { adminContract } from "#shared/admin/contract.ts";
import { type Recording, recordingsContract } from "#shared/prayer/recordings.ts";
import { useCall } from "#client/lib/api/query.ts";
import { say } from "#client/lib/i18n/i18n.ts";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

interface RemoveDialogProps {
  readonly recording: Recording;
  readonly onClose: () => void;
}

/** Asks before a recording goes for good. */
export function RemoveDialog({ recording, onClose }: RemoveDialogProps) {
  const removing = useCall(recordingsContract.removeRecording, {
    refreshes: [recordingsContract.listRecordings, adminContract.getDesk],
  });
  const remove = () =>
    removing.mutate(
      { params: { recordingId: recording.id } },
      { onSuccess: () => toast({ title: say("athan.removed") }), onSettled: onClose },
    );
  return (
    <ConfirmDialog
      title={say("athan.removeTitle", { title: recording.title })}
      description={say("athan.removeHint")}
      confirmLabel={say("athan.removeYes")}
      isOpen
      isPending={removing.isPending}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
