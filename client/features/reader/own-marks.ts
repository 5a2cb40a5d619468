import { Store } from "#client/lib/store.ts";
import type { Target } from "./engine/position/resolve-target.ts";

/** A mark of the reader in the open book, as the search and the command palette list it. */
export interface OwnMark {
  readonly id: string;
  /** The marked passage; empty where it is not known. */
  readonly quote: string;
  readonly note: string;
  readonly tags: readonly string[];
  /** The colour of a highlight; null for other marks. */
  readonly color: string | null;
  readonly target: Target;
}

/** The marks in the open book in reading order; empty before they are loaded, and for guests. */
export const ownMarks = new Store<readonly OwnMark[]>([]);
