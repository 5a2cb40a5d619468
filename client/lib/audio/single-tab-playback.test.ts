import { expect, test, vi } from "vitest";
import { enforceSingleTab } from "./single-tab-playback.ts";

/** The player of one tab, as other tabs see it. */
function tab() {
  const mute = vi.fn();
  let tell: (command: string) => void = () => {};
  const stop = enforceSingleTab({
    mute,
    onCommand: (listener) => {
      tell = listener;
      return () => {};
    },
  });
  return { mute, stop, press: (command: string) => tell(command) };
}

test("playing in one tab pauses the others", async () => {
  const [one, two] = [tab(), tab()];

  two.press("time");
  two.press("pause");
  one.press("play");

  await vi.waitFor(() => expect(two.mute).toHaveBeenCalledOnce());
  expect(one.mute).not.toHaveBeenCalled();
  one.stop();
  two.stop();
});
