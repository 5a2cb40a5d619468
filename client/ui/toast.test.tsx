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

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe("a message", () => {
  test("stands alone: a newer one takes its place", () => {
    render(<Toaster />);

    act(() => toast({ title: "First" }));
    act(() => toast({ title: "Second", description: "And why" }));

    expect(screen.queryByText("First")).toBeNull();
    expect(screen.getByText("Second")).toBeVisible();
    expect(screen.getByText("And why")).toBeVisible();
  });

  test("leaves after 5 s", () => {
    render(<Toaster />);
    act(() => toast({ title: "Saved" }));

    pass(4900);
    expect(screen.getByText("Saved")).toBeVisible();
    pass(200);

    expect(screen.queryByText("Saved")).toBeNull();
  });

  test("is forgotten 1,000,000 ms after it was dismissed", () => {
    render(<Kept />);
    act(() => toast({ title: "Saved" }));
    const id = Number(screen.getByRole("listitem").id);

    act(() => dismissToast(id));
    pass(999_999);
    expect(screen.getByRole("listitem")).toHaveTextContent("closed");
    pass(1);

    expect(screen.queryByRole("listitem")).toBeNull();
  });

  test("is reached by F8, and its action acts", async () => {
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

function Kept() {
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
