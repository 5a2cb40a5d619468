import { expect, test, vi } from "vitest";
import { openAudioChannel } from "./audio/audio-channel.ts";
import { openBroadcastChannel } from "./broadcast-channel.ts";

function refuse() {
  throw new DOMException("The operation is insecure.", "SecurityError");
}

test.each([
  ["undefined", undefined],
  ["refused", refuse],
])("a channel that is %s is null", (_, channel) => {
  vi.stubGlobal("BroadcastChannel", channel);

  expect(openBroadcastChannel("name")).toBeNull();
  const audio = openAudioChannel("playback", () => {});
  expect(() => audio.post("play")).not.toThrow();
  audio.close();
});
