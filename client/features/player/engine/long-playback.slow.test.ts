import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UserId } from "#shared/accounts/user.ts";
import { PositionTracker } from "#client/features/positions/position-tracker.ts";
import { MonotonicClock } from "#client/features/reading-activity/tracking/monotonic-clock.ts";
import { Recorder } from "#client/features/reading-activity/tracking/recorder.ts";
import { createMemoryStorage } from "#client/lib/device-storage.ts";
import { makeChapter, makePlayerEngine, makePlaylist } from "#client/testing/player-engine-fixture.ts";
import { recordListening } from "./record-listening.ts";
import { reportPosition } from "./report-position.ts";

const stepMs = 250;
const reader = UserId.parse("00000000-0000-4000-8000-00000000000a");

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-03-01T12:00:00Z") }));
afterEach(() => void vi.useRealTimers());

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function getHeapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** A book of chapters of 5 minutes, with the parts that follow the player. */
function startBook(chapters: number) {
  const { engine, audios } = makePlayerEngine();
  const storage = createMemoryStorage();
  const sent = { positions: 0, sessions: 0 };
  const tracker = new PositionTracker(storage, async () => void sent.positions++);
  tracker.setReader(reader);
  const recorder = new Recorder({
    storage,
    clock: new MonotonicClock({ wallClock: () => Date.now(), ticks: () => Date.now() }),
    send: async () => {
      sent.sessions += 1;
      return [];
    },
  });
  recorder.setReader(reader);
  reportPosition(engine, tracker);
  recordListening(engine, recorder);
  const list = Array.from({ length: chapters }, (_, n) => makeChapter(n + 1, { end: 300 }));
  engine.playBook(makePlaylist({ chapters: list }));
  return { engine, audios, storage, sent };
}

/** Plays with four reports a second, as browsers send them. */
async function playOn({ engine, audios }: ReturnType<typeof startBook>, seconds: number) {
  for (let at = 0; at < seconds * 1000; at += stepMs) {
    await vi.advanceTimersByTimeAsync(stepMs);
    const audio = audios.find(({ paused }) => !paused);
    if (!audio) continue;
    if (audio.readyState === 0) audio.finishLoading();
    const time = audio.currentTime + stepMs / 1000;
    if (time < 300) audio.playTo(time);
    else audio.finish(300);
  }
  return engine.getState();
}

test("two hours of playing keep memory, timers and stored data flat", async () => {
  const book = startBook(120);
  await playOn(book, 1_800);
  const [bytes, timers, stored] = [getHeapBytes(), vi.getTimerCount(), book.storage.length];
  const { chapterIndex } = await playOn(book, 5_400);

  expect(chapterIndex).toBeGreaterThan(20);
  expect(getHeapBytes() - bytes).toBeLessThan(3_000_000);
  expect(vi.getTimerCount()).toBeLessThanOrEqual(timers + 2);
  expect(book.storage.length).toBeLessThanOrEqual(stored + 2);
});

test("a book of 2,000 chapters sends no more than one of 12", async () => {
  const short = startBook(12);
  await playOn(short, 600);
  short.engine.unload();
  const expected = { ...short.sent };
  const long = startBook(2_000);
  await playOn(long, 600);
  expect(long.sent).toEqual(expected);
  expect(long.audios.flatMap(({ loaded }) => loaded)).toEqual(short.audios.flatMap(({ loaded }) => loaded));
});
