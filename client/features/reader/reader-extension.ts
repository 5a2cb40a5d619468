import type { ReaderEngine } from "./engine/engine.ts";
import type { Tap } from "./engine/layout/page-input.ts";
import type { Cause } from "./engine/position/relocate-reason.ts";
import type { KeyPress } from "./input/keys.ts";

/** What goes along with the text as it is read, such as its recording: it hears of the pages and may turn them. */
export interface ReaderExtension {
  /** The book is open. @returns a function that ends it. */
  readonly accompany: (engine: ReaderEngine) => () => void;
  /** Another page shows, or the same one laid out anew. */
  readonly onMove: (cause: Cause) => void;
  /** The reader takes the page in hand: scrolls, swipes, begins to select. */
  readonly onManual: () => void;
  /** The page was tapped or clicked, where that turns none. @returns whether that was for the companion. */
  readonly onTap: (tap: Tap) => boolean;
  /** @returns whether the key was for the companion. */
  readonly onPress: (press: KeyPress) => boolean;
}
