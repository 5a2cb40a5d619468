import type { Cause } from "./engine/cause.ts";
import type { ReaderEngine } from "./engine/engine.ts";
import type { CompanionAct } from "./keys.ts";

/** What goes along with the text as it is read, such as its recording: it hears of the pages and may turn them. */
export interface Companion {
  /** The book is open. @returns a function that ends it. */
  readonly accompany: (engine: ReaderEngine) => () => void;
  /** Another page shows, or the same one laid out anew. */
  readonly onMove: (cause: Cause) => void;
  /** The reader takes the page in hand: scrolls, swipes, begins to select. */
  readonly onHand: () => void;
  /** A sentence was tapped or clicked, where that turns no page. */
  readonly onSentence: (sentence: string) => void;
  readonly onAct: (act: CompanionAct) => void;
}
