import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useAutoRotate } from "./use-auto-rotate.ts";

let notifyView: (isIntersecting: boolean) => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  class Watcher {
    constructor(onIntersection: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
      notifyView = (isIntersecting) => act(() => onIntersection([{ isIntersecting }]));
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", Watcher);
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

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const frame = () => screen.getByRole("region");
const at = () => frame().dataset["at"];

describe("an automatic rotation", () => {
  test("advances in intervals and wraps around", () => {
    render(<Rotating />);
    notifyView(true);

    pass(999);
    expect(at()).toBe("0");
    pass(1);
    expect(at()).toBe("1");
    pass(1000);
    pass(1000);
    expect(at()).toBe("0");
  });

  test("pauses out of view", () => {
    render(<Rotating />);

    pass(5000);
    expect(at()).toBe("0");
    notifyView(true);
    pass(1000);
    notifyView(false);
    pass(5000);
    expect(at()).toBe("1");
  });

  test("pauses under the pointer", () => {
    render(<Rotating />);
    notifyView(true);

    fireEvent.pointerEnter(frame(), { pointerType: "mouse" });
    pass(5000);
    expect(at()).toBe("0");
    fireEvent.pointerLeave(frame());
    pass(1000);
    expect(at()).toBe("1");
  });

  test("pauses with the focus inside", () => {
    render(<Rotating />);
    notifyView(true);

    act(() => screen.getByRole("button", { name: "back" }).focus());
    pass(5000);
    expect(at()).toBe("0");
    act(() => screen.getByRole("button", { name: "back" }).blur());
    pass(1000);
    expect(at()).toBe("1");
  });

  test("pauses on request and resumes on request even with the focus inside", () => {
    render(<Rotating />);
    notifyView(true);
    const toggle = screen.getByRole("button", { name: "toggle" });

    act(() => toggle.focus());
    fireEvent.click(toggle);
    act(() => toggle.blur());
    pass(5000);
    expect(at()).toBe("0");
    act(() => toggle.focus());
    fireEvent.click(toggle);
    pass(1000);
    expect(at()).toBe("1");
  });

  test("pauses in a hidden tab", () => {
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
    render(<Rotating />);
    notifyView(true);

    visibility.mockReturnValue("hidden");
    fireEvent(document, new Event("visibilitychange"));
    pass(5000);

    expect(at()).toBe("0");
  });

  test("goes back from the first to the last", () => {
    render(<Rotating />);

    fireEvent.click(screen.getByRole("button", { name: "back" }));

    expect(at()).toBe("2");
  });
});

test("does not run with reduced motion", async () => {
  vi.resetModules();
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  const { useAutoRotate: useStillRotation } = await import("./use-auto-rotate.ts");
  render(<Rotating rotate={useStillRotation} />);
  notifyView(true);

  pass(5000);

  expect(at()).toBe("0");
  expect(frame().dataset["moves"]).toBe("false");
});
