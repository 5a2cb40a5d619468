import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Tooltip } from "./tooltip.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const hover = (name: string) => fireEvent.pointerOver(screen.getByRole("button", { name }));
const leave = (name: string) => fireEvent.pointerOut(screen.getByRole("button", { name }));

function open() {
  render(
    <>
      <Tooltip label="Play it">
        <button type="button">Play</button>
      </Tooltip>
      <Tooltip label="Stop it">
        <button type="button">Stop</button>
      </Tooltip>
    </>,
  );
}

describe("a tooltip", () => {
  test("opens after 700 ms", () => {
    open();

    hover("Play");
    advance(699);
    expect(screen.queryByRole("tooltip", { hidden: true })).toBeNull();
    advance(1);

    expect(screen.getByRole("tooltip", { hidden: true })).toHaveTextContent("Play it");
    leave("Play");
    expect(screen.queryByRole("tooltip", { hidden: true })).toBeNull();
  });

  test("opens at once on keyboard focus, not on programmatic focus", () => {
    open();
    const play = screen.getByRole("button", { name: "Play" });

    fireEvent.keyDown(document.body, { key: "Enter" });
    act(() => play.focus());
    expect(screen.queryByRole("tooltip", { hidden: true })).toBeNull();

    act(() => play.blur());
    fireEvent.keyDown(document.body, { key: "Tab" });
    act(() => play.focus());
    expect(screen.getByRole("tooltip", { hidden: true })).toHaveTextContent("Play it");
  });

  test("opens at once within 300 ms of another, and waits again after that", () => {
    open();
    hover("Play");
    advance(700);
    leave("Play");

    advance(299);
    hover("Stop");
    advance(0);
    expect(screen.getByRole("tooltip", { hidden: true })).toHaveTextContent("Stop it");
    leave("Stop");

    advance(300);
    hover("Play");
    advance(0);
    expect(screen.queryByRole("tooltip", { hidden: true })).toBeNull();
  });
});
