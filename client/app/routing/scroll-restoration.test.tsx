import { expect, test, vi } from "vitest";
import { renderPage } from "#client/testing/render-page.tsx";
import { ScrollRestoration } from "./scroll-restoration.tsx";

test("a page opened by its address does not take the scroll position of the page before it", () => {
  const scrollTo = vi.fn();
  vi.stubGlobal("scrollTo", scrollTo);
  vi.spyOn(document.documentElement, "scrollHeight", "get").mockReturnValue(5000);
  const before = renderPage(<ScrollRestoration />, { at: "/auth" });
  vi.stubGlobal("scrollY", 640);
  window.dispatchEvent(new Event("pagehide"));
  before.unmount();

  renderPage(<ScrollRestoration />, { at: "/help-center" }).unmount();
  expect(scrollTo).not.toHaveBeenCalled();

  renderPage(<ScrollRestoration />, { at: "/auth" });
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 640);
});

test("a press keeps the page in place, so that the pressed button receives the click", () => {
  const scrollTo = vi.fn();
  vi.stubGlobal("scrollTo", scrollTo);
  const height = vi.spyOn(document.documentElement, "scrollHeight", "get").mockReturnValue(5000);
  const resize = stubResizeObserver();
  const before = renderPage(<ScrollRestoration />, { at: "/browse" });
  vi.stubGlobal("scrollY", 2000);
  window.dispatchEvent(new Event("pagehide"));
  before.unmount();
  const openGrowingPage = () => {
    height.mockReturnValue(700);
    renderPage(<ScrollRestoration />, { at: "/browse" });
    height.mockReturnValue(5000);
  };

  openGrowingPage();
  window.dispatchEvent(new Event("pointerdown"));
  resize();
  expect(scrollTo).not.toHaveBeenCalled();

  openGrowingPage();
  resize();
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 2000);
});

test("a path that is opened again by a link starts at its top", () => {
  const scrollTo = vi.fn();
  vi.stubGlobal("scrollTo", scrollTo);
  sessionStorage.setItem("scroll-positions", JSON.stringify({ "/library": 640 }));
  const load = (type: string) => {
    vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type } as never]);
    renderPage(<ScrollRestoration />, { at: "/library" }).unmount();
  };
  vi.spyOn(document.documentElement, "scrollHeight", "get").mockReturnValue(5000);

  load("navigate");
  expect(scrollTo).not.toHaveBeenCalled();
  load("reload");
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 640);
  vi.restoreAllMocks();
});

/** @returns a function that reports a new size to every observer */
function stubResizeObserver(): () => void {
  const observing = new Map<ResizeObserver, () => void>();
  class StubResizeObserver implements ResizeObserver {
    readonly #onResize: () => void;
    constructor(onResize: () => void) {
      this.#onResize = onResize;
    }
    observe() {
      observing.set(this, this.#onResize);
    }
    unobserve() {}
    disconnect() {
      observing.delete(this);
    }
  }
  vi.stubGlobal("ResizeObserver", StubResizeObserver);
  return () => {
    for (const onResize of observing.values()) onResize();
  };
}
