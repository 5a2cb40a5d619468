import { useCallback, useContext, useSyncExternalStore } from "react";
import { PlayerContext, SleepContext } from "./components/player-provider.tsx";
import { getPlayer, type Player } from "./engine/player-instance.ts";
import { type PlayerState, whenIdle } from "./engine/player-state.ts";
import type { PlayerSettings } from "./settings/settings.ts";
import type { SleepState, SleepTimer } from "./sleep-timer/sleep-timer.ts";

/** The player that this screen steers. */
export function usePlayer(): Player {
  return useContext(PlayerContext) ?? getPlayer();
}

/** The same, made when it is first called: a screen that may never play anything is shown without. */
export function useLazyPlayer(): () => Player {
  const given = useContext(PlayerContext);
  return useCallback(() => given ?? getPlayer(), [given]);
}

/** Part of what the player is doing; the component is drawn again only when that part changes. */
export function usePlayerState<Part>(part: (state: PlayerState) => Part): Part {
  const player = useLazyPlayer();
  const subscribe = useCallback((listener: () => void) => player().engine.subscribe(listener), [player]);
  return useSyncExternalStore(
    subscribe,
    () => part(player().engine.getState()),
    () => part(whenIdle),
  );
}

/** How this listener likes to listen. */
export function usePlayerSettings(): PlayerSettings {
  const { settings } = usePlayer();
  return useSyncExternalStore(settings.subscribe, settings.get);
}

/** The sleep timer of what is heard: the player's, or another's that a screen gives. */
export function useSleepTimer(): SleepTimer {
  const given = useContext(SleepContext);
  const player = useLazyPlayer();
  return given ?? player().sleep;
}

/** How long it is until it falls asleep. */
export function useSleep(): SleepState {
  const sleep = useSleepTimer();
  return useSyncExternalStore(sleep.subscribe, sleep.getState);
}
