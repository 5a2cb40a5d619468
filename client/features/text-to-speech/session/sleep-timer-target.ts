import { idleState, type SleepTarget, type Track } from "#client/features/player/index.ts";
import type { SpeechEngine } from "#client/features/text-to-speech/speech-engine.ts";

export function createSleepTarget(engine: SpeechEngine, track: Track): SleepTarget {
  return {
    getState: () => ({ ...idleState, track, isPlaying: engine.isActive }),
    subscribe: engine.subscribe,
    onCommand: (listener) =>
      engine.onCommand((command) => {
        if (command === "play" || command === "finish")
          listener(command, { ...idleState, track, isPlaying: engine.isActive });
      }),
    now: () => 0,
    setFade: () => {},
    pause: engine.pause,
    play: engine.play,
    skip: () => engine.step(-1),
  };
}
