import { renderHook, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { EntryError } from "#client/features/reader/engine/document/entries.ts";
import { isMissing, useMissingBook } from "./use-missing-book.ts";

test.each<[Parameters<typeof isMissing>[0], unknown, boolean]>([
  [{ notice: "gone" }, null, true],
  [null, new EntryError("b.opf", 404), true],
  [{ notice: null }, null, false],
  [{ notice: "missing" }, null, false],
  [{ notice: "failed" }, null, false],
  [null, new EntryError("b.opf", 503), false],
  [null, new Error("404"), false],
])("%j with %s is gone: %s", (location, failure, expected) => {
  expect(isMissing(location, failure)).toBe(expected);
});

test("the state of the book is requested once per missing part", async () => {
  const checkBook = vi.fn(async () => {});
  const { result, rerender } = renderHook((isMissing: boolean) => useMissingBook(isMissing, checkBook), {
    initialProps: false,
  });
  expect([checkBook.mock.calls.length, result.current]).toEqual([0, false]);

  rerender(true);
  expect(result.current).toBe(true);
  await waitFor(() => expect(result.current).toBe(false));
  rerender(true);
  expect(checkBook).toHaveBeenCalledTimes(1);

  rerender(false);
  rerender(true);
  expect(checkBook).toHaveBeenCalledTimes(2);
  await waitFor(() => expect(result.current).toBe(false));
});
