import { CallError, request } from "#shared/kernel/call.ts";
import type { Seconds } from "#shared/kernel/values.ts";
import { recorder } from "#client/features/ledger/recording/recorder.ts";
import { places } from "#client/features/positions/places.ts";
import { isFloorTaken, type Speaker, takeFloor } from "#client/lib/floor.ts";
import { heedOthers } from "#client/lib/hear-alone.ts";
import { PlayerEngine } from "./engine.ts";
import { fadeOut } from "./fade.ts";
import { listenToKeys } from "./keys.ts";
import { showOnLockScreen } from "./media-session.ts";
import { beOneVoice } from "./one-voice.ts";
import { recordListening } from "./record-listening.ts";
import { rememberPlace } from "./remember-place.ts";
import { SettingsStore } from "./settings-store.ts";
import { SleepTimer } from "./sleep-timer.ts";

/** The player with all that stands around it. */
export interface Player {
  readonly engine: PlayerEngine;
  readonly settings: SettingsStore;
  readonly sleep: SleepTimer;
}

/** After a call to prayer a book goes on from so much before. */
const rewindAfterCall: Seconds = 10;

let made: Player | undefined;

/** The app's one player: it lives as long as the app, whatever screen shows. */
export function thePlayer(): Player {
  made ??= makePlayer();
  return made;
}

function makePlayer(): Player {
  const settings = new SettingsStore();
  const engine = new PlayerEngine({
    makeAudio: () => new Audio(),
    probe,
    log: (error) => reportError(error),
  });
  engine.setRate(settings.get().rate);
  settings.subscribe(() => engine.setRate(settings.get().rate));
  rememberPlace(engine, places());
  recordListening(engine, recorder());
  const speaker = speakerOf(engine);
  heedOthers();
  engine.onAct((act, { track }) => {
    if (act === "play" || act === "restart") takeFloor(speaker, track?.bookId ?? null);
  });
  showOnLockScreen(engine, settings, { isElsewhere: () => isFloorTaken(speaker) });
  listenToKeys(engine, settings);
  beOneVoice(engine);
  return { engine, settings, sleep: new SleepTimer(engine) };
}

/** Where a voice begins to read the same book, the player makes room for it; else it is silent meanwhile. */
function speakerOf(engine: PlayerEngine): Speaker {
  return {
    yield: (bookId) => {
      if (engine.getState().track?.bookId === bookId) engine.setDisplayMode("closed");
      else engine.pause();
    },
    giveWay: () => {
      const { isPlaying, track } = engine.getState();
      if (!isPlaying) return null;
      const takeBack = fadeOut(engine);
      return () => takeBack() || goOn(engine, track?.bookId);
    },
  };
}

/** Plays on from a little before, unless it was steered elsewhere meanwhile. */
function goOn(engine: PlayerEngine, bookId: string | undefined): void {
  const { isPlaying, track } = engine.getState();
  if (isPlaying || track?.bookId !== bookId) return;
  engine.skip(-rewindAfterCall);
  engine.play();
}

/** Asks for one byte of a file. */
async function probe(url: string): Promise<number> {
  try {
    await request("GET", url, undefined, { headers: { Range: "bytes=0-0" } });
    return 206;
  } catch (error) {
    return error instanceof CallError ? error.status : 0;
  }
}
