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
  recorder: Pick<Recorder, "spent" | "rest" | "clock">,
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
    recorder.spent({ kind: "speech", bookId, ms, fraction: fraction(), read });
    read = 0;
  };
  const stop = () => {
    count();
    since = null;
    clearInterval(timer);
    recorder.rest("speech");
  };
  const look = () => {
    const { status } = engine.getState();
    const isHeard = status === "speaking" || (status === "resting" && since !== null);
    if (isHeard && since === null) {
      since = recorder.clock.ticks();
      timer = setInterval(count, countEveryMs);
    } else if (!isHeard && since !== null && status !== "loading") stop();
    else if (isHeard) count();
  };
  const stopLooking = engine.subscribe(look);
  const stopListening = engine.onCommand((act, { sentence, share }) => {
    if (act === "spoken" && sentence.letters > 0) read += share;
  });
  return () => {
    stopLooking();
    stopListening();
    if (since !== null) stop();
  };
}
