import { CallError, request } from "#shared/api/http-client.ts";
import type { Seconds } from "#shared/api/schemas.ts";
import { followCasting } from "#client/features/player/casting/sound-route.ts";
import { ClipPlayback } from "#client/features/player/clip/clip-playback.ts";
import { listenToKeys } from "#client/features/player/keyboard-shortcuts.ts";
import { RepeatLoop } from "#client/features/player/repeat/repeat-loop.ts";
import { applySettings, toSkips } from "#client/features/player/settings/apply-settings.ts";
import { BookSettings } from "#client/features/player/settings/book-settings.ts";
import { SettingsStore } from "#client/features/player/settings/settings-store.ts";
import { startEveningTimer } from "#client/features/player/sleep-timer/evening-timer.ts";
import { connectSleepSignals, extendIfFading } from "#client/features/player/sleep-timer/sleep-signals.ts";
import { SleepTimer } from "#client/features/player/sleep-timer/sleep-timer.ts";
import { isListeningTogether } from "#client/features/player/together/together-state.ts";
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
import { noSkips } from "./chapter-limits.ts";
import { fadeOut } from "./fade.ts";
import { updateMediaSession } from "./media-session.ts";
import { PlayerEngine } from "./player-engine.ts";
import { recordListening } from "./record-listening.ts";
import { reportPosition } from "./report-position.ts";
import { getRewind } from "./smart-rewind.ts";

export interface Player {
  readonly engine: PlayerEngine;
  readonly settings: SettingsStore;
  readonly bookSettings: BookSettings;
  readonly sleep: SleepTimer;
  readonly repeat: RepeatLoop;
  readonly clip: ClipPlayback;
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
  const bookSettings = new BookSettings();
  const elements: HTMLAudioElement[] = [];
  const engine = new PlayerEngine({
    createAudio: () => {
      const audio = new Audio();
      elements.push(audio);
      followCasting(audio);
      return audio;
    },
    getSkips: (playlist) => {
      const skips = toSkips(bookSettings.open(playlist));
      return isListeningTogether() ? noSkips : skips;
    },
    getRewind: (pausedMs) =>
      settings.getState().rewindsAfterPause && !isListeningTogether() ? getRewind(pausedMs) : 0,
    probe,
    log: (error) => reportError(error),
  });
  applySettings({ engine, settings, bookSettings, elements, log: (error) => reportError(error) });
  const clip = new ClipPlayback(engine);
  reportPosition(engine, getPositionTracker(), () => clip.getState() !== null);
  recordListening(engine, getRecorder());
  const focusHolder = getFocusHolder(engine);
  listenForOtherTabs();
  engine.onCommand((command, { track }) => {
    if (command === "play" || command === "restart") requestAudioFocus(focusHolder, track?.bookId ?? null);
  });
  const sleep = new SleepTimer(engine);
  connectSleepSignals(sleep, settings);
  startEveningTimer(engine, sleep, settings);
  updateMediaSession(engine, settings, {
    hasOtherAudioFocus: () => hasOtherAudioFocus(focusHolder),
    extendSleep: () => extendIfFading(sleep),
  });
  listenToKeys({ engine, settings, bookSettings });
  enforceSingleTab(engine);
  return { engine, settings, bookSettings, sleep, repeat: new RepeatLoop(engine), clip };
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
