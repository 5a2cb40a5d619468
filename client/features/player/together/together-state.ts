import type { TogetherSession } from "#shared/listen-together/contract.ts";
import { Store } from "#client/lib/store.ts";

/** Why a session ended for this member; shown until it is dismissed. */
export type TogetherEnd = "ended" | "elsewhere" | "failed";

export interface TogetherState {
  /** Null while nobody is listened with. */
  readonly session: TogetherSession | null;
  /** The member paused while the host plays. */
  readonly isHeld: boolean;
  /** The member moved or changed the speed, which the host sets. */
  readonly wasCorrected: boolean;
  readonly end: TogetherEnd | null;
}

export const notTogether: TogetherState = { session: null, isHeld: false, wasCorrected: false, end: null };

export const togetherState = new Store<TogetherState>(notTogether);

export const isListeningTogether = (): boolean => togetherState.getState().session !== null;
