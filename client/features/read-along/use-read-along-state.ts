import { useSyncExternalStore } from "react";
import type { PlaybackSync, ReadAlongState } from "./playback-sync.ts";

/** How page and sound go together, drawn again when that changes. */
export function useReadAlongState(conductor: PlaybackSync): ReadAlongState {
  return useSyncExternalStore(conductor.subscribe, conductor.getState);
}
