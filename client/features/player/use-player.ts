import { useContext, useSyncExternalStore } from "react";
import { PlayerContext } from "./player-provider.tsx";
import type { PlayerState } from "./player-state.ts";
import type { PlayerSettings } from "./settings.ts";
import { type Player, thePlayer } from "./the-player.ts";

/** The player that this screen steers. */
export function usePlayer(): Player {
  return useContext(PlayerContext) ?? thePlayer();
}

/** Part of what the player is doing; the component is drawn again only when that part changes. */
export function usePlayerState<Part>(part: (state: PlayerState) => Part): Part {
  const { engine } = usePlayer();
  return useSyncExternalStore(engine.subscribe, () => part(engine.getState()));
}

/** How this listener likes to listen. */
export function usePlayerSettings(): PlayerSettings {
  const { settings } = usePlayer();
  return useSyncExternalStore(settings.subscribe, settings.get);
}
