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
