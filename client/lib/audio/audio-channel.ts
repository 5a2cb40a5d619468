import { openBroadcastChannel } from "#client/lib/broadcast-channel.ts";

const name = "maktaba-audio";

export interface AudioChannel<Message> {
  readonly post: (message: Message) => void;
  readonly close: () => void;
}

/** Messages about audio between the tabs of a browser. Does nothing in browsers without BroadcastChannel. */
export function openAudioChannel<Message>(
  topic: "playback" | "prayer-alert" | "preview",
  onMessage: (message: Message) => void,
): AudioChannel<Message> {
  let channel = openBroadcastChannel(name);
  channel?.addEventListener("message", ({ data }: MessageEvent<{ topic: string; message: Message }>) => {
    if (data.topic === topic) onMessage(data.message);
  });
  return {
    post: (message) => channel?.postMessage({ topic, message }),
    close: () => {
      channel?.close();
      channel = null;
    },
  };
}
