import { fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renderPage } from "#client/testing/render-page.tsx";
import { useStaffTimeout } from "./use-admin-dashboard.ts";

const minutes = 60_000;
const refetchSpy = vi.fn();

function SessionWatcher() {
  useStaffTimeout(refetchSpy);
  return null;
}

beforeEach(() => {
  refetchSpy.mockClear();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  renderPage(<SessionWatcher />);
});
afterEach(() => {
  vi.useRealTimers();
});

describe("an employee page", () => {
  test("checks the session after half an hour without input", () => {
    vi.advanceTimersByTime(30 * minutes);
    expect(refetchSpy).not.toHaveBeenCalled();

    vi.advanceTimersByTime(2_000);
    expect(refetchSpy).toHaveBeenCalledTimes(1);
  });

  test("keeps the session open while in use and restarts the timer on input", () => {
    vi.advanceTimersByTime(4 * minutes);
    fireEvent.keyDown(window);
    expect(refetchSpy).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2 * minutes);
    fireEvent.pointerDown(window);
    expect(refetchSpy).toHaveBeenCalledTimes(1);

    vi.advanceTimersByTime(29 * minutes);
    expect(refetchSpy).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(2 * minutes);
    expect(refetchSpy).toHaveBeenCalledTimes(2);
  });
});
