import { renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { getPositionTracker } from "#client/features/positions/position-tracker.ts";
import type { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import type { Location } from "#client/features/reader/engine/position/location.ts";
import type { Cause } from "#client/features/reader/engine/position/relocate-reason.ts";
import type { ReaderExtension } from "#client/features/reader/reader-extension.ts";
import { getId } from "#client/testing/factories.ts";
import { reportTextPosition, useReportPosition } from "./use-report-position.ts";

const ebook = { bookId: getId(1) as never, version: "1" };
const location = { fraction: 0.4, cfi: "/6/4", sentence: "s1-1", notice: null } as unknown as Location;
const report = vi.spyOn(getPositionTracker(), "report").mockImplementation(() => {});

beforeEach(() => report.mockClear());

function openBook(extension: Pick<ReaderExtension, "reportsPosition"> | null = null) {
  const onMove = vi.fn<ReaderEngine["onMove"]>(() => () => {});
  const engine = { onMove } as unknown as ReaderEngine;
  const { unmount } = renderHook(() => useReportPosition(ebook, engine, extension as ReaderExtension | null));
  const move = (to: Partial<Location>, cause: Cause) =>
    onMove.mock.lastCall?.[0]({ ...location, ...to }, cause);
  return { move, close: unmount };
}

test("only where the reader goes is reported, not what opens, lays out or follows the text", () => {
  const { move, close } = openBook();
  for (const cause of ["open", "layout", "follow"] as const) move({}, cause);
  move({ notice: "failed" }, "turn");
  expect(report).not.toHaveBeenCalled();

  move({}, "turn");
  move({ fraction: 0.5 }, "jump");
  expect(report.mock.calls.map(([, locator, isDeliberate]) => [locator, isDeliberate])).toEqual([
    [{ fraction: 0.4, cfi: "/6/4", sentence: "s1-1" }, true],
    [{ fraction: 0.5, cfi: "/6/4", sentence: "s1-1" }, true],
  ]);
  close();
});

test("an extension that reports the position itself is left to it", () => {
  let isSpeaking = true;
  const { move, close } = openBook({ reportsPosition: () => isSpeaking });
  move({}, "turn");
  expect(report).not.toHaveBeenCalled();
  isSpeaking = false;
  move({}, "turn");
  expect(report).toHaveBeenCalledOnce();
  close();
});

test("turning back to the beginning resets the position", () => {
  reportTextPosition(ebook.bookId, { fraction: 0.005 }, true);
  reportTextPosition(ebook.bookId, { fraction: 0.005 }, false);
  reportTextPosition(ebook.bookId, { fraction: 0.4 }, true);
  expect(report.mock.calls.map(([, , , options]) => options?.reset)).toEqual([true, false, false]);
});
