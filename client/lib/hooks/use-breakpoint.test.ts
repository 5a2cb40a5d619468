import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { getBreakpoint, useBreakpoint } from "./use-breakpoint.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a window is measured on resize, and 100 ms after an orientation change", () => {
  vi.useFakeTimers();
  vi.stubGlobal("innerWidth", 390);
  const { result } = renderHook(() => useBreakpoint());
  expect(result.current).toBe("mobile");

  vi.stubGlobal("innerWidth", 844);
  act(() => void window.dispatchEvent(new Event("orientationchange")));
  act(() => void vi.advanceTimersByTime(99));
  expect(result.current).toBe("mobile");
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current).toBe("tablet");

  vi.stubGlobal("innerWidth", 1280);
  act(() => void window.dispatchEvent(new Event("resize")));
  expect(result.current).toBe("desktop");
});

test.each([
  [320, "mobile"],
  [767, "mobile"],
  [768, "tablet"],
  [1023, "tablet"],
  [1024, "desktop"],
  [2560, "desktop"],
])("%i px wide is a %s", (width, screen) => {
  expect(getBreakpoint(width)).toBe(screen);
});
