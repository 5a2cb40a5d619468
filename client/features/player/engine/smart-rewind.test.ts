import { beforeEach, describe, expect, test, vi } from "vitest";
import { makePlayer, makePlaylist } from "#client/testing/player-engine-fixture.ts";
import { getRewind, getRewindAtOpening } from "./smart-rewind.ts";

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});

test.each([
  [9, 0, 0],
  [59, 3, 0],
  [299, 10, 0],
  [1_799, 20, 20],
  [1_800, 30, 30],
  [864_000, 30, 30],
])("after %s seconds: %s s, at opening %s s", (paused, rewind, atOpening) => {
  expect(getRewind(paused * 1_000)).toBe(rewind);
  expect(getRewindAtOpening(paused * 1_000)).toBe(atOpening);
});

describe("after a pause", () => {
  async function pauseAt(second: number) {
    const { player, audios } = makePlayer();
    player.engine.playBook(makePlaylist());
    await vi.advanceTimersByTimeAsync(100);
    const audio = audios.find(({ src }) => src !== "");
    audio?.finishLoading();
    audio?.playTo(second);
    player.engine.pause();
    return player;
  }

  test("playback goes back, within the chapter", async () => {
    const { engine } = await pauseAt(40);
    await vi.advanceTimersByTimeAsync(120_000);
    engine.play();
    expect(engine.now()).toBe(30);

    engine.pause();
    await vi.advanceTimersByTimeAsync(86_400_000);
    engine.play();
    expect(engine.now()).toBe(0);
  });

  test("it stays where the listener went during the pause", async () => {
    const { engine } = await pauseAt(40);
    await vi.advanceTimersByTimeAsync(120_000);
    engine.seek(45);
    engine.play();
    expect(engine.now()).toBe(45);
  });

  test("it stays when this is turned off", async () => {
    const { engine, settings } = await pauseAt(40);
    settings.update({ rewindsAfterPause: false });
    await vi.advanceTimersByTimeAsync(120_000);
    engine.play();
    expect(engine.now()).toBe(40);
  });
});
