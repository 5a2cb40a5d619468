import type { ReaderEngine } from "./engine/engine.ts";
import type { Tap } from "./engine/layout/page-input.ts";
import type { Cause } from "./engine/position/relocate-reason.ts";
import type { KeyPress } from "./input/keys.ts";

export interface ReaderExtension {
  /** The book is open. @returns a function that ends it. */
  readonly accompany: (engine: ReaderEngine) => () => void;
  readonly onMove: (cause: Cause) => void;
  readonly onManual: () => void;
  /** The page was tapped or clicked, where that turns none. @returns whether that was for the companion. */
  readonly onTap: (tap: Tap) => boolean;
  /** @returns whether the key was for the companion. */
  readonly onPress: (press: KeyPress) => boolean;
}
