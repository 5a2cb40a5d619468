import type { BookId } from "#shared/books/book.ts";
import { delegateMediaKeys } from "#client/features/player/index.ts";
import {
  SilentAudio,
  updateSpeechMediaSession,
  type VisibleState,
} from "#client/features/text-to-speech/media-session.ts";
import type { SpeechEngine } from "#client/features/text-to-speech/speech-engine.ts";
import {
  type AudioFocusHolder,
  abandonAudioFocus,
  hasOtherAudioFocus,
  requestAudioFocus,
} from "#client/lib/audio/audio-focus.ts";
import { listenForOtherTabs } from "#client/lib/audio/audio-preview.ts";
import { enforceSingleTab } from "#client/lib/audio/single-tab-playback.ts";
import { pauseCleanup } from "#client/lib/memory-monitor.ts";

/**
 * Claims the audio output for text-to-speech: pauses other audio in all tabs, sets the media session and
 * pauses memory cleanup.
 *
 * @returns a function that releases it
 */
export function claimAudioOutput(
  engine: SpeechEngine,
  speaker: AudioFocusHolder,
  bookId: BookId,
  metadata: VisibleState,
): () => void {
  listenForOtherTabs();
  const silentAudio = new SilentAudio();
  let stopMemoryMonitor: (() => void) | null = null;
  const update = () => {
    silentAudio.set(engine.isActive && !hasOtherAudioFocus(speaker));
    if (engine.isActive) stopMemoryMonitor ??= pauseCleanup();
    else {
      stopMemoryMonitor?.();
      stopMemoryMonitor = null;
    }
  };
  const cleanups = [
    engine.onCommand((command) => {
      if (command !== "play") return;
      requestAudioFocus(speaker, bookId);
      handleKeys(engine);
    }),
    engine.subscribe(update),
    enforceSingleTab({
      pauseSilently: engine.pause,
      onCommand: (listener) => engine.onCommand((command) => listener(command)),
    }),
    updateSpeechMediaSession(engine, metadata, () => hasOtherAudioFocus(speaker)),
  ];
  // Browsers keep speaking after the page is closed.
  addEventListener("pagehide", engine.pause);
  return () => {
    removeEventListener("pagehide", engine.pause);
    engine.pause();
    for (const stop of cleanups) stop();
    silentAudio.close();
    stopMemoryMonitor?.();
    abandonAudioFocus(speaker);
  };
}

function handleKeys(engine: SpeechEngine): void {
  if (!navigator.mediaSession) return;
  const step = (direction: 1 | -1) => () => engine.step(direction);
  delegateMediaKeys(navigator.mediaSession, {
    play: engine.play,
    pause: engine.pause,
    stop: engine.pause,
    seekto: null,
    previoustrack: step(-1),
    nexttrack: step(1),
    seekbackward: step(-1),
    seekforward: step(1),
  });
}
