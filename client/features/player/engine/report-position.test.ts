import { describe, expect, test } from "vitest";
import { BookId } from "#shared/books/book.ts";
import type { Locator } from "#shared/positions/position.ts";
import type { PlayerEngine } from "./player-engine.ts";
import { idleState, type PlayerCommand, type PlayerState } from "./player-state.ts";
import { reportPosition } from "./report-position.ts";

const bookId = BookId.parse("00000000-0000-4000-8000-000000000001");
const makeChapter = (chapterNumber: number, audioUrl = `/media/${chapterNumber}`) => ({
  chapterNumber,
  chapterType: "chapter",
  title: "",
  audioUrl,
  start: 0,
  end: 100,
  isLocked: false,
});

const state: PlayerState = {
  ...idleState,
  chapterIndex: 1,
  time: 50,
  playlist: {
    bookId,
    title: "",
    author: "",
    coverImageUrl: "",
    direction: "ltr",
    hasEbook: false,
    hasAiVoice: false,
    chapters: [makeChapter(1), makeChapter(2)],
    startFromChapter: 1,
    startFromTime: 0,
    isStartApproximate: false,
    audioBytes: 0,
    portion: "whole",
    settings: {},
  },
};

function listReports(command: PlayerCommand, part: Partial<PlayerState> = {}) {
  const reports: unknown[] = [];
  const onCommand = (listener: (command: PlayerCommand, state: PlayerState) => void) => {
    listener(command, { ...state, ...part });
    return () => {};
  };
  reportPosition({ onCommand } as unknown as PlayerEngine, {
    report: (_: BookId, locator: Locator, isDeliberate: boolean, options?: { readonly reset: boolean }) =>
      void reports.push({ locator, isDeliberate, ...options }),
    saveNow: () => void reports.push("saved"),
  });
  return reports;
}

const middle = { chapter: 2, offset: 50, fraction: 0.75 };

describe("a position in audio", () => {
  test.each([
    ["play", [{ locator: middle, isDeliberate: true, reset: false }]],
    ["seek", [{ locator: middle, isDeliberate: true, reset: false }]],
    ["time", [{ locator: middle, isDeliberate: false, reset: false }]],
    ["pause", [{ locator: middle, isDeliberate: false, reset: false }, "saved"]],
    ["finish", [{ locator: middle, isDeliberate: false, reset: false }, "saved"]],
  ] as const)("is reported at a %s", (command, expected) => {
    expect(listReports(command)).toEqual(expected);
  });

  test("at the beginning is a reset when chosen, not when loaded there", () => {
    const atStart = { chapterIndex: 0, time: 0 };

    expect(listReports("seek", atStart)).toMatchObject([{ reset: true }]);
    expect(listReports("restart", atStart)).toMatchObject([{ reset: true }]);
    expect(listReports("play", atStart)).toMatchObject([{ reset: false }]);
    expect(listReports("time", atStart)).toMatchObject([{ reset: false }]);
  });

  test("is not reported before the playlist has loaded", () => {
    expect(listReports("play", { playlist: null })).toEqual([]);
  });
});
