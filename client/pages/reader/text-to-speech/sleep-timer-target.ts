import { idleState } from "#client/features/player/engine/player-state.ts";
import type { Track } from "#client/features/player/engine/track.ts";
import type { SleepTarget } from "#client/features/player/sleep-timer/sleep-timer.ts";
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
