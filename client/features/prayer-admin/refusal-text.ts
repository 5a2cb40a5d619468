import { CallError } from "#shared/api/http-client.ts";
import { errorMessage, getErrorStatus } from "#client/lib/api/error-message.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";

const known: readonly (readonly [sentence: RegExp, text: MessageKey])[] = [
  [/not an audio file|neither Opus/, "athan.refusedNoSound"],
  [/is a video/, "athan.refusedFilm"],
  [/ends early|ends too early|is incomplete/, "athan.refusedCut"],
  [/is empty/, "athan.refusedEmpty"],
  [/contains no audio\.$/, "athan.refusedSilent"],
  [/longer than an hour/, "athan.refusedLong"],
  [/protected/, "athan.refusedProtected"],
  [/already exists/, "athan.refusedKnown"],
  [/recordings\. Please remove/, "athan.refusedMany"],
  [/not installed/, "athan.refusedNoProgram"],
];

export function rejectionText(error: unknown): string {
  const sentence = error instanceof CallError ? (error.problem?.message ?? "") : "";
  const found = known.find(([pattern]) => pattern.test(sentence));
  if (found) return t(found[1]);
  if (getErrorStatus(error) === 413) return t("athan.refusedLarge");
  if (getErrorStatus(error) === 422) return t("athan.refusedDamaged");
  return errorMessage(error);
}
