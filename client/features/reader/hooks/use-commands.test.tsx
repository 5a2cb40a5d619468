import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useCommands } from "./use-commands.ts";

function renderCommands(isPastEnd: boolean, isRightToLeft = false) {
  const engine = { isRightToLeft, next: vi.fn(async () => {}), prev: vi.fn(async () => {}) };
  const leavePastEnd = vi.fn();
  const others = { jumpHistory: {}, controls: { hide: vi.fn() }, fullScreen: {}, control: {}, open: vi.fn() };
  const { result } = renderHook(() => useCommands({ engine, isPastEnd, leavePastEnd, ...others } as never));
  return { perform: result.current, engine, leavePastEnd };
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
