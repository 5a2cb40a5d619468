export type Mode = "following" | "free";

/**
 * - `leafed`: the reader turned a page, scrolled, jumped or selected text; - `asked`: the reader wants to
 * follow again or chose a sentence; - `reached`: the playing sentence is visible; - `lost`: it is on another
 * page.
 */
export type FollowEvent = "leafed" | "asked" | "reached" | "lost";

export interface FollowResult {
  readonly mode: Mode;
  readonly turnsPage: boolean;
}

export function reduceFollowMode(mode: Mode, event: FollowEvent): FollowResult {
  switch (event) {
    case "leafed":
      return { mode: "free", turnsPage: false };
    case "asked":
      return { mode: "following", turnsPage: true };
    case "reached":
      return { mode: "following", turnsPage: false };
    case "lost":
      return { mode, turnsPage: mode === "following" };
  }
}
