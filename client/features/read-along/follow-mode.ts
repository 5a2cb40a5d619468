export type Mode = "following" | "free";

/**
 * - `navigated`: the reader turned a page, scrolled, jumped or selected text; - `resumed`: the reader wants to
 * follow again or chose a sentence; - `visible`: the playing sentence is visible; - `hidden`: it is on another
 * page.
 */
export type FollowEvent = "navigated" | "resumed" | "visible" | "hidden";

export interface FollowResult {
  readonly mode: Mode;
  readonly turnsPage: boolean;
}

export function reduceFollowMode(mode: Mode, event: FollowEvent): FollowResult {
  switch (event) {
    case "navigated":
      return { mode: "free", turnsPage: false };
    case "resumed":
      return { mode: "following", turnsPage: true };
    case "visible":
      return { mode: "following", turnsPage: false };
    case "hidden":
      return { mode, turnsPage: mode === "following" };
  }
}
