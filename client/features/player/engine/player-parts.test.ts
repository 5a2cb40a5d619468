import { afterEach, describe, expect, test, vi } from "vitest";
import { makeChapter, makeOneFilePlaylist, makePlaylist } from "#client/testing/player-engine-fixture.ts";
import { idleState } from "./player-state.ts";
import { diagnose, getPersistentError, getRetryDelay } from "./recovery.ts";
import { isLastSampleChapter, isSampleOver } from "./sample-end.ts";
import {
  findTrackPosition,
  getBookDuration,
  getChapterStart,
  getDuration,
  isContinuous,
  toBookTime,
  toLocator,
} from "./timeline.ts";
import { Timers } from "./timers.ts";
import { getChapterLabel } from "./track.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a failure", () => {
  test.each([
    [0, "unreachable"],
    [500, "unreachable"],
    [503, "unreachable"],
    [429, "unreachable"],
    [401, "refused"],
    [403, "refused"],
    [404, "refused"],
    [410, "refused"],
    [206, "bad-file"],
    [416, "bad-file"],
  ])("with status %i is %s", async (status, error) => {
    expect(await diagnose("/media/1", async () => status)).toBe(error);
  });

  test("without an answer is one of the network", async () => {
    const online = vi.spyOn(navigator, "onLine", "get");
    const probe = vi.fn(() => Promise.reject(new TypeError("failed")));
    expect(await diagnose("/media/1", probe)).toBe("unreachable");
    online.mockReturnValueOnce(true).mockReturnValue(false);
    expect(await diagnose("/media/1", probe)).toBe("offline");
    expect(probe).toHaveBeenCalledTimes(2);
    expect(await diagnose("/media/1", probe)).toBe("offline");
    expect(probe).toHaveBeenCalledTimes(2);
  });

  test("is tried again after growing delays, if that can help", () => {
    expect([1, 2, 6, 7, 100].map((n) => getRetryDelay("offline", n))).toEqual([1e3, 2e3, 3e4, 3e4, 3e4]);
    expect([1, 2, 3].map((n) => getRetryDelay("bad-file", n))).toEqual([1e3, 2e3, null]);
    expect([getRetryDelay("refused", 1), getRetryDelay("blocked", 1)]).toEqual([null, null]);
  });

  test("outlasts a pause when trying again cannot help", () => {
    const errors = ["bad-file", "refused", "offline", "unreachable", "buffering", "blocked", null] as const;
    expect(errors.map(getPersistentError)).toEqual(["bad-file", "refused", null, null, null, null, null]);
  });
});

describe("the timeline", () => {
  const playlist = makeOneFilePlaylist();

  test("adds up chapters", () => {
    expect(playlist.chapters.map(getDuration)).toEqual([60, 60, 60]);
    expect(getDuration(makeChapter(1, { start: 5, end: 3 }))).toBe(0);
    expect(getBookDuration(playlist)).toBe(180);
    expect(toBookTime(playlist, { index: 2, time: 5 })).toBe(125);
  });

  test.each([
    [-1, 0, 0],
    [59.9, 0, 59.9],
    [60, 1, 0],
    [179, 2, 59],
    [500, 2, 60],
  ])("finds %f s in chapter %i", (time, index, inChapter) => {
    const found = findTrackPosition(playlist, time);
    expect(found.index).toBe(index);
    expect(found.time).toBeCloseTo(inChapter);
  });

  test("has a start without chapters", () => {
    expect(findTrackPosition({ ...playlist, chapters: [] }, 5)).toEqual({ index: 0, time: 0 });
    expect(getChapterStart({ ...playlist, startFromChapter: 9, startFromTime: 5 })).toEqual({
      index: 0,
      time: 0,
    });
    expect(toLocator({ ...playlist, chapters: [] }, { index: 3, time: -5 })).toMatchObject({
      chapter: 1,
      offset: 0,
    });
    expect(toLocator(playlist, { index: 1, time: 30 })).toEqual({ chapter: 2, offset: 30, fraction: 0.5 });
  });

  test.each([
    [{}, { start: 60, end: 120 }, true],
    [{}, { start: 60.5, end: 120 }, true],
    [{}, { start: 59.4, end: 120 }, false],
    [{}, { start: 60.6, end: 120 }, false],
    [{}, { start: 60, end: 120, audioUrl: "/other" }, false],
  ])("chapters %j and %j are continuous: %s", (a, b, isSame) => {
    const audioUrl = "/media/all";
    expect(isContinuous(makeChapter(1, { audioUrl, ...a }), makeChapter(2, { audioUrl, ...b }))).toBe(isSame);
  });
});

describe("the end of a sample", () => {
  const toState = (playlist: ReturnType<typeof makePlaylist> | null, chapterIndex: number, time = 0) => ({
    ...idleState,
    playlist,
    chapterIndex,
    time,
    duration: 60,
  });
  const locked = makeChapter(3, { isLocked: true });
  const sample = makePlaylist({ portion: "sample", chapters: [makeChapter(1), makeChapter(2), locked] });

  test("is in the last chapter that is not locked", () => {
    expect([0, 1].map((index) => isLastSampleChapter(toState(sample, index)))).toEqual([false, true]);
    expect(isLastSampleChapter(toState(makePlaylist(), 2))).toBe(false);
    expect(isLastSampleChapter(toState(null, 0))).toBe(false);
    expect(isLastSampleChapter(toState(makePlaylist({ portion: "sample" }), 2))).toBe(true);
  });

  test("is less than two seconds away", () => {
    expect([57, 58, 58.1].map((time) => isSampleOver(toState(sample, 1, time)))).toEqual([
      false,
      false,
      true,
    ]);
    expect(isSampleOver(toState(sample, 0, 59))).toBe(false);
  });
});

test("timers are known until they ran or were cancelled", () => {
  vi.useFakeTimers();
  const timers = new Timers<"a" | "b" | "c">();
  const ran: string[] = [];
  for (const name of ["a", "b", "c"] as const) timers.startTimer(name, 100, () => ran.push(name));
  timers.startTimer("a", 200, () => ran.push("again"));
  timers.cancel("b");
  expect([timers.has("a"), timers.has("b"), timers.has("c")]).toEqual([true, false, true]);
  vi.advanceTimersByTime(100);
  expect([ran, timers.has("c")]).toEqual([["c"], false]);
  timers.cancelAll();
  vi.advanceTimersByTime(500);
  expect([ran, timers.has("a")]).toEqual([["c"], false]);
});

test.each([
  ["chapter", "Chapter 3"],
  ["opening_credits", "Opening Credits"],
  ["__side__note_", "Side Note"],
])("a chapter of type %s is labelled %s", (chapterType, label) => {
  expect(getChapterLabel(makeChapter(3, { chapterType }))).toBe(label);
});
