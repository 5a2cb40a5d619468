import { expect, test, vi } from "vitest";
import { SentenceView } from "./sentence-view.ts";

test("a view without a renderer, as while it is replaced, shows and moves nothing", async () => {
  const goTo = vi.fn(async () => true);
  const view = new SentenceView({ renderer: () => null, changePage: vi.fn(), goTo, sections: [] });
  const classes = { playing: "playing", passed: "passed" } as never;

  view.onSettled();
  view.mark("s0-1", classes);
  view.markPlaying(true, classes);

  expect(view.isScrolledManually()).toBe(false);
  expect(view.shows("s0-1", 0)).toBe(false);
  expect(view.findFirstFrom("s0-1")).toBe("s0-1");
  await view.turnTo("s0-1", 0);
  expect(goTo).toHaveBeenCalledExactlyOnceWith({ sentence: "s0-1" });
});
