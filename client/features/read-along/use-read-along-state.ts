import { useSyncExternalStore } from "react";
import type { PlaybackSync, StepState } from "./playback-sync.ts";

/** How page and sound go together, drawn again when that changes. */
export function useStepState(conductor: PlaybackSync): StepState {
  return useSyncExternalStore(conductor.subscribe, conductor.getState);
}
