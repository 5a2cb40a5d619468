import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useAutoRotate } from "./use-auto-rotate.ts";

let notifyView: (isIntersecting: boolean) => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  class FakeIntersectionObserver {
    constructor(onIntersection: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
      notifyView = (isIntersecting) => act(() => onIntersection([{ isIntersecting }]));
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", FakeIntersectionObserver);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Rotating({ rotate = useAutoRotate }) {
  const { index, canMove, goTo, toggle, frame } = rotate<HTMLElement>({ count: 3, intervalMs: 1000 });
  return (
    <section {...frame} aria-label="rotating" data-at={index} data-moves={canMove}>
      <button type="button" onClick={toggle}>
        toggle
      </button>
      <button type="button" onClick={() => goTo(index - 1)}>
        back
      </button>
    </section>
  );
}

const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const getFrame = () => screen.getByRole("region");
const getSlide = () => getFrame().dataset["at"];

describe("an automatic rotation", () => {
  test("advances in intervals and wraps around", () => {
    render(<Rotating />);
    notifyView(true);

    advance(999);
    expect(getSlide()).toBe("0");
    advance(1);
    expect(getSlide()).toBe("1");
    advance(1000);
    advance(1000);
    expect(getSlide()).toBe("0");
  });

  test("pauses out of view", () => {
    render(<Rotating />);

    advance(5000);
    expect(getSlide()).toBe("0");
    notifyView(true);
    advance(1000);
    notifyView(false);
    advance(5000);
    expect(getSlide()).toBe("1");
  });

  test("pauses under the pointer", () => {
    render(<Rotating />);
    notifyView(true);

    fireEvent.pointerEnter(getFrame(), { pointerType: "mouse" });
    advance(5000);
    expect(getSlide()).toBe("0");
    fireEvent.pointerLeave(getFrame());
    advance(1000);
    expect(getSlide()).toBe("1");
  });

  test("pauses with the focus inside", () => {
    render(<Rotating />);
    notifyView(true);

    act(() => screen.getByRole("button", { name: "back" }).focus());
    advance(5000);
    expect(getSlide()).toBe("0");
    act(() => screen.getByRole("button", { name: "back" }).blur());
    advance(1000);
    expect(getSlide()).toBe("1");
  });

  test("pauses on request and resumes on request even with the focus inside", () => {
    render(<Rotating />);
    notifyView(true);
    const toggle = screen.getByRole("button", { name: "toggle" });

    act(() => toggle.focus());
    fireEvent.click(toggle);
    act(() => toggle.blur());
    advance(5000);
    expect(getSlide()).toBe("0");
    act(() => toggle.focus());
    fireEvent.click(toggle);
    advance(1000);
    expect(getSlide()).toBe("1");
  });

  test("pauses in a hidden tab", () => {
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
    render(<Rotating />);
    notifyView(true);

    visibility.mockReturnValue("hidden");
    fireEvent(document, new Event("visibilitychange"));
    advance(5000);

    expect(getSlide()).toBe("0");
  });

  test("goes back from the first to the last", () => {
    render(<Rotating />);

    fireEvent.click(screen.getByRole("button", { name: "back" }));

    expect(getSlide()).toBe("2");
  });
});

test("does not run with reduced motion", async () => {
  vi.resetModules();
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  const { useAutoRotate } = await import("./use-auto-rotate.ts");
  render(<Rotating rotate={useAutoRotate} />);
  notifyView(true);

  advance(5000);

  expect(getSlide()).toBe("0");
  expect(getFrame().dataset["moves"]).toBe("false");
});
