import type { Fraction } from "#shared/api/schemas.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Recorder } from "#client/features/reading-activity/tracking/recorder.ts";
import type { SpeechEngine } from "./speech-engine.ts";

const countEveryMs = 1_000;
const sleepDetectionMs = 30_000;

interface Counted {
  readonly bookId: BookId;
  readonly fraction: () => Fraction | undefined;
}

/**
 * Tracks text-to-speech time by a monotonic clock, short pauses included. Text read to its end counts as
 * pages.
 *
 * @returns a function that stops
 */
export function recordSpeech(
  engine: Pick<SpeechEngine, "getState" | "subscribe" | "onCommand">,
  recorder: Pick<Recorder, "addTime" | "pauseSession" | "clock">,
  { bookId, fraction }: Counted,
): () => void {
  let since: number | null = null;
  let read = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const count = () => {
    if (since === null) return;
    const now = recorder.clock.ticks();
    const ms = now - since;
    since = now;
    if (ms > sleepDetectionMs) return;
    recorder.addTime({ kind: "speech", bookId, ms, fraction: fraction(), read });
    read = 0;
  };
  const stop = () => {
    count();
    since = null;
    clearInterval(timer);
    recorder.pauseSession("speech");
  };
  const update = () => {
    const { status } = engine.getState();
    const isSpeaking = status === "speaking" || (status === "resting" && since !== null);
    if (isSpeaking && since === null) {
      since = recorder.clock.ticks();
      timer = setInterval(count, countEveryMs);
    } else if (!isSpeaking && since !== null && status !== "loading") stop();
    else if (isSpeaking) count();
  };
  const unsubscribe = engine.subscribe(update);
  const stopListening = engine.onCommand((command, { sentence, fraction }) => {
    if (command === "spoken" && sentence.characters > 0) read += fraction;
  });
  return () => {
    unsubscribe();
    stopListening();
    if (since !== null) stop();
  };
}
