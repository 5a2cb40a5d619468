import { recordingKinds } from "#shared/prayer/recordings.ts";
import type { FormHandle } from "#client/lib/forms/use-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import type { RecordingDetails } from "./send-recording.ts";

type MetadataForm = Pick<FormHandle<RecordingDetails>, "values" | "field" | "toggle">;

export function RecordingMetadataFields({ form }: { readonly form: MetadataForm }) {
  return (
    <>
      <TextField {...form.field("title")} label={t("athan.title")} hint={t("athan.titleHint")} />
      <TextArea
        {...form.field("licence")}
        label={t("athan.licence")}
        hint={t("athan.licenceHint")}
        rows={2}
      />
      <Select
        {...form.field("kind")}
        label={t("athan.kind")}
        options={recordingKinds.map((value) => ({ value, label: t(`athan.kind_${value}`) }))}
      />
      {form.values.kind === "athan" && <Checkbox {...form.toggle("isFajr")} label={t("athan.isFajr")} />}
    </>
  );
}

/** Only an athan can be specific to Fajr. */
export const normalizeMetadata = (recordingDetails: RecordingDetails): RecordingDetails => ({
  ...recordingDetails,
  isFajr: recordingDetails.kind === "athan" && recordingDetails.isFajr,
});
