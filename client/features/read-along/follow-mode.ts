export type Mode = "following" | "free";

/**
 * - `leafed`: the reader turned a page, scrolled, jumped or selected text; - `asked`: the reader wants to
 * follow again or chose a sentence; - `reached`: the playing sentence is visible; - `lost`: it is on another
 * page.
 */
export type FollowEvent = "leafed" | "asked" | "reached" | "lost";

export interface SentenceStep {
  readonly mode: Mode;
  readonly turns: boolean;
}

export function follow(mode: Mode, happening: FollowEvent): SentenceStep {
  switch (happening) {
    case "leafed":
      return { mode: "free", turns: false };
    case "asked":
      return { mode: "following", turns: true };
    case "reached":
      return { mode: "following", turns: false };
    case "lost":
      return { mode, turns: mode === "following" };
  }
}
