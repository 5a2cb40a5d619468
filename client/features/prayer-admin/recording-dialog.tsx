import { type Recording, recordingsContract } from "#shared/prayer/recordings.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { normalizeMetadata, RecordingMetadataFields } from "./recording-metadata-fields.tsx";

const { updateRecording } = recordingsContract;

interface RecordingDialogProps {
  readonly recording: Recording;
  readonly onClose: () => void;
}

export function RecordingDialog({ recording, onClose }: RecordingDialogProps) {
  const { id: recordingId, title, licence, kind, isFajr } = recording;
  const form = useContractForm(updateRecording, {
    values: { title, licence, kind, isFajr },
    toInput: (values) => ({ params: { recordingId }, body: normalizeMetadata(values) }),
    onSuccess: onClose,
  });
  return (
    <FormDialog form={form} title={t("athan.changeTitle")} submit={t("common.save")} onClose={onClose}>
      <RecordingMetadataFields form={form} />
    </FormDialog>
  );
}
