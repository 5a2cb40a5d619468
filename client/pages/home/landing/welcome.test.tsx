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

function renderWelcome() {
  return render(
    <MemoryRouter>
      <input aria-label="Search" />
      <button type="button">A book</button>
      <Welcome />
    </MemoryRouter>,
  );
}

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const queryDialog = () => screen.queryByRole("dialog", { name: "Welcome to Maktaba" });

describe("the welcome dialog", () => {
  test("appears after 2 s", async () => {
    renderWelcome();

    await advance(1999);
    expect(queryDialog()).toBeNull();
    await advance(1);
    await advance(0);

    expect(welcomeDelayMs).toBe(2000);
    expect(queryDialog()).toBeVisible();
    expect(screen.getByRole("button", { name: "Sign Up Free" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Continue Browsing" })).toBeVisible();
  });

  test.each(["Continue Browsing", "Close", "Sign Up Free"])(
    "does not come again for 30 days after %s",
    async (button) => {
      const firstVisit = renderWelcome();
      await advance(2000);
      await advance(0);
      fireEvent.click(screen.getByRole("button", { name: button }));
      expect(queryDialog()).toBeNull();
      firstVisit.unmount();

      vi.setSystemTime(start.getTime() + 29 * 24 * 3_600_000);
      const secondVisit = renderWelcome();
      await advance(10_000);
      expect(queryDialog()).toBeNull();
      secondVisit.unmount();

      vi.setSystemTime(start.getTime() + 2000 + welcomeRepeatDelayMs);
      renderWelcome();
      await advance(2000);
      await advance(0);
      expect(welcomeRepeatDelayMs).toBe(30 * 24 * 3_600_000);
      expect(queryDialog()).toBeVisible();
    },
  );

  test("waits while the visitor is typing", async () => {
    renderWelcome();
    const field = screen.getByRole("textbox", { name: "Search" });

    act(() => field.focus());
    await advance(10_000);
    expect(queryDialog()).toBeNull();
    act(() => field.blur());
    await advance(2000);
    await advance(0);

    expect(queryDialog()).toBeVisible();
  });

  test("waits while the page is being read, further down", async () => {
    renderWelcome();
    vi.stubGlobal("scrollY", 300);
    await advance(10_000);
    expect(queryDialog()).toBeNull();

    vi.stubGlobal("scrollY", 0);
    await advance(2000);
    await advance(0);

    expect(queryDialog()).toBeVisible();
  });

  test.each<[string, (page: HTMLElement) => void]>([
    [
      "scrolling",
      (page) => {
        vi.stubGlobal("scrollY", 60);
        fireEvent.scroll(page.ownerDocument);
        vi.stubGlobal("scrollY", 0);
      },
    ],
    ["Escape", (page) => fireEvent.keyDown(page, { key: "Escape" })],
    ["pressing something of the page", (page) => fireEvent.click(page)],
  ])("takes the focus but not the page, and gives it back after %s", async (_, dismiss) => {
    renderWelcome();
    const page = screen.getByRole("button", { name: "A book" });
    act(() => page.focus());
    await advance(2000);
    await advance(0);
    expect(queryDialog()).toHaveFocus();
    expect(queryDialog()).not.toHaveAttribute("aria-modal");

    fireEvent.click(screen.getByText(/No credit card required/));
    expect(queryDialog()).toBeVisible();
    dismiss(page);

    expect(queryDialog()).toBeNull();
    expect(page).toHaveFocus();
    expect(localStorage.getItem("welcome-dismissed")).not.toBeNull();
  });

  test("does not appear after navigation", async () => {
    const { unmount } = renderWelcome();

    await advance(1000);
    unmount();
    await advance(5000);

    expect(queryDialog()).toBeNull();
  });
});
