import { fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renderPage } from "#client/testing/render-page.tsx";
import { useStaffTimeout } from "./use-admin-dashboard.ts";

const minutes = 60_000;
const look = vi.fn();

function Watched() {
  useStaffTimeout(look);
  return null;
}

beforeEach(() => {
  look.mockClear();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  renderPage(<Watched />);
});
afterEach(() => {
  vi.useRealTimers();
});

describe("an employee's page", () => {
  test("looks whether the area is closed when nobody touched it for half an hour", () => {
    vi.advanceTimersByTime(30 * minutes);
    expect(look).not.toHaveBeenCalled();

    vi.advanceTimersByTime(2_000);
    expect(look).toHaveBeenCalledTimes(1);
  });

  test("keeps the area open while it is used, and waits again from the last touch", () => {
    vi.advanceTimersByTime(4 * minutes);
    fireEvent.keyDown(window);
    expect(look).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2 * minutes);
    fireEvent.pointerDown(window);
    expect(look).toHaveBeenCalledTimes(1);

    vi.advanceTimersByTime(29 * minutes);
    expect(look).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(2 * minutes);
    expect(look).toHaveBeenCalledTimes(2);
  });
});
