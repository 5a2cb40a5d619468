import { describe, expect, test } from "vitest";
import { type FollowEvent, type Mode, reduceFollowMode } from "./follow-mode.ts";

function applyEvents(...events: readonly FollowEvent[]): {
  readonly mode: Mode;
  readonly pageTurns: number[];
} {
  let mode: Mode = "following";
  const pageTurns: number[] = [];
  for (const [index, event] of events.entries()) {
    const step = reduceFollowMode(mode, event);
    mode = step.mode;
    if (step.turnsPage) pageTurns.push(index);
  }
  return { mode, pageTurns };
}

describe("a page that follows the audio", () => {
  test("turns only when the audio leaves it", () => {
    expect(applyEvents("visible", "visible", "hidden", "visible")).toEqual({
      mode: "following",
      pageTurns: [2],
    });
  });

  test("stays where the user turned to", () => {
    expect(applyEvents("visible", "navigated", "hidden", "hidden", "navigated", "hidden")).toEqual({
      mode: "free",
      pageTurns: [],
    });
  });

  test("returns on request", () => {
    expect(applyEvents("navigated", "hidden", "resumed", "visible", "hidden")).toEqual({
      mode: "following",
      pageTurns: [2, 4],
    });
  });

  test("resumes following when the audio reaches it", () => {
    expect(applyEvents("navigated", "hidden", "hidden", "visible", "hidden")).toEqual({
      mode: "following",
      pageTurns: [4],
    });
  });

  test("resumes at once when the sentence is still visible, as after scrolling", () => {
    expect(applyEvents("navigated", "visible")).toEqual({ mode: "following", pageTurns: [] });
  });

  test("is never turned between a user action and its handling, in any order", () => {
    const all: readonly FollowEvent[] = ["navigated", "resumed", "visible", "hidden"];
    let seed = 7;
    const pickRandom = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return all[seed >>> 30] ?? "hidden";
    };
    for (let run = 0; run < 500; run++) {
      const events = Array.from({ length: 30 }, pickRandom);
      for (const at of applyEvents(...events).pageTurns) {
        if (events[at] === "resumed") continue;
        const last = events.slice(0, at).findLast((event) => event !== "hidden");
        expect(last).not.toBe("navigated");
      }
    }
  });
});
