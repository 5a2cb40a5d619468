import type { AlertAudio, NotifiedPrayer, PrayerAlert } from "#shared/prayer/alert-settings.ts";
import type { Recording } from "#shared/prayer/recordings.ts";

type Wish = PrayerAlert & { readonly prayer: NotifiedPrayer };

/**
 * The recordings that a prayer may be called with, in their order. Fajr's athan has words of its own: it is heard then
 * and at no other prayer.
 */
export const listRecordingsFor = (
  { prayer, sound }: Pick<Wish, "prayer" | "sound">,
  recordings: readonly Recording[],
): readonly Recording[] =>
  recordings.filter(
    ({ kind, isFajr }) => kind === sound && (kind === "takbir" || isFajr === (prayer === "fajr")),
  );

/** The one that was chosen, or the first; null where the house has none. */
export function chooseRecording(consent: Wish, recordings: readonly Recording[]): Recording | null {
  const all = listRecordingsFor(consent, recordings);
  return all.find(({ id }) => id === consent.recordingId) ?? all[0] ?? null;
}

/** Whether the house has no recording of how a prayer is to be called: the chime sounds in its place. */
export const isMissing = (
  prayer: NotifiedPrayer,
  sound: AlertAudio,
  recordings: readonly Recording[],
): boolean =>
  (sound === "athan" || sound === "takbir") && listRecordingsFor({ prayer, sound }, recordings).length === 0;
