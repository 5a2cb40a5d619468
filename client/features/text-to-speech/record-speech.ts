import type { Fraction } from "#shared/api/schemas.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Recorder } from "#client/features/reading-activity/index.ts";
import type { SpeechEngine } from "./speech-engine.ts";

const trackIntervalMs = 1_000;
const sleepDetectionMs = 30_000;

interface TrackedBook {
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
  { bookId, fraction }: TrackedBook,
): () => void {
  let trackedUntil: number | null = null;
  let read = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const trackTime = () => {
    if (trackedUntil === null) return;
    const now = recorder.clock.ticks();
    const ms = now - trackedUntil;
    trackedUntil = now;
    if (ms > sleepDetectionMs) return;
    recorder.addTime({ kind: "speech", bookId, ms, fraction: fraction(), read });
    read = 0;
  };
  const stop = () => {
    trackTime();
    trackedUntil = null;
    clearInterval(timer);
    recorder.pauseSession("speech");
  };
  const update = () => {
    const { status } = engine.getState();
    const isSpeaking = status === "speaking" || (status === "between-sentences" && trackedUntil !== null);
    if (isSpeaking && trackedUntil === null) {
      trackedUntil = recorder.clock.ticks();
      timer = setInterval(trackTime, trackIntervalMs);
    } else if (!isSpeaking && trackedUntil !== null && status !== "loading") stop();
    else if (isSpeaking) trackTime();
  };
  const unsubscribe = engine.subscribe(update);
  const stopListening = engine.onCommand((command, { sentence, fraction }) => {
    if (command === "spoken" && sentence.characters > 0) read += fraction;
  });
  return () => {
    unsubscribe();
    stopListening();
    if (trackedUntil !== null) stop();
  };
}
