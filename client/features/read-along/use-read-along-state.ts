import { useStore } from "#client/lib/store.ts";
import type { PlaybackSync, ReadAlongState } from "./playback-sync.ts";

export function useReadAlongState(sync: PlaybackSync): ReadAlongState {
  return useStore(sync);
}
