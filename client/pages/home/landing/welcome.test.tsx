import { act, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Welcome, welcomeDelayMs, welcomeRepeatDelayMs } from "./welcome.tsx";
import "./welcome-dialog.tsx";

const start = new Date("2026-03-01T12:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

function arrive() {
  return render(
    <MemoryRouter>
      <input aria-label="Search" />
      <button type="button">A book</button>
      <Welcome />
    </MemoryRouter>,
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const dialog = () => screen.queryByRole("dialog", { name: "Welcome to Maktaba" });

describe("the welcome dialog", () => {
  test("appears after 2 s", async () => {
    arrive();

    await pass(1999);
    expect(dialog()).toBeNull();
    await pass(1);
    await pass(0);

    expect(welcomeDelayMs).toBe(2000);
    expect(dialog()).toBeVisible();
    expect(screen.getByRole("button", { name: "Sign Up Free" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Continue Browsing" })).toBeVisible();
  });

  test.each(["Continue Browsing", "Close", "Sign Up Free"])(
    "does not come again for 30 days after %s",
    async (how) => {
      const first = arrive();
      await pass(2000);
      await pass(0);
      fireEvent.click(screen.getByRole("button", { name: how }));
      expect(dialog()).toBeNull();
      first.unmount();

      vi.setSystemTime(start.getTime() + 29 * 24 * 3_600_000);
      const fraction = arrive();
      await pass(10_000);
      expect(dialog()).toBeNull();
      fraction.unmount();

      vi.setSystemTime(start.getTime() + 2000 + welcomeRepeatDelayMs);
      arrive();
      await pass(2000);
      await pass(0);
      expect(welcomeRepeatDelayMs).toBe(30 * 24 * 3_600_000);
      expect(dialog()).toBeVisible();
    },
  );

  test("waits while the visitor is typing", async () => {
    arrive();
    const field = screen.getByRole("textbox", { name: "Search" });

    act(() => field.focus());
    await pass(10_000);
    expect(dialog()).toBeNull();
    act(() => field.blur());
    await pass(2000);
    await pass(0);

    expect(dialog()).toBeVisible();
  });

  test.each<[string, (page: HTMLElement) => void]>([
    ["Escape", (page) => fireEvent.keyDown(page, { key: "Escape" })],
    ["pressing something of the page", (page) => fireEvent.click(page)],
  ])("takes the focus but not the page, and gives it back after %s", async (_, leave) => {
    arrive();
    const page = screen.getByRole("button", { name: "A book" });
    act(() => page.focus());
    await pass(2000);
    await pass(0);
    expect(dialog()).toHaveFocus();
    expect(dialog()).not.toHaveAttribute("aria-modal");

    fireEvent.click(screen.getByText(/No credit card required/));
    expect(dialog()).toBeVisible();
    leave(page);

    expect(dialog()).toBeNull();
    expect(page).toHaveFocus();
    expect(localStorage.getItem("welcome-dismissed")).not.toBeNull();
  });

  test("does not appear after navigation", async () => {
    const { unmount } = arrive();

    await pass(1000);
    unmount();
    await pass(5000);

    expect(dialog()).toBeNull();
  });
});
