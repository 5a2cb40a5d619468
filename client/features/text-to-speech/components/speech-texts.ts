import type { SpeechState } from "#client/features/text-to-speech/speech-state.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";

export function getLanguageName(tag: string): string {
  try {
    return new Intl.DisplayNames([getLocale()], { type: "language" }).of(tag.replace("_", "-")) ?? tag;
  } catch {
    return tag;
  }
}

/** Null when there is nothing to report. */
export function getSpeechMessage({ playbackError, notice, ending, status }: SpeechState): string | null {
  if (playbackError) {
    if (playbackError.kind === "no-voice-for")
      return t("textToSpeech.noVoiceFor", { language: getLanguageName(playbackError.language) });
    return t(`textToSpeech.error.${playbackError.kind}`);
  }
  if (ending) return t(`textToSpeech.ending.${ending}`);
  if (notice?.kind === "skipped")
    return t("textToSpeech.skipped", { language: getLanguageName(notice.language) });
  if (notice?.kind === "voice-gone") return t("textToSpeech.voiceGone", { name: notice.name });
  if (notice) return t(`textToSpeech.notice.${notice.kind}`);
  return status === "waiting-for-play" ? t("textToSpeech.waitsForPlay") : null;
}

export function getAnnouncement({ status }: SpeechState): string {
  return t(status === "paused" ? "textToSpeech.isPaused" : "textToSpeech.isOn");
}
