import { beforeEach, describe, expect, test, vi } from "vitest";
import { makePlayer, makePlaylist } from "#client/testing/player-engine-fixture.ts";

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});

/** A book that plays, and a passage from 10 to 20 seconds. */
async function repeatPassage(count: number | null) {
  const { player, audios } = makePlayer();
  const { engine, repeat } = player;
  engine.playBook(makePlaylist());
  await vi.advanceTimersByTimeAsync(100);
  const audio = audios.find(({ src }) => src !== "");
  audio?.finishLoading();
  const playTo = async (time: number) => {
    audio?.playTo(time);
    await vi.advanceTimersByTimeAsync(100);
  };
  const commands: string[] = [];
  engine.onCommand((command) => commands.push(command));
  repeat.setCount(count);
  await playTo(10);
  repeat.setStart();
  await playTo(20);
  repeat.setEnd();
  return { engine, repeat, playTo, commands };
}

describe("a passage", () => {
  test("is played as often as chosen, then playback goes on", async () => {
    const { engine, repeat, playTo, commands } = await repeatPassage(2);
    expect(engine.now()).toBe(10);
    await playTo(20);
    expect(engine.now()).toBe(10);
    expect(repeat.getState().remaining).toBe(0);
    await playTo(20);
    expect(engine.now()).toBe(20);
    expect(repeat.getState().from).toBeNull();
    expect(commands).not.toContain("seek");
  });

  test("is repeated until stopped", async () => {
    const { engine, repeat, playTo } = await repeatPassage(null);
    for (let n = 0; n < 5; n++) {
      await playTo(20);
      expect(engine.now()).toBe(10);
    }
    repeat.stop();
    await playTo(25);
    expect(engine.now()).toBe(25);
  });

  test("ends when the listener goes elsewhere", async () => {
    const { engine, repeat } = await repeatPassage(null);
    engine.seek(12);
    expect(repeat.getState().from).toBe(10);
    engine.seek(40);
    expect(repeat.getState().from).toBeNull();
  });

  test("ends with the chapter and the book", async () => {
    const { engine, repeat } = await repeatPassage(null);
    engine.next();
    expect(repeat.getState().from).toBeNull();
  });

  test("is at least a second long", async () => {
    const { repeat, playTo } = await repeatPassage(null);
    repeat.stop();
    await playTo(30);
    repeat.setStart();
    await playTo(30.5);
    repeat.setEnd();
    expect(repeat.getState()).toMatchObject({ from: 30, to: null });
  });
});
