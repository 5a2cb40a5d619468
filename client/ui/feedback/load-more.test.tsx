import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { LoadMore } from "./load-more.tsx";

afterEach(() => vi.unstubAllGlobals());

class VisibleObserver {
  readonly #notify: (entries: readonly object[]) => void;

  constructor(notify: (entries: readonly object[]) => void) {
    this.#notify = notify;
  }
  observe() {
    this.#notify([{ isIntersecting: false }, { isIntersecting: true }]);
  }
  disconnect() {}
}

test.each([
  [false, 1],
  [true, 0],
])("automatic: %s, in view it fetches %i times; by its button always", async (isRequested, requestCount) => {
  vi.stubGlobal("IntersectionObserver", VisibleObserver);
  const onLoad = vi.fn();
  render(<LoadMore hasMore isLoading={false} error={null} onLoad={onLoad} isRequested={isRequested} />);

  expect(onLoad).toHaveBeenCalledTimes(requestCount);
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(onLoad).toHaveBeenCalledTimes(requestCount + 1);
});
