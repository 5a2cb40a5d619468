import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useCommands } from "./use-commands.ts";

function hands(isPastEnd: boolean, isRightToLeft = false) {
  const engine = { isRightToLeft, next: vi.fn(async () => {}), prev: vi.fn(async () => {}) };
  const previousSentence = vi.fn();
  const others = { trail: {}, controls: { hide: vi.fn() }, fullScreen: {}, control: {}, open: vi.fn() };
  const { result } = renderHook(() =>
    useCommands({ engine, isPastEnd, previousSentence, ...others } as never),
  );
  return { perform: result.current, engine, previousSentence };
}

test.each(["left", "previous", "lineUp"] as const)("%s leads back from behind the last page", (act) => {
  const { perform, engine, previousSentence } = hands(true);

  perform(act);

  expect(previousSentence).toHaveBeenCalledOnce();
  expect(engine.prev).not.toHaveBeenCalled();
});

test("right returns from behind the last page of a right-to-left book", () => {
  const { perform, previousSentence } = hands(true, true);

  perform("right");

  expect(previousSentence).toHaveBeenCalledOnce();
});

test("left turns one page back", () => {
  const { perform, engine, previousSentence } = hands(false);

  perform("left");

  expect(engine.prev).toHaveBeenCalledOnce();
  expect(previousSentence).not.toHaveBeenCalled();
});
