import { useStore } from "#client/lib/store.ts";
import type { PlaybackSync, ReadAlongState } from "./playback-sync.ts";

export function useReadAlongState(conductor: PlaybackSync): ReadAlongState {
  return useStore(conductor);
}
