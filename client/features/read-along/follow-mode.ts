/** Whether the page goes with the sound, or the reader leafs about by themselves. */
export type Mode = "following" | "free";

/**
 * What happens to the two:
 * - `leafed`: the reader turned a page, scrolled, jumped or began to select;
 * - `asked`: the reader wants to follow again, or chose what is to be heard;
 * - `reached`: what sounds is on the page that shows;
 * - `lost`: what sounds is on another page.
 */
export type FollowEvent = "leafed" | "asked" | "reached" | "lost";

export interface SentenceStep {
  readonly mode: Mode;
  /** The page is to be turned to what sounds. */
  readonly turns: boolean;
}

/**
 * How the page goes on with the sound. A page turned by hand stays, whatever the sound does, until the reader asks for
 * it or the sound reaches that very page.
 */
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
