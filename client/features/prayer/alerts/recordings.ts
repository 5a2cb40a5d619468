import type { AlertAudio, NotifiedPrayer, PrayerAlert } from "#shared/prayer/alert-settings.ts";
import type { Recording } from "#shared/prayer/recordings.ts";

type RecordingChoice = PrayerAlert & { readonly prayer: NotifiedPrayer };

export const listRecordingsFor = (
  { prayer, sound }: Pick<RecordingChoice, "prayer" | "sound">,
  recordings: readonly Recording[],
): readonly Recording[] =>
  recordings.filter(
    ({ kind, isFajr }) => kind === sound && (kind === "takbir" || isFajr === (prayer === "fajr")),
  );

/** The selected recording, else the first; null when there is none. */
export function chooseRecording(choice: RecordingChoice, recordings: readonly Recording[]): Recording | null {
  const all = listRecordingsFor(choice, recordings);
  return all.find(({ id }) => id === choice.recordingId) ?? all[0] ?? null;
}

export const isMissing = (
  prayer: NotifiedPrayer,
  audio: AlertAudio,
  recordings: readonly Recording[],
): boolean =>
  (audio === "athan" || audio === "takbir") &&
  listRecordingsFor({ prayer, sound: audio }, recordings).length === 0;
