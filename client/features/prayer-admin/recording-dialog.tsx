import { type FormEvent, useState } from "react";
import { type Recording, recordingsContract } from "#shared/prayer/recordings.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { isComplete, normalizeMetadata, RecordingMetadataFields } from "./recording-metadata-fields.tsx";
import type { RecordingDetails } from "./send-recording.ts";

const { updateRecording, listRecordings } = recordingsContract;

interface RecordingDialogProps {
  readonly recording: Recording;
  readonly onClose: () => void;
}

export function RecordingDialog({ recording, onClose }: RecordingDialogProps) {
  const { id: recordingId, title, licence, kind, isFajr } = recording;
  const [recordingDetails, setRecordingDetails] = useState<RecordingDetails>({
    title,
    licence,
    kind,
    isFajr,
  });
  const [isSubmitted, setSubmitted] = useState(false);
  const updateMutation = useContractMutation(updateRecording, {
    invalidates: [listRecordings],
    handlesErrors: true,
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isComplete(recordingDetails)) return;
    updateMutation.mutate(
      { params: { recordingId }, body: normalizeMetadata(recordingDetails) },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog title={t("athan.changeTitle")} isOpen onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <RecordingMetadataFields
          details={recordingDetails}
          isSubmitted={isSubmitted}
          onChange={(changed) => setRecordingDetails((previous) => ({ ...previous, ...changed }))}
        />
        <FormFooter
          error={updateMutation.error ? getErrorMessage(updateMutation.error) : null}
          submit={t("common.save")}
          isPending={updateMutation.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
