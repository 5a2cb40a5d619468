const shared = "maktaba-player";

/** What is heard in a tab. */
interface VoiceRow {
  readonly mute: () => void;
  readonly onCommand: (listener: (act: string) => void) => () => void;
}

/**
 * Lets one tab of a browser be heard at a time: the one in which somebody pressed Play last.
 *
 * @returns a function that stops.
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
