const shared = "maktaba-player";

interface VoiceRow {
  readonly mute: () => void;
  readonly onCommand: (listener: (act: string) => void) => () => void;
}

/**
 * Allows playback in one tab per browser: the one where Play was pressed last.
 *
 * @returns a function that stops
 */
export function enforceSingleTab(engine: VoiceRow): () => void {
  if (!("BroadcastChannel" in window)) return () => {};
  const channel = new BroadcastChannel(shared);
  channel.addEventListener("message", () => engine.mute());
  const stop = engine.onCommand((act) => {
    if (act === "play" || act === "restart") channel.postMessage(act);
  });
  return () => {
    stop();
    channel.close();
  };
}
