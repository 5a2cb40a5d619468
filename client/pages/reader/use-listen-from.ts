import { useEffect, useState } from "react";
import type { SentenceId } from "#shared/positions/position.ts";
import type { BookAudio } from "#client/features/read-along/use-book-audio.ts";
import type { PageSpeech } from "#client/features/text-to-speech/use-page-speech.ts";

/**
 * Reads aloud from a sentence: by what is playing, else by the recording, else by a synthetic voice.
 *
 * @returns null when the book cannot be heard
 */
export function useListenFrom(
  { readAlong, listen, isListenRequested }: BookAudio,
  speech: PageSpeech,
): ((sentence: SentenceId) => void) | null {
  const [requested, setRequested] = useState<SentenceId | null>(null);
  const isReady = speech.isOn ? speech.open !== null : readAlong?.readPageAloud != null && !isListenRequested;
  const extension = speech.extension ?? readAlong?.extension ?? null;
  useEffect(() => {
    if (requested === null || !isReady || !extension) return;
    extension.playFrom(requested);
    setRequested(null);
  }, [requested, isReady, extension]);

  const start = listen ?? speech.toggle;
  if (!start) return null;
  return (sentence) => {
    setRequested(sentence);
    if (!speech.isOn && !readAlong?.isOn) start();
  };
}
