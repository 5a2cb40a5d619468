import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useControls } from "./use-controls.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the bars hide after a while", () => {
  const { result } = renderHook(() => useControls(false));
  expect(result.current.isVisible).toBe(true);

  act(() => void vi.advanceTimersByTime(2_500));
  expect(result.current.isVisible).toBe(false);
});

test("a pointer at an edge shows the bars until it leaves", () => {
  const { result } = renderHook(() => useControls(false));
  act(() => result.current.hide());

  act(() => result.current.onPointer(window.innerHeight - 10));
  act(() => void vi.advanceTimersByTime(10_000));
  expect(result.current.isVisible).toBe(true);

  act(() => result.current.onPointer(window.innerHeight / 2));
  act(() => void vi.advanceTimersByTime(2_500));
  expect(result.current.isVisible).toBe(false);
});

test("the bars are toggled on request and then stay", () => {
  const { result } = renderHook(() => useControls(false));

  act(() => result.current.toggle());
  expect(result.current).toMatchObject({ isVisible: false });
  act(() => result.current.toggle());
  expect(result.current).toMatchObject({ isVisible: true });
  act(() => void vi.advanceTimersByTime(10_000));
  expect(result.current.isVisible).toBe(true);
});
