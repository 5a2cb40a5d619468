import { CallError, request } from "#shared/api/http-client.ts";
import type { Seconds } from "#shared/api/schemas.ts";
import { listenToKeys } from "#client/features/player/keyboard-shortcuts.ts";
import { SettingsStore } from "#client/features/player/settings/settings-store.ts";
import { SleepTimer } from "#client/features/player/sleep-timer/sleep-timer.ts";
import { getPositionTracker } from "#client/features/positions/index.ts";
import { getRecorder } from "#client/features/reading-activity/index.ts";
import {
  type AudioFocusHolder,
  hasOtherAudioFocus,
  requestAudioFocus,
} from "#client/lib/audio/audio-focus.ts";
import { listenForOtherTabs } from "#client/lib/audio/audio-preview.ts";
import { enforceSingleTab } from "#client/lib/audio/single-tab-playback.ts";
import { Store } from "#client/lib/store.ts";
import { fadeOut } from "./fade.ts";
import { updateMediaSession } from "./media-session.ts";
import { PlayerEngine } from "./player-engine.ts";
import { recordListening } from "./record-listening.ts";
import { reportPosition } from "./report-position.ts";

export interface Player {
  readonly engine: PlayerEngine;
  readonly settings: SettingsStore;
  readonly sleep: SleepTimer;
}

const rewindAfterAlert: Seconds = 10;

/** The app's player; null before its first use. */
export const createdPlayer = new Store<Player | null>(null);

let instance: Player | undefined;

export function getPlayer(): Player {
  if (!instance) {
    const player = createPlayer();
    instance = player;
    // Components must not rerender while another one renders.
    queueMicrotask(() => createdPlayer.set(player));
  }
  return instance;
}

function createPlayer(): Player {
  const settings = new SettingsStore();
  const engine = new PlayerEngine({
    createAudio: () => new Audio(),
    probe,
    log: (error) => reportError(error),
  });
  engine.setRate(settings.getState().rate);
  settings.subscribe(() => engine.setRate(settings.getState().rate));
  reportPosition(engine, getPositionTracker());
  recordListening(engine, getRecorder());
  const focusHolder = getFocusHolder(engine);
  listenForOtherTabs();
  engine.onCommand((command, { track }) => {
    if (command === "play" || command === "restart") requestAudioFocus(focusHolder, track?.bookId ?? null);
  });
  updateMediaSession(engine, settings, { hasOtherAudioFocus: () => hasOtherAudioFocus(focusHolder) });
  listenToKeys(engine, settings);
  enforceSingleTab(engine);
  return { engine, settings, sleep: new SleepTimer(engine) };
}

function getFocusHolder(engine: PlayerEngine): AudioFocusHolder {
  return {
    stop: (bookId) => {
      if (engine.getState().track?.bookId === bookId) engine.setDisplayMode("closed");
      else engine.pause();
    },
    pauseForInterruption: () => {
      const { isPlaying, track } = engine.getState();
      if (!isPlaying) return null;
      const restoreVolume = fadeOut(engine);
      return () => restoreVolume() || resume(engine, track?.bookId);
    },
  };
}

function resume(engine: PlayerEngine, bookId: string | undefined): void {
  const { isPlaying, track } = engine.getState();
  if (isPlaying || track?.bookId !== bookId) return;
  engine.skip(-rewindAfterAlert);
  engine.play();
}

/** Requests one byte of a file. */
async function probe(url: string): Promise<number> {
  try {
    await request("GET", url, undefined, { headers: { Range: "bytes=0-0" } });
    return 206;
  } catch (error) {
    return error instanceof CallError ? error.status : 0;
  }
}
