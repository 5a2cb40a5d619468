import { Play, Square } from "lucide-react";
import {
  type AlertAudio,
  alertAudios,
  type NotifiedPrayer,
  type PrayerAlert,
  RecordingId,
} from "#shared/prayer/alert-settings.ts";
import { getRecordingUrl, type Recording } from "#shared/prayer/recordings.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { getPrayerName } from "./prayer-alert-texts.ts";
import { chooseRecording, isMissing, listRecordingsFor } from "./recordings.ts";
import type { Preview } from "./use-preview.ts";

const audioTexts = {
  athan: "prayerAlertSettings.athan",
  takbir: "prayerAlertSettings.takbir",
  chime: "prayerAlertSettings.chime",
  silent: "prayerAlertSettings.silent",
  none: "prayerAlertSettings.none",
} as const satisfies Record<AlertAudio, MessageKey>;

interface PrayerAlertFieldsProps {
  readonly prayer: NotifiedPrayer;
  readonly alert: PrayerAlert;
  readonly recordings: readonly Recording[];
  readonly preview: Preview;
  readonly onChange: (alert: PrayerAlert) => void;
}

export function PrayerAlertFields({ prayer, alert, recordings, preview, onChange }: PrayerAlertFieldsProps) {
  const { sound } = alert;
  const name = getPrayerName(prayer);
  const options = alertAudios.map((kind) => {
    const label = t(audioTexts[kind]);
    return {
      value: kind,
      label: isMissing(prayer, kind, recordings) ? t("prayerAlertSettings.missing", { sound: label }) : label,
    };
  });
  return (
    <div className="flex flex-col gap-2 py-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 sm:grid-cols-[7rem_minmax(0,1fr)_auto]">
        <span aria-hidden className="col-span-2 font-medium sm:col-span-1">
          {name}
        </span>
        <Select
          label={t("prayerAlertSettings.sound", { prayer: name })}
          isLabelHidden
          options={options}
          value={sound}
          onChange={(selected) => onChange({ sound: selected, recordingId: null })}
        />
        <PreviewButton prayer={prayer} alert={alert} recordings={recordings} preview={preview} />
      </div>
      <div className="flex flex-col gap-2 sm:ms-30 sm:me-13">
        <RecordingChoice prayer={prayer} alert={alert} recordings={recordings} onChange={onChange} />
        <p role="status" className="text-destructive text-small empty:hidden">
          {preview.failed === prayer && t("prayerAlertSettings.previewFailed")}
        </p>
      </div>
    </div>
  );
}

function PreviewButton({ prayer, alert, recordings, preview }: Omit<PrayerAlertFieldsProps, "onChange">) {
  const { sound } = alert;
  const isPlaying = preview.playing === prayer;
  if (sound === "silent" || sound === "none") return <span className="size-11" />;
  const recording = chooseRecording({ ...alert, prayer }, recordings);
  const startPreview = () =>
    preview.play(prayer, recording ? { recording: getRecordingUrl(recording.id) } : "prayer-chime");
  return (
    <IconButton
      label={
        isPlaying
          ? t("prayerAlertSettings.stop")
          : t("prayerAlertSettings.preview", { prayer: getPrayerName(prayer) })
      }
      icon={isPlaying ? <Square aria-hidden fill="currentColor" /> : <Play aria-hidden />}
      onClick={isPlaying ? preview.stop : startPreview}
    />
  );
}

function RecordingChoice({ prayer, alert, recordings, onChange }: Omit<PrayerAlertFieldsProps, "preview">) {
  const all = listRecordingsFor({ ...alert, prayer }, recordings);
  const [first] = all;
  if (!first || all.length < 2) return null;
  const selected = all.find(({ id }) => id === alert.recordingId);
  return (
    <Select
      label={t("prayerAlertSettings.recording", { prayer: getPrayerName(prayer) })}
      isLabelHidden
      options={[
        { value: "", label: t("prayerAlertSettings.firstRecording", { title: first.title }) },
        ...all.map(({ id, title }) => ({ value: String(id), label: title })),
      ]}
      value={selected?.id ?? ""}
      onChange={(id) => onChange({ ...alert, recordingId: id === "" ? null : RecordingId.parse(id) })}
    />
  );
}
