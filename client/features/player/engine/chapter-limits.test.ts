import { beforeEach, describe, expect, test, vi } from "vitest";
import { setLastUser } from "#client/lib/api/last-user.ts";
import { makeUser } from "#client/testing/factories.ts";
import {
  makeChapter,
  makeOneFilePlaylist,
  makePlayer,
  makePlaylist,
} from "#client/testing/player-engine-fixture.ts";

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  setLastUser(makeUser());
});

async function listen(playlist: ReturnType<typeof makePlaylist>) {
  const { player, audios } = makePlayer();
  const { engine } = player;
  engine.playBook(playlist);
  await vi.advanceTimersByTimeAsync(100);
  const getAudio = () => audios.find((audio) => !audio.paused) ?? audios[0];
  getAudio()?.finishLoading();
  const playTo = async (time: number) => {
    getAudio()?.playTo(time);
    await vi.advanceTimersByTimeAsync(150);
  };
  return { engine, playTo };
}

const settings = { skipIntro: 10, skipOutro: 20 };

describe("intro and outro", () => {
  test.each([
    ["a file for each chapter", makePlaylist({ settings }), 40],
    ["one file", makeOneFilePlaylist({ settings }), 40],
  ])("of a chapter are skipped: %s", async (_, playlist, outro) => {
    const { engine, playTo } = await listen(playlist);
    expect(engine.now()).toBe(10);

    await playTo(outro + 0.1);
    expect(engine.getState()).toMatchObject({ chapterIndex: 1, isPlaying: true });
    expect(engine.now()).toBe(10);
  });

  test("are heard by someone who goes there", async () => {
    const { engine, playTo } = await listen(makePlaylist({ settings }));
    engine.seek(45);
    await vi.advanceTimersByTimeAsync(3_000);
    await playTo(50);
    expect(engine.getState().chapterIndex).toBe(0);

    engine.seek(2);
    expect(engine.now()).toBe(2);
  });

  test("of a short chapter are played", async () => {
    const chapters = [makeChapter(1, { end: 35 }), makeChapter(2)];
    const { engine, playTo } = await listen(makePlaylist({ chapters, settings }));
    expect(engine.now()).toBe(0);
    await playTo(30);
    expect(engine.getState().chapterIndex).toBe(0);
  });

  test("of the last chapter end the book", async () => {
    const { engine, playTo } = await listen(makePlaylist({ chapters: [makeChapter(1)], settings }));
    await playTo(40.1);
    expect(engine.getState()).toMatchObject({ ending: "finished", isPlaying: false });
  });
});
