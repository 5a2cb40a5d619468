import { recordingKinds } from "#shared/prayer/recordings.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import type { RecordingDetails } from "./send-recording.ts";

interface RecordingMetadataFieldsProps {
  readonly details: RecordingDetails;
  readonly isSubmitted: boolean;
  readonly onChange: (changed: Partial<RecordingDetails>) => void;
}

export function RecordingMetadataFields({
  details: { title, licence, kind, isFajr },
  isSubmitted,
  onChange,
}: RecordingMetadataFieldsProps) {
  const getRequiredError = (text: string) =>
    isSubmitted && text.trim() === "" ? t("common.fieldRequired") : undefined;
  return (
    <>
      <TextField
        label={t("athan.title")}
        hint={t("athan.titleHint")}
        error={getRequiredError(title)}
        maxLength={120}
        value={title}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <TextArea
        label={t("athan.licence")}
        hint={t("athan.licenceHint")}
        error={getRequiredError(licence)}
        rows={2}
        maxLength={500}
        value={licence}
        onChange={({ target }) => onChange({ licence: target.value })}
      />
      <Select
        label={t("athan.kind")}
        options={recordingKinds.map((value) => ({ value, label: t(`athan.kind_${value}`) }))}
        value={kind}
        onChange={(selected) => onChange({ kind: selected })}
      />
      {kind === "athan" && (
        <Checkbox
          label={t("athan.isFajr")}
          checked={isFajr}
          onChange={({ target }) => onChange({ isFajr: target.checked })}
        />
      )}
    </>
  );
}

export const isComplete = ({ title, licence }: RecordingDetails): boolean =>
  title.trim() !== "" && licence.trim() !== "";

/** Only an athan can be specific to Fajr. */
export const normalizeMetadata = (recordingDetails: RecordingDetails): RecordingDetails => ({
  ...recordingDetails,
  isFajr: recordingDetails.kind === "athan" && recordingDetails.isFajr,
});
