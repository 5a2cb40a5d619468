import { openAudioChannel } from "./audio-channel.ts";

interface Playback {
  readonly pauseSilently: () => void;
  readonly onCommand: (listener: (command: string) => void) => () => void;
}

/**
 * Allows playback in one tab per browser: the one where Play was pressed last.
 *
 * @returns a function that stops
 */
export function enforceSingleTab(engine: Playback): () => void {
  const channel = openAudioChannel<"play">("playback", engine.pauseSilently);
  const stop = engine.onCommand((command) => {
    if (command === "play" || command === "restart") channel.post("play");
  });
  return () => {
    stop();
    channel.close();
  };
}
