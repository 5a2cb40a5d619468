import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { LoadMore } from "./load-more.tsx";

afterEach(() => vi.unstubAllGlobals());

class InSight {
  readonly #tell: (entries: readonly object[]) => void;

  constructor(tell: (entries: readonly object[]) => void) {
    this.#tell = tell;
  }
  observe() {
    this.#tell([{ isIntersecting: true }]);
  }
  disconnect() {}
}

test.each([
  [false, 1],
  [true, 0],
])("asked alone: %s, in sight it fetches %i times; by its button always", async (isRequested, many) => {
  vi.stubGlobal("IntersectionObserver", InSight);
  const onLoad = vi.fn();
  render(<LoadMore hasMore isLoading={false} error={null} onLoad={onLoad} isRequested={isRequested} />);

  expect(onLoad).toHaveBeenCalledTimes(many);
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(onLoad).toHaveBeenCalledTimes(many + 1);
});
