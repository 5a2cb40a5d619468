import { useSyncExternalStore } from "react";
import type { PlaybackSync, ReadAlongState } from "./playback-sync.ts";

export function useReadAlongState(conductor: PlaybackSync): ReadAlongState {
  return useSyncExternalStore(conductor.subscribe, conductor.getState);
}
