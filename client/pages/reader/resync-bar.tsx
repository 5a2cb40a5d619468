import type { Ebook } from "#shared/reader/contract.ts";
import { ReadAlongBar } from "#client/features/read-along/components/read-along-bar.tsx";
import { t } from "#client/lib/i18n/i18n.ts";
import { VerseNotice } from "./read-along/verse-notice.tsx";
import type { OpenSpeech } from "./text-to-speech/speech-session.ts";
import type { ReadAudioFile } from "./use-book-audio.ts";

interface ApartChipProps {
  readonly ebook: Ebook;
  /** Null while text-to-speech is off. */
  readonly speech: OpenSpeech | null;
  readonly sound: ReadAudioFile;
}

export function ResyncBar({ ebook, speech, sound: { step, hear } }: ApartChipProps) {
  if (speech) {
    const { conductor, readPageAloud, followAgain } = speech;
    const heard = { conductor, onReadPageAloud: readPageAloud, onFollowAgain: followAgain };
    return <ReadAlongBar {...heard} isSample={false} apart={t("textToSpeech.apart")} />;
  }
  return step?.conductor && hear ? (
    <>
      <VerseNotice bookId={ebook.bookId} conductor={step.conductor} />
      <ReadAlongBar conductor={step.conductor} isSample={ebook.portion !== "whole"} onReadPageAloud={hear} />
    </>
  ) : null;
}
