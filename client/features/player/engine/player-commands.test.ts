import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  makeChapter,
  makeOneFilePlaylist,
  makePlaylist,
  setUpPlayer,
} from "#client/testing/player-engine-fixture.ts";
import { idleState } from "./player-state.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const sample = () =>
  makePlaylist({
    portion: "sample",
    chapters: [makeChapter(1), makeChapter(2, { isLocked: true, audioUrl: "" })],
  });

describe("without a book", () => {
  test("commands change nothing", () => {
    const { engine, state, audios, commands } = setUpPlayer();
    engine.play();
    engine.pause();
    engine.stop();
    engine.suspend();
    engine.seek(5);
    engine.seekInBook(5);
    engine.skip(10);
    engine.goTo(1);
    engine.next();
    engine.previous();
    engine.retry();
    engine.setPosition({ index: 0, time: 5 });
    engine.setFade(0.5);
    for (const audio of audios) {
      for (const event of ["timeupdate", "ended", "error", "waiting", "playing", "pause"]) audio.emit(event);
    }

    expect(state()).toEqual(idleState);
    expect(commands).toEqual([]);
    expect(audios.every(({ paused, volume, loaded }) => paused && volume === 1 && loaded.length === 0)).toBe(
      true,
    );
    expect([engine.now(), engine.canGoNext(), engine.canGoPrevious()]).toEqual([0, false, false]);
  });

  test.each([0, 1, 7])("a locked or missing chapter %i is not loaded", (index) => {
    const { engine, state } = setUpPlayer();
    const locked = makePlaylist({
      chapters: [makeChapter(1, { isLocked: true }), makeChapter(2, { isLocked: true })],
    });
    engine.playBook(locked, { index, time: 0 });
    engine.cue(locked, { index, time: 0 });
    engine.playBook(makePlaylist({ chapters: [] }), { index, time: 0 });
    engine.cue(makePlaylist({ chapters: [] }), { index, time: 0 });
    expect(state().track).toBeNull();
  });
});

describe("while a book is loaded", () => {
  test("pause keeps it from playing, and Play starts it once", async () => {
    const { engine, commands, audios, state } = setUpPlayer();
    engine.playBook(makePlaylist());
    engine.pause();
    engine.seek(30);
    expect(engine.now()).toBe(0);
    await vi.advanceTimersByTimeAsync(100);
    expect(audios.every(({ paused }) => paused)).toBe(true);
    expect([state().isPlaying, state().time]).toEqual([false, 0]);
    expect(commands).toEqual([]);

    engine.playBook(makePlaylist({ chapters: [makeChapter(5)] }));
    engine.pause();
    engine.play();
    expect(audios.every(({ paused }) => paused)).toBe(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(commands).toEqual(["play"]);
  });

  test("says that the position is approximate, until that is dismissed or the listener moves", async () => {
    const approximate = makePlaylist({ startFromChapter: 2, startFromTime: 20, isStartApproximate: true });
    for (const act of ["dismissNotices", "seek", "goTo"] as const) {
      const { engine, state, listen } = setUpPlayer();
      await listen(approximate);
      expect(state().isStartApproximate).toBe(true);
      if (act === "dismissNotices") engine.dismissNotices();
      if (act === "seek") engine.seek(30);
      if (act === "goTo") engine.goTo(0);
      expect(state().isStartApproximate).toBe(false);
    }
  });

  test.each([
    ["at the start of a chapter", { startFromTime: 0 }, undefined],
    ["in another chapter", { startFromTime: 20 }, { index: 2, time: 5 }],
    ["that is exact", { startFromTime: 20, isStartApproximate: false }, undefined],
  ])("does not say so of a locator %s", async (_name, more, position) => {
    const { engine, state } = setUpPlayer();
    engine.playBook(makePlaylist({ startFromChapter: 2, isStartApproximate: true, ...more }), position);
    await vi.advanceTimersByTimeAsync(100);
    expect(state().isStartApproximate).toBe(false);
  });
});

describe("the same book", () => {
  test("is loaded again for another chapter, and restarted as such", async () => {
    const { engine, listen, state, getAudio, commands } = setUpPlayer();
    await listen();
    engine.playBook(makePlaylist(), { index: 1, time: 8 }, "restart");
    await vi.advanceTimersByTimeAsync(100);
    getAudio().finishLoading();
    expect(state()).toMatchObject({ chapterIndex: 1, time: 8, isPlaying: true });
    expect(commands).toEqual(["play", "pause", "restart"]);
  });

  test("plays from another position with one command each", async () => {
    const { engine, listen, commands, getAudio } = setUpPlayer();
    await listen();
    engine.playFrom({ index: 0, time: 20 });
    expect(commands).toEqual(["play", "seek"]);
    expect(getAudio()).toMatchObject({ currentTime: 20, loaded: ["/media/1"] });
    engine.playFrom({ index: 1, time: 3 });
    expect(commands).toEqual(["play", "seek", "seek"]);
  });

  test("does not play from a locked chapter", async () => {
    const { engine, listen, state, audios } = setUpPlayer();
    await listen(sample());
    engine.playFrom({ index: 1, time: 0 });
    expect(state()).toMatchObject({ ending: "end-of-sample", isPlaying: false, chapterIndex: 0 });
    expect(audios.every(({ paused }) => paused)).toBe(true);
  });

  test("is moved while paused, and not while playing or to a locked chapter", async () => {
    const { engine, listen, state, commands } = setUpPlayer();
    await listen();
    engine.setPosition({ index: 1, time: 5 });
    expect(state().chapterIndex).toBe(0);
    engine.pause();
    for (const index of [7, -1]) engine.setPosition({ index, time: 5 });
    expect(state().chapterIndex).toBe(0);
    engine.setPosition({ index: 1, time: 5 });
    expect(state()).toMatchObject({ chapterIndex: 1, time: 5, isPlaying: false, ending: null });
    expect(commands).toEqual(["play", "pause"]);

    const other = setUpPlayer();
    await other.listen(sample());
    other.engine.next();
    other.engine.setPosition({ index: 1, time: 5 });
    expect(other.state()).toMatchObject({ chapterIndex: 0, ending: "end-of-sample" });
    other.engine.setPosition({ index: 0, time: 5 });
    expect(other.state()).toMatchObject({ time: 5, ending: null });
  });
});

describe("moving", () => {
  test("within a chapter of one file keeps it playing and loaded", async () => {
    const { engine, listen, getAudio, state, commands } = setUpPlayer();
    await listen(makeOneFilePlaylist());
    engine.seekInBook(30);
    expect(state()).toMatchObject({ chapterIndex: 0, time: 30 });
    engine.seekInBook(90);
    expect(state()).toMatchObject({ chapterIndex: 1, time: 30, isSeeking: true });
    await vi.advanceTimersByTimeAsync(100);
    expect(getAudio()).toMatchObject({ currentTime: 90, paused: false, loaded: ["/media/all"] });
    expect(commands).toEqual(["play", "seek", "seek"]);
  });

  test("into a locked part ends the sample", async () => {
    const { engine, listen, state } = setUpPlayer();
    await listen(sample());
    engine.seekInBook(70);
    expect(state()).toMatchObject({ ending: "end-of-sample", isPlaying: false, time: 0 });
    engine.seekInBook(20);
    expect(state()).toMatchObject({ ending: null, time: 20 });
  });

  test("stops at the first and the last chapter", async () => {
    const { engine, listen, state, getAudio, commands } = setUpPlayer();
    await listen(makePlaylist({ chapters: [makeChapter(1), makeChapter(2)] }));
    getAudio().playTo(3);
    engine.previous();
    expect(state()).toMatchObject({ chapterIndex: 0, time: 3 });
    engine.next();
    engine.next();
    expect(state().chapterIndex).toBe(1);
    await vi.advanceTimersByTimeAsync(100);
    getAudio().finishLoading();
    getAudio().playTo(3);
    engine.previous();
    expect(state()).toMatchObject({ chapterIndex: 0, time: 0 });
    expect(commands.filter((command) => command === "seek")).toHaveLength(2);
  });

  test("starts another chapter after a while only if it was playing", async () => {
    const { engine, listen, audios, getAudio } = setUpPlayer();
    await listen();
    engine.goTo(1);
    await vi.advanceTimersByTimeAsync(99);
    expect(audios.every(({ paused }) => paused)).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(getAudio()).toMatchObject({ src: "/media/2", paused: false });
    engine.pause();
    engine.goTo(2);
    await vi.advanceTimersByTimeAsync(500);
    expect(audios.every(({ paused }) => paused)).toBe(true);
  });

  test("stops at the start of its chapter in the file", async () => {
    const { engine, listen, getAudio, state } = setUpPlayer();
    await listen(makeOneFilePlaylist({ startFromChapter: 2, startFromTime: 20 }));
    engine.stop();
    expect([getAudio().currentTime, state().time]).toEqual([60, 0]);
  });
});

describe("sound", () => {
  test("is faded while playing, and whole again after a pause", async () => {
    const { engine, listen, getAudio } = setUpPlayer();
    await listen();
    engine.setVolume(0.5);
    engine.setFade(0.5);
    expect(getAudio().volume).toBe(0.25);
    engine.pause();
    expect(getAudio().volume).toBe(0.5);
    engine.setFade(0.5);
    expect(getAudio().volume).toBe(0.5);
  });

  test("is never below 0, and heard again when its volume changes", async () => {
    const { engine, listen, getAudio, state } = setUpPlayer();
    await listen();
    engine.toggleMute();
    engine.setVolume(-1);
    expect(state()).toMatchObject({ volume: 0, isMuted: false });
    expect(getAudio().muted).toBe(false);
  });

  test("is paused once however often it is asked for", async () => {
    const { engine, listen, commands } = setUpPlayer();
    await listen();
    engine.pause();
    engine.pause();
    engine.setDisplayMode("closed");
    expect(commands).toEqual(["play", "pause"]);
  });
});

describe("after a failure", () => {
  const fail = async ({ getAudio, network }: ReturnType<typeof setUpPlayer>, status: number, code = 2) => {
    network.status = status;
    getAudio().fail(code);
    await vi.advanceTimersByTimeAsync(0);
  };

  test("of the network the file is loaded again when it returns, if the listener still wants it", async () => {
    const player = setUpPlayer();
    await player.listen();
    await fail(player, 503);
    expect(player.state().playbackError).toBe("unreachable");
    window.dispatchEvent(new Event("online"));
    expect(player.getAudio().loaded).toHaveLength(2);
    player.getAudio().finishLoading();

    player.getAudio().emit("waiting");
    window.dispatchEvent(new Event("online"));
    expect(player.getAudio().loaded).toHaveLength(2);

    await fail(player, 429);
    player.engine.pause();
    window.dispatchEvent(new Event("online"));
    expect(player.getAudio().loaded).toHaveLength(2);
    expect(player.state().playbackError).toBeNull();
    // The element itself still has its error.
    player.engine.play();
    expect(player.getAudio().loaded).toHaveLength(3);
  });

  test("without a network it says so, and goes on with it", async () => {
    const player = setUpPlayer();
    await player.listen();
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await fail(player, 206);
    expect(player.state().playbackError).toBe("offline");
    online.mockReturnValue(true);
    window.dispatchEvent(new Event("online"));
    expect(player.getAudio().loaded).toHaveLength(2);
  });

  test.each([401, 403, 404, 410])("with status %i it is not tried again", async (status) => {
    const player = setUpPlayer();
    await player.listen();
    await fail(player, status);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(player.state()).toMatchObject({ playbackError: "refused", isPlaying: false });
    expect(player.getAudio().loaded).toHaveLength(1);
    player.engine.pause();
    expect(player.state().playbackError).toBe("refused");
  });

  test("Play loads a damaged file again, and only such a file", async () => {
    const player = setUpPlayer();
    await player.listen();
    player.getAudio().emit("waiting");
    player.engine.play();
    expect(player.getAudio().loaded).toHaveLength(1);
    player.getAudio().emit("playing");
    for (let n = 0; n < 3; n++) {
      await fail(player, 206, 3);
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(player.state().playbackError).toBe("bad-file");
    const before = player.getAudio().loaded.length;
    player.engine.play();
    expect(player.getAudio().loaded).toHaveLength(before + 1);
  });

  test("another chapter has its own attempts and no error", async () => {
    const player = setUpPlayer();
    await player.listen();
    for (let n = 0; n < 2; n++) {
      await fail(player, 206, 3);
      await vi.advanceTimersByTimeAsync(10_000);
    }
    player.engine.next();
    await vi.advanceTimersByTimeAsync(100);
    for (let n = 0; n < 2; n++) {
      await fail(player, 206, 3);
      expect(player.state()).toMatchObject({ playbackError: "buffering", isPlaying: true });
      await vi.advanceTimersByTimeAsync(10_000);
    }
    player.engine.goTo(2);
    expect(player.state().playbackError).toBeNull();
  });

  test("that is diagnosed after the listener went on, nothing is shown", async () => {
    const player = setUpPlayer();
    await player.listen();
    player.network.status = 404;
    player.getAudio().fail(4);
    player.engine.next();
    await vi.advanceTimersByTimeAsync(100);
    expect(player.state()).toMatchObject({ playbackError: null, isPlaying: true });
  });

  test("a play that was cut short is not logged, and a blocked one can be repeated", async () => {
    const { engine, audios, logged, state } = setUpPlayer();
    for (const audio of audios) audio.playFailure = new DOMException("Paused", "AbortError");
    engine.playBook(makePlaylist());
    await vi.advanceTimersByTimeAsync(100);
    expect(logged).toEqual([]);
    engine.pause();

    for (const audio of audios) audio.playFailure = new DOMException("Press", "NotAllowedError");
    engine.play();
    await vi.advanceTimersByTimeAsync(0);
    expect(state().playbackError).toBe("blocked");
    for (const audio of audios) audio.playFailure = null;
    engine.play();
    await vi.advanceTimersByTimeAsync(0);
    expect(audios[0]).toMatchObject({ paused: false, loaded: ["/media/1"] });
  });

  test("waiting is shown while playing, and ends when the sound goes on", async () => {
    const { engine, listen, getAudio, state } = setUpPlayer();
    await listen();
    getAudio().playTo(10);
    getAudio().emit("waiting");
    getAudio().playTo(10);
    expect(state().playbackError).toBe("buffering");
    getAudio().playTo(10.5);
    expect(state().playbackError).toBeNull();
    engine.pause();
    getAudio().emit("waiting");
    expect(state().playbackError).toBeNull();
  });
});

describe("time", () => {
  test("is reported while it plays without an error", async () => {
    const { engine, listen, getAudio, commands } = setUpPlayer();
    await listen();
    engine.pause();
    getAudio().playTo(10);
    expect(commands).toEqual(["play", "pause"]);
    engine.play();
    getAudio().playTo(11);
    expect(commands.at(-1)).toBe("time");
  });

  test("that arrives before the next chapter starts is not of that chapter", async () => {
    const { listen, audios, state, commands } = setUpPlayer();
    await listen();
    audios[0]?.finish(60);
    const reported = commands.length;
    for (const audio of audios) audio.playTo(40);
    expect(state()).toMatchObject({ chapterIndex: 1, time: 0 });
    expect(commands).toHaveLength(reported);
  });

  test.each([
    ["at normal speed", 1, 59.5, 490, 20],
    ["at double speed", 2, 59.5, 240, 20],
  ])("ends a chapter inside a file by a timer, %s", async (_name, rate, time, before, after) => {
    const { engine, listen, getAudio, state } = setUpPlayer();
    await listen(makeOneFilePlaylist());
    engine.setRate(rate);
    getAudio().playTo(time);
    getAudio().currentTime = 60.01;
    await vi.advanceTimersByTimeAsync(before);
    expect(state().chapterIndex).toBe(0);
    await vi.advanceTimersByTimeAsync(after);
    expect(state().chapterIndex).toBe(1);
    expect(state().time).toBeCloseTo(0.01);
  });

  test.each([
    ["with more than a second left", 58.5, false],
    ["while paused", 59.5, true],
  ])("does not end it %s", async (_name, time, isPaused) => {
    const { engine, listen, getAudio, state } = setUpPlayer();
    await listen(makeOneFilePlaylist());
    getAudio().playTo(time);
    if (isPaused) engine.pause();
    const [audio] = [getAudio()];
    audio.currentTime = 60.01;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(state().chapterIndex).toBe(0);
  });

  test("does not end a chapter whose file goes on a little longer than declared", async () => {
    const { listen, getAudio, state } = setUpPlayer();
    await listen();
    getAudio().playTo(60.2);
    expect(state()).toMatchObject({ chapterIndex: 0, time: 60, isPlaying: true });
  });

  test.each([
    [1, 29, false],
    [1, 31, true],
    [2, 1, true],
    [0.5, 44, false],
    [0.5, 46, true],
  ])("at speed %f and %f s the next file is prepared: %s", async (rate, time, isPrepared) => {
    const { engine, listen, getAudio, audios } = setUpPlayer();
    await listen();
    engine.setRate(rate);
    getAudio().playTo(time);
    getAudio().playTo(time);
    expect(audios[1]?.loaded).toEqual(isPrepared ? ["/media/2"] : []);
  });

  test.each([
    ["a locked chapter", sample()],
    ["a chapter of the same file", makeOneFilePlaylist()],
  ])("nothing is prepared for %s", async (_name, playlist) => {
    const { listen, getAudio, audios } = setUpPlayer();
    await listen(playlist);
    getAudio().playTo(50);
    expect(audios[1]?.loaded).toEqual([]);
  });
});
