import { Upload } from "lucide-react";
import { useState } from "react";
import { maxRecordingBytes, maxRecordingMegabytes, recordingsContract } from "#shared/prayer/recordings.ts";
import { useForm } from "#client/lib/forms/use-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { ProgressBar } from "#client/ui/feedback/progress-bar.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { controlClassName, Field } from "#client/ui/forms/field.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { normalizeMetadata, RecordingMetadataFields } from "./recording-metadata-fields.tsx";
import type { RecordingDetails } from "./send-recording.ts";
import { useUpload } from "./use-upload.ts";

interface UploadValues extends RecordingDetails {
  readonly file: File | null;
}

const emptyForm: UploadValues = { title: "", licence: "", kind: "athan", isFajr: false, file: null };
const isTooLarge = (file: File | null) => file !== null && file.size > maxRecordingBytes;

export function UploadForm() {
  const [uploadCount, setUploadCount] = useState(0);
  const upload = useUpload(() => {
    toast({ title: t("athan.added") });
    form.reset(emptyForm);
    setUploadCount((count) => count + 1);
  });
  const form = useForm<UploadValues>(
    {
      values: emptyForm,
      validate: ({ file, title, licence }) => ({
        ...(!file && { file: t("athan.fileNeeded") }),
        ...(!title.trim() && { title: t("common.fieldRequired") }),
        ...(!licence.trim() && { licence: t("common.fieldRequired") }),
        ...(isTooLarge(file) && { file: t("athan.refusedLarge") }),
      }),
      onSubmit: ({ file, ...details }) => file && upload.send(normalizeMetadata(details), file),
    },
    recordingsContract.updateRecording.body,
  );
  const { file, title } = form.values;
  const selectFile = (selected: File | null) =>
    form.set({
      file: selected,
      ...(selected && title === "" && { title: getTitleFromFileName(selected) }),
    });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <FileField
        // The FileList is cleared with the input.
        key={uploadCount}
        errorText={isTooLarge(file) ? t("athan.refusedLarge") : form.field("file").error}
        onChoose={selectFile}
      />
      <RecordingMetadataFields form={form} />
      {upload.errorText && (
        <p role="alert" className="text-destructive">
          {upload.errorText}
        </p>
      )}
      <Progress progress={upload.progress} onStop={upload.stop} />
      <Button type="submit" isPending={form.isPending} icon={<Upload aria-hidden />} className="self-start">
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
