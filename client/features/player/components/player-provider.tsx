import { createContext, type ReactNode } from "react";
import type { Player } from "#client/features/player/engine/player-instance.ts";
import type { SleepTimer } from "#client/features/player/sleep-timer/sleep-timer.ts";

/** Replaces the app's player in tests; null for the app's player. */
export const PlayerContext = createContext<Player | null>(null);

/** The sleep timer of another audio source, such as text-to-speech; null for the player's. */
export const SleepContext = createContext<SleepTimer | null>(null);

interface PlayerProviderProps {
  readonly player?: Player;
  readonly children: ReactNode;
}

export function PlayerProvider({ player, children }: PlayerProviderProps) {
  return <PlayerContext value={player ?? null}>{children}</PlayerContext>;
}
