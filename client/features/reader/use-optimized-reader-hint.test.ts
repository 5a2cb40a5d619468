import { renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { memoryThresholdBytes } from "#client/lib/memory-monitor.ts";
import { useOptimizedReaderHint } from "./use-optimized-reader-hint.ts";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["a fast network and much memory", { effectiveType: "4g", deviceMemory: 8, heap: 0 }, false],
  ["a slow network", { effectiveType: "2g", deviceMemory: 8, heap: 0 }, true],
  ["a device of 1 GB", { effectiveType: "4g", deviceMemory: 1, heap: 0 }, true],
  [
    "a page that uses too much",
    { effectiveType: "4g", deviceMemory: 8, heap: memoryThresholdBytes + 1 },
    true,
  ],
])("with %s the text-only reader is offered: %s", (_, { effectiveType, deviceMemory, heap }, isOffered) => {
  const connection = Object.assign(new EventTarget(), { effectiveType });
  vi.stubGlobal("navigator", { connection, deviceMemory, onLine: true });
  vi.stubGlobal("performance", { ...performance, now: () => 0, memory: { usedJSHeapSize: heap } });

  expect(renderHook(() => useOptimizedReaderHint()).result.current).toBe(isOffered);
});

test("it is not offered without network information", () => {
  vi.stubGlobal("navigator", { onLine: true });

  expect(renderHook(() => useOptimizedReaderHint()).result.current).toBe(false);
});
