import type { Ebook } from "#shared/reader/contract.ts";
import { StepBar } from "#client/features/step/parts/step-bar.tsx";
import { say } from "#client/lib/words.ts";
import type { OpenSpeech } from "./speech/speech-session.ts";
import { VerseNotice } from "./step/verse-notice.tsx";
import type { ReadSound } from "./use-sound.ts";

interface ApartChipProps {
  readonly ebook: Ebook;
  /** Null while no voice of the device reads. */
  readonly speech: OpenSpeech | null;
  readonly sound: ReadSound;
}

/** The way back to what is heard, where the page is elsewhere: to a voice, else to the recording. */
export function ApartChip({ ebook, speech, sound: { step, hear } }: ApartChipProps) {
  if (speech) {
    const { conductor, hearPage, followAgain } = speech;
    const heard = { conductor, onHearPage: hearPage, onFollowAgain: followAgain };
    return <StepBar {...heard} isSample={false} apart={say("speech.apart")} />;
  }
  return step?.conductor && hear ? (
    <>
      <VerseNotice bookId={ebook.bookId} conductor={step.conductor} />
      <StepBar conductor={step.conductor} isSample={ebook.portion !== "whole"} onHearPage={hear} />
    </>
  ) : null;
}
