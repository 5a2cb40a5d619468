import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useCommands } from "./use-commands.ts";

function renderCommands(isPastEnd: boolean, isRightToLeft = false, isOpening = false) {
  const engine = {
    isRightToLeft,
    isOpening,
    location: isOpening ? null : { section: 1 },
    next: vi.fn(async () => {}),
    prev: vi.fn(async () => {}),
  };
  const leavePastEnd = vi.fn();
  const jumpHistory = { jump: vi.fn(), back: vi.fn() };
  const others = { jumpHistory, controls: { hide: vi.fn() }, fullScreen: {}, control: {}, layers: {} };
  const { result } = renderHook(() => useCommands({ engine, isPastEnd, leavePastEnd, ...others } as never));
  return { perform: result.current, engine, leavePastEnd, jumpHistory };
}

test.each(["left", "previous", "lineUp"] as const)("%s returns from the end card", (command) => {
  const { perform, engine, leavePastEnd } = renderCommands(true);

  perform(command);

  expect(leavePastEnd).toHaveBeenCalledOnce();
  expect(engine.prev).not.toHaveBeenCalled();
});

test("right returns from the end card of a right-to-left book", () => {
  const { perform, leavePastEnd } = renderCommands(true, true);

  perform("right");

  expect(leavePastEnd).toHaveBeenCalledOnce();
});

test("left turns one page back", () => {
  const { perform, engine, leavePastEnd } = renderCommands(false);

  perform("left");

  expect(engine.prev).toHaveBeenCalledOnce();
  expect(leavePastEnd).not.toHaveBeenCalled();
});

test("keys while a book opens do not move it", () => {
  const moves = ["next", "previous", "left", "right", "lineDown", "lineUp", "start", "end", "back"] as const;
  const opening = renderCommands(false, false, true);
  const opened = renderCommands(false);

  for (const command of moves) {
    opening.perform(command);
    opened.perform(command);
  }

  const countMoves = ({ engine, jumpHistory }: typeof opened) =>
    [engine.next, engine.prev, jumpHistory.jump, jumpHistory.back].map(({ mock }) => mock.calls.length);
  expect(countMoves(opening)).toEqual([0, 0, 0, 0]);
  expect(countMoves(opened)).toEqual([3, 3, 2, 1]);
});
