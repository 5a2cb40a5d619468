import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useSelectedPassage } from "./use-selected-passage.ts";

vi.mock("./get-passage.ts", () => {
  throw new Error("Failed to fetch dynamically imported module");
});

afterEach(() => vi.useRealTimers());

test("without its module, nothing is selected and nothing fails", async () => {
  vi.useFakeTimers();
  const { result } = renderHook(() => useSelectedPassage(() => undefined));
  result.current.onDocument(document);
  document.dispatchEvent(new Event("selectionchange"));

  await act(() => vi.advanceTimersByTimeAsync(1000));
  await act(() => vi.dynamicImportSettled());

  expect(result.current.selected).toBeNull();
});
