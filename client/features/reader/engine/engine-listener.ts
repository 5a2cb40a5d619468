import type { Location } from "./position/location.ts";
import type { Cause } from "./position/relocate-reason.ts";

export type MoveListener = (location: Location, cause: Cause) => void;

export interface EngineListener {
  readonly onDocument: (doc: Document, section: number) => void;
  /** Called when the reader turns past the last page. */
  readonly onPastEnd: () => void;
  readonly onManualScroll?: () => void;
}

export interface PageTurner {
  readonly onSettled: () => void;
  readonly isScrolledManually: () => boolean;
}
