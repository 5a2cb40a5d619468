import type { SentenceId } from "#shared/positions/position.ts";
import type { KeyPress } from "#client/lib/keys.ts";
import type { ReaderEngine } from "./engine/engine.ts";
import type { Tap } from "./engine/layout/page-input.ts";
import type { Cause } from "./engine/position/relocate-reason.ts";

export interface ReaderExtension {
  /**
   * Called when the book is open.
   *
   * @returns a cleanup function
   */
  readonly attach: (engine: ReaderEngine) => () => void;
  /** Whether it reports the position itself now. */
  readonly reportsPosition?: () => boolean;
  readonly onMove: (cause: Cause) => void;
  readonly onManual: () => void;
  /**
   * Called for taps that do not turn a page.
   *
   * @returns whether the extension handled it
   */
  readonly onTap: (tap: Tap) => boolean;
  /** @returns whether the extension handled the key */
  readonly onPress: (press: KeyPress) => boolean;
  /** Reads aloud from a sentence. */
  readonly playFrom: (sentence: SentenceId) => void;
}
