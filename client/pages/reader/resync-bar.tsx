import type { Ebook } from "#shared/reader/contract.ts";
import { ReadAlongBar } from "#client/features/read-along/components/read-along-bar.tsx";
import { t } from "#client/lib/i18n/i18n.ts";
import { VerseNotice } from "./read-along/verse-notice.tsx";
import type { OpenSpeech } from "./text-to-speech/speech-session.ts";
import type { BookAudio } from "./use-book-audio.ts";

interface ApartChipProps {
  readonly ebook: Ebook;
  /** Null while text-to-speech is off. */
  readonly speech: OpenSpeech | null;
  readonly bookAudio: BookAudio;
}

export function ResyncBar({ ebook, speech, bookAudio: { step, hear } }: ApartChipProps) {
  if (speech) {
    const { conductor, readPageAloud, followAgain } = speech;
    const result = { conductor, onReadPageAloud: readPageAloud, onFollowAgain: followAgain };
    return <ReadAlongBar {...result} isSample={false} apart={t("textToSpeech.apart")} />;
  }
  return step?.conductor && hear ? (
    <>
      <VerseNotice bookId={ebook.bookId} conductor={step.conductor} />
      <ReadAlongBar conductor={step.conductor} isSample={ebook.portion !== "whole"} onReadPageAloud={hear} />
    </>
  ) : null;
}
