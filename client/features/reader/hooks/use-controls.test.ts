import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useControls } from "./use-controls.ts";

const page = { current: { getBoundingClientRect: () => ({ bottom: 600 }) } as HTMLElement };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the bars hide after a while", () => {
  const { result } = renderHook(() => useControls(false, page));
  expect(result.current.isVisible).toBe(true);

  act(() => void vi.advanceTimersByTime(4_000));
  expect(result.current.isVisible).toBe(false);
});

test("a pointer at an edge shows the bars until it leaves", () => {
  const { result } = renderHook(() => useControls(false, page));
  act(() => result.current.hide());

  act(() => result.current.onPointer(590));
  act(() => void vi.advanceTimersByTime(10_000));
  expect(result.current.isVisible).toBe(true);

  act(() => result.current.onPointer(300));
  act(() => void vi.advanceTimersByTime(4_000));
  expect(result.current.isVisible).toBe(false);
});

test("the bars are toggled on request and then stay", () => {
  const { result } = renderHook(() => useControls(false, page));

  act(() => result.current.toggle());
  expect(result.current).toMatchObject({ isVisible: false });
  act(() => result.current.toggle());
  expect(result.current).toMatchObject({ isVisible: true });
  act(() => void vi.advanceTimersByTime(10_000));
  expect(result.current.isVisible).toBe(true);
});

test("the bars stay while the pointer is on its way to them, also above a player", () => {
  const { result } = renderHook(() => useControls(false, page));

  for (const y of [400, 300, 200, 100]) {
    act(() => void vi.advanceTimersByTime(3_000));
    act(() => result.current.onPointer(y));
    expect(result.current.isVisible).toBe(true);
  }
  act(() => result.current.onPointer(540));
  act(() => void vi.advanceTimersByTime(60_000));
  expect(result.current.isVisible).toBe(true);

  act(() => result.current.hide());
  act(() => result.current.onPointer(300));
  expect(result.current.isVisible).toBe(false);
});

test("a pointer on its way to what is shown instead of the bottom bar does not show the bars", () => {
  const { result } = renderHook(() => useControls(false, page));
  act(() => result.current.hide());

  act(() => result.current.onPointer(590, true));
  expect(result.current.isVisible).toBe(false);
  act(() => result.current.onPointer(10, true));
  expect(result.current.isVisible).toBe(true);
});
