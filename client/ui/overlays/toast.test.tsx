import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dismissToast, toast, useToasts } from "./toast.ts";
import { Toaster } from "./toaster.tsx";

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  act(() => vi.advanceTimersByTime(2_000_000));
  vi.useRealTimers();
});

const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe("a toast", () => {
  test("replaces the previous one", () => {
    render(<Toaster />);

    act(() => toast({ title: "First" }));
    act(() => toast({ title: "Second", description: "And why" }));

    expect(screen.queryByText("First")).toBeNull();
    expect(screen.getByText("Second")).toBeVisible();
    expect(screen.getByText("And why")).toBeVisible();
  });

  test("disappears after 5 s", () => {
    render(<Toaster />);
    act(() => toast({ title: "Saved" }));

    advance(4900);
    expect(screen.getByText("Saved")).toBeVisible();
    advance(200);

    expect(screen.queryByText("Saved")).toBeNull();
  });

  test("is removed 1,000,000 ms after dismissal", () => {
    render(<ToastList />);
    act(() => toast({ title: "Saved" }));
    const id = Number(screen.getByRole("listitem").id);

    act(() => dismissToast(id));
    advance(999_999);
    expect(screen.getByRole("listitem")).toHaveTextContent("closed");
    advance(1);

    expect(screen.queryByRole("listitem")).toBeNull();
  });

  test("is dismissed by a swipe to the right of more than 50 px", () => {
    // jsdom captures no pointers.
    const capture = {
      setPointerCapture: vi.fn(),
      hasPointerCapture: () => false,
      releasePointerCapture: vi.fn(),
    };
    render(<Toaster />);
    act(() => toast({ title: "Saved" }));
    const swipe = (to: number) => {
      const toastElement = Object.assign(screen.getByRole("listitem"), capture);
      fireEvent.pointerDown(toastElement, { button: 0, pointerId: 1, clientX: 100, clientY: 10 });
      fireEvent.pointerMove(toastElement, { pointerId: 1, clientX: 100 + to / 2, clientY: 10 });
      fireEvent.pointerMove(toastElement, { pointerId: 1, clientX: 100 + to, clientY: 10 });
      fireEvent.pointerUp(toastElement, { pointerId: 1, clientX: 100 + to, clientY: 10 });
    };

    swipe(-80);
    expect(screen.getByText("Saved")).toBeVisible();
    swipe(50);
    expect(screen.getByText("Saved")).toBeVisible();
    swipe(51);

    expect(screen.queryByText("Saved")).toBeNull();
  });

  test("is focused with F8 and runs its action", async () => {
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
    const undo = vi.fn();
    render(<Toaster />);
    act(() => toast({ title: "Removed", action: { label: "Undo", onSelect: undo } }));

    fireEvent.keyDown(document, { key: "F8", code: "F8" });
    expect(screen.getByRole("list")).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Undo" }));

    expect(undo).toHaveBeenCalledOnce();
  });
});

function ToastList() {
  return (
    <ul>
      {useToasts().map(({ id, isOpen }) => (
        <li key={id} id={String(id)}>
          {isOpen ? "open" : "closed"}
        </li>
      ))}
    </ul>
  );
}
