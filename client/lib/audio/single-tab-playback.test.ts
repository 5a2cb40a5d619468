import { expect, test, vi } from "vitest";
import { enforceSingleTab } from "./single-tab-playback.ts";

/** The player of one tab, as other tabs see it. */
function openTab() {
  const pauseSilently = vi.fn();
  let sendCommand: (command: string) => void = () => {};
  const stop = enforceSingleTab({
    pauseSilently,
    onCommand: (listener) => {
      sendCommand = listener;
      return () => {};
    },
  });
  return { pauseSilently, stop, press: (command: string) => sendCommand(command) };
}

test("playing in one tab pauses the others", async () => {
  const [one, two] = [openTab(), openTab()];

  two.press("time");
  two.press("pause");
  one.press("play");

  await vi.waitFor(() => expect(two.pauseSilently).toHaveBeenCalledOnce());
  expect(one.pauseSilently).not.toHaveBeenCalled();
  one.stop();
  two.stop();
});
