import { expect, test, vi } from "vitest";
import { makePlaylistFixture } from "#client/testing/audiobook-fixture.ts";
import { FakeAudio } from "#client/testing/fake-audio.ts";
import { getPlayer } from "./player-instance.ts";

class RejectedAudio extends FakeAudio {
  override playFailure = new DOMException("Press first", "NotAllowedError");
}

test("a blocked autoplay is logged and the player asks for a press", async () => {
  const logged: unknown[] = [];
  vi.stubGlobal("Audio", RejectedAudio);
  // Browsers throw "Illegal invocation" when it is called on another object.
  vi.stubGlobal("reportError", function (this: unknown, error: unknown) {
    if (this !== undefined && this !== globalThis) throw new TypeError("Illegal invocation");
    logged.push(error);
  });
  const { engine } = getPlayer();

  engine.playBook(makePlaylistFixture());

  await vi.waitFor(() =>
    expect(engine.getState()).toMatchObject({ isPlaying: false, playbackError: "blocked" }),
  );
  expect(logged).toEqual([expect.objectContaining({ name: "NotAllowedError" })]);
});
