import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ScrollArea } from "./scroll-area.tsx";

class FakeResizeObserver {
  readonly #notify: () => void;
  constructor(onResize: () => void) {
    this.#notify = onResize;
  }
  observe() {
    this.#notify();
  }
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("ResizeObserver", FakeResizeObserver);
  // jsdom has no layout: the content is three times as tall as the viewport.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(300);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("the scroll bar hides 600 ms after the pointer left", () => {
  render(
    <ScrollArea>
      <p>Much to read</p>
    </ScrollArea>,
  );
  const area = screen.getByText("Much to read").closest("[dir]") ?? document.body;
  const queryBar = () => area.querySelector("[data-orientation=vertical]");
  act(() => void vi.advanceTimersByTime(200));
  expect(queryBar()).toBeNull();

  act(() => void area.dispatchEvent(new Event("pointerenter")));
  act(() => void vi.advanceTimersByTime(200));
  expect(queryBar()).not.toBeNull();
  act(() => void area.dispatchEvent(new Event("pointerleave")));
  act(() => void vi.advanceTimersByTime(599));
  expect(queryBar()).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1));

  expect(queryBar()).toBeNull();
});
