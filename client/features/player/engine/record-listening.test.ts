import { beforeEach, describe, expect, test } from "vitest";
import { BookId } from "#shared/books/book.ts";
import { MonotonicClock } from "#client/features/reading-activity/tracking/monotonic-clock.ts";
import type { TimeSpent } from "#client/features/reading-activity/tracking/recorder.ts";
import { idleState, type PlayerCommand, type PlayerState } from "./player-state.ts";
import type { CommandListener } from "./player-store.ts";
import { recordListening } from "./record-listening.ts";

const bookId = BookId.parse("00000000-0000-4000-8000-000000000001");
const makeChapter = (chapterNumber: number) => ({
  chapterNumber,
  chapterType: "chapter",
  title: "",
  audioUrl: `/media/${chapterNumber}`,
  start: 0,
  end: 100,
  isLocked: false,
});
const playing: PlayerState = {
  ...idleState,
  isPlaying: true,
  playlist: {
    bookId,
    title: "",
    author: "",
    coverImageUrl: "",
    direction: "ltr",
    hasEbook: false,
    hasAiVoice: false,
    portion: "whole",
    settings: {},
    startFromChapter: 1,
    startFromTime: 0,
    isStartApproximate: false,
    audioBytes: 0,
    chapters: [makeChapter(1), makeChapter(2)],
  },
};

function createPlayer() {
  const time = { ticks: 0 };
  const spent: TimeSpent[] = [];
  let sendCommand: CommandListener = () => {};
  let state = playing;
  recordListening(
    {
      onCommand: (listener) => {
        sendCommand = listener;
        return () => {};
      },
    },
    {
      clock: new MonotonicClock({ wallClock: () => 0, ticks: () => time.ticks }),
      addTime: (each) => void spent.push(each),
      pauseSession: () => void spent.push({ kind: "listening", bookId, ms: 0 }),
    },
  );
  return {
    /** @param seconds how much time passes first */
    act: (command: PlayerCommand, seconds: number, change: Partial<PlayerState> = {}) => {
      time.ticks += seconds * 1000;
      state = { ...state, ...change };
      sendCommand(command, state);
    },
    seconds: () => spent.reduce((all, { ms }) => all + ms, 0) / 1000,
    pauses: () => spent.filter(({ ms }) => ms === 0).length,
    chapters: () => spent.reduce((all, { chapters = 0 }) => all + chapters, 0),
    fractions: () => spent.flatMap(({ fraction }) => fraction ?? []),
  };
}

let fixture = createPlayer();
beforeEach(() => {
  fixture = createPlayer();
});

describe("the tracking of listening time", () => {
  test("counts wall-clock time at any speed", () => {
    fixture.act("play", 0, { rate: 2 });
    fixture.act("time", 10, { time: 20 });
    fixture.act("time", 10, { time: 40 });

    expect(fixture.seconds()).toBe(20);
    expect(fixture.fractions()).toEqual([0.1, 0.2]);
  });

  test("does not count buffering, pauses or device sleep", () => {
    fixture.act("play", 0);
    fixture.act("time", 10, { time: 10 });
    fixture.act("time", 60, { time: 11 });
    fixture.act("pause", 1, { time: 12 });
    fixture.act("play", 600);
    fixture.act("time", 5, { time: 17 });

    expect(fixture.seconds()).toBe(17);
  });

  test("does not count a seek as heard", () => {
    fixture.act("play", 0);
    fixture.act("time", 10, { time: 10 });
    fixture.act("seek", 0, { time: 90 });
    fixture.act("time", 5, { time: 95 });
    fixture.act("time", 0.25, { time: 10 });
    fixture.act("time", 0.25, { time: 99 });

    expect(fixture.seconds()).toBe(15);
  });

  test("continues over chapter ends and counts finished chapters", () => {
    fixture.act("play", 0, { time: 98 });
    fixture.act("time", 2.1, { chapterIndex: 1, time: 0 });
    fixture.act("time", 50, { time: 50 });
    fixture.act("finish", 50, { time: 100 });

    expect([fixture.seconds(), fixture.chapters()]).toEqual([102, 2]);
  });

  test("counts nothing for a book that is only loaded", () => {
    fixture.act("seek", 0, { time: 50 });
    fixture.act("seek", 30, { time: 20 });

    expect(fixture.seconds()).toBe(0);
  });

  test("ends the session with a pause and with the book only", () => {
    fixture.act("play", 0);
    fixture.act("time", 5, { time: 5 });
    fixture.act("seek", 0, { time: 50 });
    expect(fixture.pauses()).toBe(0);
    fixture.act("pause", 5, { time: 55 });
    expect(fixture.pauses()).toBe(1);
    // What passes while paused is not heard.
    fixture.act("time", 5, { time: 60 });
    fixture.act("finish", 5, { time: 65 });
    expect([fixture.pauses(), fixture.seconds()]).toEqual([2, 15]);
  });

  test("counts nothing across books, without a book, or backwards", () => {
    const { playlist } = playing;
    const other = BookId.parse("00000000-0000-4000-8000-000000000002");
    fixture.act("play", 0, { time: 5 });
    fixture.act("time", 5, { time: 10, playlist: playlist && { ...playlist, bookId: other } });
    fixture.act("time", 5, { playlist: null });
    fixture.act("time", 5, { time: 20, playlist });
    fixture.act("time", 5, { time: 20 });
    fixture.act("time", 5, { time: 18 });
    expect([fixture.seconds(), fixture.fractions(), fixture.chapters()]).toEqual([0, [], 0]);
  });

  test("counts at most the time that passed, with a second and a half for clocks", () => {
    fixture.act("play", 100);
    fixture.act("time", 1, { time: 2.5 });
    expect(fixture.seconds()).toBe(1);
    fixture.act("time", 1, { time: 5.1 });
    expect([fixture.seconds(), fixture.chapters()]).toEqual([1, 0]);
  });

  test("knows no fraction of a book without duration", () => {
    const { playlist } = playing;
    const empty = playlist && {
      ...playlist,
      chapters: playlist.chapters.map((chapter) => ({ ...chapter, end: 0 })),
    };
    fixture.act("play", 0, { playlist: empty });
    fixture.act("time", 5, { time: 5 });
    expect([fixture.seconds(), fixture.fractions()]).toEqual([5, []]);
  });
});
