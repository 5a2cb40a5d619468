import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Ebook } from "#shared/reader/contract.ts";
import { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import type { Location } from "#client/features/reader/engine/position/location.ts";
import { NoPageError, useEngine } from "./use-engine.ts";

test("a book without a page fails to open, until a page appears", async () => {
  const onMove = vi.fn<ReaderEngine["onMove"]>();
  vi.spyOn(ReaderEngine, "open").mockImplementation(async () => {
    const engine = { location: null, goTo: async () => true, onMove, setLayout: () => {}, close: () => {} };
    return engine as unknown as ReaderEngine;
  });
  const host = { current: document.createElement("div") };
  const events = { onMove: () => {}, onDocument: () => {}, onPastEnd: () => {} };
  const layout = { attributes: {}, styles: ["", ""] as const };
  const ebook = {} as Ebook;
  const current = { current: null };

  const { result } = renderHook(() => useEngine(ebook, host, current, { section: 0 }, layout, events));

  await waitFor(() => expect(result.current.failure).toBeInstanceOf(NoPageError));
  act(() => onMove.mock.lastCall?.[0]({} as Location, "layout"));
  expect(result.current.failure).toBeNull();
});
