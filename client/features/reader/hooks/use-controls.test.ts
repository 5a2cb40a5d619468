import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useControls } from "./use-controls.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("go by themselves, and what lies over the page stays where it is under the pointer", () => {
  const { result } = renderHook(() => useControls(false));
  expect(result.current).toMatchObject({ areShown: true, isSpaceReserved: true });

  act(() => void vi.advanceTimersByTime(2_500));
  expect(result.current).toMatchObject({ areShown: false, isSpaceReserved: true });

  act(() => result.current.hide());
  expect(result.current).toMatchObject({ areShown: false, isSpaceReserved: false });
});

test("come and go when they are asked to, with room for them", () => {
  const { result } = renderHook(() => useControls(false));

  act(() => result.current.toggle());
  expect(result.current).toMatchObject({ areShown: false, isSpaceReserved: false });
  act(() => result.current.toggle());
  expect(result.current).toMatchObject({ areShown: true, isSpaceReserved: true });
  act(() => void vi.advanceTimersByTime(10_000));
  expect(result.current.areShown).toBe(true);
});
