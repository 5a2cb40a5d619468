import { useCallback, useContext, useSyncExternalStore } from "react";
import type { BookPlayerSettings } from "#shared/player/contract.ts";
import { useStore } from "#client/lib/store.ts";
import type { ClipState } from "./clip/clip-playback.ts";
import { PlayerContext, SleepContext } from "./components/player-provider.tsx";
import { createdPlayer, getPlayer, type Player } from "./engine/player-instance.ts";
import { idleState, type PlayerState } from "./engine/player-state.ts";
import type { RepeatState } from "./repeat/repeat-loop.ts";
import type { PlayerSettings } from "./settings/settings.ts";
import type { SleepState, SleepTimer } from "./sleep-timer/sleep-timer.ts";

/** The player that this page controls. */
export function usePlayer(): Player {
  return useContext(PlayerContext) ?? getPlayer();
}

export function useLazyPlayer(): () => Player {
  const player = useContext(PlayerContext);
  return useCallback(() => player ?? getPlayer(), [player]);
}

/** Does not create the player, which takes longer than most components. */
export function usePlayerState<Part>(selector: (state: PlayerState) => Part): Part {
  const appPlayer = useStore(createdPlayer);
  const player = useContext(PlayerContext) ?? appPlayer;
  const subscribe = useCallback(
    (listener: () => void) => player?.engine.subscribe(listener) ?? (() => undefined),
    [player],
  );
  const getPart = () => selector(player?.engine.getState() ?? idleState);
  return useSyncExternalStore(subscribe, getPart, getPart);
}

/** How the loaded book is heard. */
export function useBookSettings(): BookPlayerSettings {
  const { bookSettings } = usePlayer();
  return useStore(bookSettings);
}

/** The clip that is played; null for none. */
export function useClip(): ClipState | null {
  const { clip } = usePlayer();
  return useStore(clip);
}

/** The passage that is repeated. */
export function useRepeat(): RepeatState {
  const { repeat } = usePlayer();
  return useStore(repeat);
}

export function usePlayerSettings(): PlayerSettings {
  const { settings } = usePlayer();
  return useStore(settings);
}

export function useSleepTimer(): SleepTimer {
  const sleepTimer = useContext(SleepContext);
  const player = useLazyPlayer();
  return sleepTimer ?? player().sleep;
}

export function useSleep(): SleepState {
  const sleep = useSleepTimer();
  return useStore(sleep);
}
