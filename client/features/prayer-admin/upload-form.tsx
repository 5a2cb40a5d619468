import { Upload } from "lucide-react";
import { type FormEvent, useState } from "react";
import { maxRecordingBytes, maxRecordingMegabytes } from "#shared/prayer/recordings.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { ProgressBar } from "#client/ui/feedback/progress-bar.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { controlClassName, Field } from "#client/ui/forms/field.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { isComplete, normalizeMetadata, RecordingMetadataFields } from "./recording-metadata-fields.tsx";
import type { RecordingDetails } from "./send-recording.ts";
import { useUpload } from "./use-upload.ts";

const emptyDetails: RecordingDetails = { title: "", licence: "", kind: "athan", isFajr: false };

export function UploadForm() {
  const [file, setFile] = useState<File | null>(null);
  const [recordingDetails, setRecordingDetails] = useState(emptyDetails);
  const [isSubmitted, setSubmitted] = useState(false);
  const [uploadCount, setUploadCount] = useState(0);
  const upload = useUpload(() => {
    toast({ title: t("athan.added") });
    setFile(null);
    setRecordingDetails(emptyDetails);
    setSubmitted(false);
    setUploadCount((count) => count + 1);
  });
  const isTooLarge = file !== null && file.size > maxRecordingBytes;
  const changeDetails = (changes: Partial<RecordingDetails>) =>
    setRecordingDetails((previous) => ({ ...previous, ...changes }));
  const selectFile = (selected: File | null) => {
    setFile(selected);
    if (selected && recordingDetails.title === "") changeDetails({ title: getTitleFromFileName(selected) });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (file && !isTooLarge && isComplete(recordingDetails))
      void upload.send(normalizeMetadata(recordingDetails), file);
  };

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <FileField
        // The FileList is cleared with the input.
        key={uploadCount}
        errorText={
          isTooLarge ? t("athan.refusedLarge") : isSubmitted && !file ? t("athan.fileNeeded") : undefined
        }
        onChoose={selectFile}
      />
      <RecordingMetadataFields
        details={recordingDetails}
        isSubmitted={isSubmitted}
        onChange={changeDetails}
      />
      {upload.errorText && (
        <p role="alert" className="text-destructive">
          {upload.errorText}
        </p>
      )}
      <Progress progress={upload.progress} onStop={upload.stop} />
      <Button
        type="submit"
        isPending={upload.progress !== null}
        icon={<Upload aria-hidden />}
        className="self-start"
      >
        {t("athan.upload")}
      </Button>
    </form>
  );
}

interface FileFieldProps {
  readonly errorText: string | undefined;
  readonly onChoose: (file: File | null) => void;
}

function FileField({ errorText, onChoose }: FileFieldProps) {
  return (
    <Field
      label={t("athan.file")}
      hint={t("athan.fileHint", { maxSize: t("common.megabytes", { n: maxRecordingMegabytes }) })}
      error={errorText}
    >
      {(fieldProps) => (
        <input
          {...fieldProps}
          type="file"
          accept="audio/*,.mp3,.m4a,.m4b,.ogg,.opus,.flac,.wav"
          onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
          className={controlClassName}
        />
      )}
    </Field>
  );
}

function Progress({ progress, onStop }: { readonly progress: number | null; readonly onStop: () => void }) {
  if (progress === null) return null;
  return (
    <div className="flex items-center gap-3">
      <div className="grid flex-1 gap-1.5">
        <ProgressBar value={progress * 100} label={t("athan.uploading")} />
        <p aria-live="polite" className="text-muted text-small">
          {t(progress < 1 ? "athan.uploading" : "athan.checking")}
        </p>
      </div>
      <Button tone="quiet" onClick={onStop}>
        {t("common.cancel")}
      </Button>
    </div>
  );
}

/** A file's name as a title: without its ending, and with spaces. */
const getTitleFromFileName = ({ name }: File) =>
  name
    .replace(/\.\w+$/, "")
    .replace(/[_-]+/g, " ")
    .trim()
    .slice(0, 120);
