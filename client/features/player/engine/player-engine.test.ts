import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BookId } from "#shared/books/book.ts";
import type { FakeAudio } from "#client/testing/fake-audio.ts";
import {
  playedBookId as bookId,
  makeChapter,
  makeOneFilePlaylist,
  makePlaylist,
  setUpPlayer as setUp,
} from "#client/testing/player-engine-fixture.ts";

const otherId = BookId.parse("00000000-0000-4000-8000-000000000002");

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the player", () => {
  test("is idle with no track, at full volume", () => {
    const { state } = setUp();

    expect(state()).toMatchObject({ track: null, isPlaying: false, volume: 1, displayMode: "closed" });
  });

  test("shows a book without audio until Play is pressed", async () => {
    const { engine, commands, state, getAudio } = setUp();

    engine.cue(makePlaylist({ startFromChapter: 2, startFromTime: 12 }));
    await vi.advanceTimersByTimeAsync(100);
    getAudio().finishLoading();

    expect(state()).toMatchObject({ chapterIndex: 1, time: 12, isPlaying: false, displayMode: "background" });
    expect(getAudio().paused).toBe(true);
    expect(commands).toEqual([]);
    engine.play();
    expect(getAudio()).toMatchObject({ currentTime: 12, paused: false });
    engine.cue(makePlaylist());
    expect(state()).toMatchObject({ chapterIndex: 1, isPlaying: true });
  });

  test("starts at the requested time even when metadata arrives later", async () => {
    const { engine, state, getAudio } = setUp();

    engine.playBook(makePlaylist({ startFromTime: 49 }));
    getAudio().readyState = 1;
    await vi.advanceTimersByTimeAsync(100);
    getAudio().finishLoading();

    expect(getAudio()).toMatchObject({ currentTime: 49, paused: false });
    expect(state().time).toBe(49);
  });

  test("interpolates the time between two timeupdate events", async () => {
    const { engine, listen, getAudio, state } = setUp();
    await listen(makeOneFilePlaylist({ startFromChapter: 2, startFromTime: 5 }));

    getAudio().currentTime = 66.25;

    expect(state().time).toBe(5);
    expect(engine.now()).toBe(6.25);
  });

  test.each([
    ["of the same chapter", { index: 0, time: 30 }, "/media/1"],
    ["of another chapter", { index: 2, time: 7 }, "/media/3"],
  ])("plays from a spot %s, though it was paused", async (_what, target, file) => {
    const { engine, listen, getAudio, state } = setUp();
    await listen();
    engine.pause();

    engine.playFrom(target);

    expect(getAudio()).toMatchObject({ src: file, currentTime: target.time, paused: false });
    expect(state()).toMatchObject({ chapterIndex: target.index, time: target.time, isPlaying: true });
  });

  test("names tracks by book and chapter", async () => {
    const { listen, state } = setUp();

    await listen(makePlaylist({ startFromChapter: 2 }));

    expect(state().track).toEqual({
      id: `${bookId}-chapter-2`,
      title: "Letters from the Road",
      author: "A. Traveller",
      audioUrl: "/media/2",
      coverImageUrl: "",
      bookId,
    });
  });

  test("applies playlist, chapter and start time after 100 ms, and plays", async () => {
    const { engine, state, getAudio } = setUp();

    engine.playBook(makePlaylist({ startFromChapter: 2, startFromTime: 12 }));
    await vi.advanceTimersByTimeAsync(99);
    expect(state()).toMatchObject({ playlist: null, time: 0, isPlaying: true, displayMode: "background" });
    expect(getAudio()).toMatchObject({ src: "/media/2", paused: true });

    await vi.advanceTimersByTimeAsync(1);
    expect(state()).toMatchObject({ chapterIndex: 1, time: 12, duration: 60 });
    expect(getAudio()).toMatchObject({ currentTime: 12, paused: false });
  });

  test("stops the current track, resets the time and loads the new one", async () => {
    const { engine, listen, state, getAudio, audios } = setUp();
    await listen();
    getAudio().playTo(30);

    engine.playBook(
      makePlaylist({ bookId: otherId, chapters: [makeChapter(1, { audioUrl: "/media/other" })] }),
    );

    expect(audios.every(({ paused }) => paused)).toBe(true);
    expect(state()).toMatchObject({ time: 0, chapterIndex: 0, track: { bookId: otherId } });
    expect(getAudio().src).toBe("/media/other");
  });

  test("continues when the loaded track is requested again", async () => {
    const { engine, listen, state, getAudio } = setUp();
    await listen();
    getAudio().playTo(30);
    engine.pause();

    engine.playBook(makePlaylist());

    expect(state()).toMatchObject({ isPlaying: true, time: 30 });
    expect(getAudio().loaded).toEqual(["/media/1"]);
  });

  test("starts at the first chapter when the playlist names a missing one", async () => {
    const { listen, state } = setUp();

    await listen(makePlaylist({ startFromChapter: 9, startFromTime: 50 }));

    expect(state()).toMatchObject({ chapterIndex: 0, time: 0 });
  });

  test("plays, pauses, and stops at 0", async () => {
    const { engine, listen, state, getAudio } = setUp();
    await listen();
    getAudio().playTo(20);

    engine.pause();
    expect([state().isPlaying, getAudio().paused, state().time]).toEqual([false, true, 20]);

    engine.play();
    expect([state().isPlaying, getAudio().paused]).toEqual([true, false]);

    engine.stop();
    expect([state().isPlaying, getAudio().paused, state().time, getAudio().currentTime]).toEqual([
      false,
      true,
      0,
      0,
    ]);
  });

  test("sets the volume between 0 and 1, and mutes without losing it", async () => {
    const { engine, listen, state, getAudio } = setUp();
    await listen();

    engine.setVolume(1.5);
    expect(state().volume).toBe(1);
    engine.setVolume(0.4);
    engine.toggleMute();
    expect(getAudio()).toMatchObject({ volume: 0.4, muted: true });
    engine.toggleMute();
    expect(getAudio()).toMatchObject({ volume: 0.4, muted: false });
  });

  test("hides and pauses when closed; any other mode shows it", async () => {
    const { engine, listen, state, getAudio } = setUp();
    await listen();

    engine.setDisplayMode("closed");
    expect([state().displayMode, state().isPlaying, getAudio().paused]).toEqual(["closed", false, true]);

    engine.setDisplayMode("background");
    expect(state().displayMode).toBe("background");
  });

  test("keeps the speed between 0.5 and 3.5 with preserved pitch in the next file", async () => {
    const { engine, listen, state, getAudio, audios } = setUp();
    await listen();

    engine.setRate(9);
    expect(state().rate).toBe(3.5);
    engine.setRate(0.1);
    expect(state().rate).toBe(0.5);
    engine.setRate(1.25);
    getAudio().playTo(59);
    getAudio().finish(60);
    await vi.advanceTimersByTimeAsync(100);

    expect(getAudio()).toMatchObject({ src: "/media/2", playbackRate: 1.25, preservesPitch: true });
    expect(audios).toHaveLength(2);
  });
});

describe("the end of a chapter", () => {
  test("starts the next chapter after 100 ms", async () => {
    const { listen, state, getAudio, audios } = setUp();
    await listen();

    getAudio().finish(60);
    expect(state()).toMatchObject({ chapterIndex: 1, time: 0, isPlaying: true });
    await vi.advanceTimersByTimeAsync(99);
    expect(audios.every(({ paused }) => paused)).toBe(true);
    await vi.advanceTimersByTimeAsync(1);

    expect(getAudio()).toMatchObject({ src: "/media/2", paused: false });
  });

  test("uses the preloaded next file", async () => {
    const { listen, getAudio, audios } = setUp();
    await listen();

    getAudio().playTo(20);
    expect(audios[1]?.src).toBe("");
    getAudio().playTo(31);
    expect(audios[1]?.src).toBe("/media/2");

    getAudio().finish(60);
    await vi.advanceTimersByTimeAsync(100);
    expect(audios[1]).toMatchObject({ loaded: ["/media/2"], paused: false });
  });

  test("within 2 s of a seek stops and resets the time", async () => {
    const { engine, listen, state, getAudio } = setUp();
    await listen();

    engine.seek(59);
    await vi.advanceTimersByTimeAsync(1_999);
    getAudio().finish(60);

    expect(state()).toMatchObject({ chapterIndex: 0, time: 0, isPlaying: false });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(state()).toMatchObject({ chapterIndex: 0, isPlaying: false });
  });

  test("advances again 2 s after a seek", async () => {
    const { engine, listen, state, getAudio } = setUp();
    await listen();

    engine.seek(57);
    await vi.advanceTimersByTimeAsync(2_000);
    getAudio().finish(60);

    expect(state()).toMatchObject({ chapterIndex: 1, isPlaying: true });
  });

  test("stops and resets the time in the last chapter, and finishes the book", async () => {
    const { listen, state, getAudio, engine } = setUp();
    await listen(makePlaylist({ startFromChapter: 3 }));
    const finishTimes: number[] = [];
    engine.onCommand((command, { time }) => command === "finish" && finishTimes.push(time));

    getAudio().finish(60);

    expect(state()).toMatchObject({ chapterIndex: 2, time: 0, isPlaying: false, ending: "finished" });
    expect(finishTimes).toEqual([60]);
  });

  test("ends the sample when the next chapter is locked", async () => {
    const { listen, state, getAudio, engine } = setUp();
    await listen(
      makePlaylist({
        portion: "sample",
        chapters: [makeChapter(1), makeChapter(2, { isLocked: true, audioUrl: "" })],
      }),
    );

    getAudio().finish(60);
    expect(state()).toMatchObject({ isPlaying: false, time: 0, ending: "end-of-sample" });

    engine.next();
    expect(state()).toMatchObject({ chapterIndex: 0, ending: "end-of-sample" });
  });
});

describe("a sample of one file", () => {
  test.each([
    [
      "and the rest is locked",
      [makeChapter(1, { end: 40 }), makeChapter(2, { isLocked: true, audioUrl: "" })],
    ],
    ["though it is one chapter", [makeChapter(1, { end: 40 })]],
  ])("ends by time, before the file does, %s", async (_, chapters) => {
    const { listen, state, getAudio } = setUp();
    await listen(makePlaylist({ portion: "sample", chapters }));

    getAudio().playTo(40.1);

    expect(getAudio().paused).toBe(true);
    expect(state()).toMatchObject({ isPlaying: false, time: 0, ending: "end-of-sample" });
  });
});

describe("sample bytes", () => {
  const sample = () => makePlaylist({ portion: "sample", chapters: [makeChapter(1, { end: 40 })] });

  test.each(["waiting", "error"])("may end slightly early: %s", async (event) => {
    const { listen, state, getAudio } = setUp();
    await listen(sample());
    getAudio().playTo(39);

    getAudio().emit(event);

    expect(state()).toMatchObject({ isPlaying: false, playbackError: null, ending: "end-of-sample" });
  });

  test("are awaited in the middle of the sample", async () => {
    const { listen, state, getAudio } = setUp();
    await listen(sample());
    getAudio().playTo(20);

    getAudio().emit("waiting");

    expect(state()).toMatchObject({ isPlaying: true, playbackError: "buffering", ending: null });
  });
});

describe("chapters of one file", () => {
  test("follow each other without a gap", async () => {
    const { listen, state, getAudio, commands } = setUp();
    await listen(makeOneFilePlaylist());
    getAudio().playTo(59.5);
    getAudio().currentTime = 60.01;

    await vi.advanceTimersByTimeAsync(520);

    expect(state()).toMatchObject({ chapterIndex: 1, track: { id: `${bookId}-chapter-2` } });
    expect(state().time).toBeCloseTo(0.01);
    expect(getAudio()).toMatchObject({ paused: false, loaded: ["/media/all"] });
    expect(commands).not.toContain("pause");
  });

  test("start at their offset in the file", async () => {
    const { listen, getAudio, state } = setUp();

    await listen(makeOneFilePlaylist({ startFromChapter: 3, startFromTime: 7 }));

    expect(getAudio().currentTime).toBe(127);
    getAudio().playTo(130);
    expect(state().time).toBe(10);
  });

  test("end by time when the next chapter is elsewhere in the file", async () => {
    const { listen, getAudio, state } = setUp();
    const gap = [
      makeChapter(1, { audioUrl: "/f", end: 50 }),
      makeChapter(2, { audioUrl: "/f", start: 55, end: 90 }),
    ];
    await listen(makePlaylist({ chapters: gap }));

    getAudio().playTo(50);
    expect(state()).toMatchObject({ chapterIndex: 1, time: 0 });
    await vi.advanceTimersByTimeAsync(100);

    expect(getAudio()).toMatchObject({ currentTime: 55, paused: false });
  });

  test("continue with the next file when theirs is shorter than declared", async () => {
    const { listen, getAudio, state } = setUp();
    const chapters = [...makeOneFilePlaylist().chapters, makeChapter(4)];
    await listen(makePlaylist({ chapters }));

    getAudio().finish(70);

    expect(state().track?.audioUrl).toBe("/media/4");
  });
});

describe("a seek", () => {
  test("is capped just below the duration, and not below 0", async () => {
    const { engine, listen, state, getAudio } = setUp();
    await listen();

    engine.seek(600);
    expect(getAudio().currentTime).toBeCloseTo(59.9);
    expect(state().time).toBeLessThan(60);
    engine.seek(-5);
    expect(getAudio().currentTime).toBe(0);
  });

  test("sets a protection for 2 s", async () => {
    const { engine, listen, state } = setUp();
    await listen();

    engine.seek(10);
    expect(state().isSeeking).toBe(true);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(state().isSeeking).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(state().isSeeking).toBe(false);
  });

  test("in the whole book finds the chapter", async () => {
    const { engine, listen, state, getAudio } = setUp();
    await listen();

    engine.seekInBook(130);
    await vi.advanceTimersByTimeAsync(100);

    expect(state()).toMatchObject({ chapterIndex: 2, time: 10, isPlaying: true });
    expect(getAudio()).toMatchObject({ src: "/media/3", currentTime: 10 });
  });

  test("by a skip crosses chapter boundaries", async () => {
    const { engine, listen, state, getAudio } = setUp();
    await listen(makePlaylist({ startFromChapter: 2, startFromTime: 5 }));

    engine.skip(-15);
    expect(state()).toMatchObject({ chapterIndex: 0, time: 50 });
    await vi.advanceTimersByTimeAsync(100);
    getAudio().finishLoading();
    engine.skip(30);
    expect(state()).toMatchObject({ chapterIndex: 1, time: 20 });
  });

  test("keeps the paused state", async () => {
    const { engine, listen, state, audios } = setUp();
    await listen();
    engine.pause();

    engine.seekInBook(70);
    await vi.advanceTimersByTimeAsync(500);

    expect(state().isPlaying).toBe(false);
    expect(audios.every(({ paused }) => paused)).toBe(true);
  });
});

describe("previous and next", () => {
  test("previous is possible after the first chapter", async () => {
    const { engine, listen } = setUp();
    await listen();
    expect([engine.canGoPrevious(), engine.canGoNext()]).toEqual([false, true]);

    engine.next();
    expect([engine.canGoPrevious(), engine.canGoNext()]).toEqual([true, true]);
    engine.next();
    expect([engine.canGoPrevious(), engine.canGoNext()]).toEqual([true, false]);
  });

  test("previous restarts a chapter after 3 s", async () => {
    const { engine, listen, state, getAudio } = setUp();
    await listen(makePlaylist({ startFromChapter: 2 }));

    getAudio().playTo(3.1);
    engine.previous();
    expect(state()).toMatchObject({ chapterIndex: 1, time: 0 });

    engine.previous();
    expect(state()).toMatchObject({ chapterIndex: 0, time: 0 });
  });
});

describe("commands of the listener", () => {
  test("emit an event each: play, seek, time, pause, end", async () => {
    const { engine, listen, getAudio, commands } = setUp();
    await listen(makePlaylist({ startFromChapter: 3 }));
    getAudio().playTo(1);
    engine.seek(30);
    engine.pause();
    engine.play();
    getAudio().finish(60);
    engine.play();

    expect(commands).toEqual(["play", "time", "seek", "pause", "play", "finish", "restart"]);
  });
});

describe("the listener", () => {
  test("starting playback in another tab pauses this one, which saves no position", async () => {
    const { engine, listen, state, getAudio, commands } = setUp();
    await listen();

    engine.pauseSilently();

    expect([state().isPlaying, getAudio().paused]).toEqual([false, true]);
    expect(commands).toEqual(["play"]);
  });

  test("gets the reason why playback stopped after the session ended", async () => {
    const { engine, listen, state, getAudio } = setUp();
    await listen();

    engine.suspend();

    expect([state().isPlaying, state().playbackError, getAudio().paused]).toEqual([false, "refused", true]);
  });

  test("signing out clears everything except volume and speed", async () => {
    const { engine, listen, state, audios, commands } = setUp();
    await listen();
    engine.setRate(1.5);

    engine.unload();
    await vi.advanceTimersByTimeAsync(60_000);

    expect(state()).toMatchObject({ track: null, playlist: null, displayMode: "closed", rate: 1.5 });
    expect(audios.map(({ src, paused }) => [src, paused])).toEqual([
      ["", true],
      ["", true],
    ]);
    expect(commands).toEqual(["play"]);
  });
});

describe("playback errors", () => {
  const failAudio = (fakeAudio: FakeAudio, code = 2) => {
    fakeAudio.fail(code);
    return vi.advanceTimersByTimeAsync(0);
  };

  test("show and hide the buffering state", async () => {
    const { listen, state, getAudio } = setUp();
    await listen();

    getAudio().emit("waiting");
    expect(state()).toMatchObject({ playbackError: "buffering", isPlaying: true });
    getAudio().emit("playing");
    expect(state().playbackError).toBeNull();
  });

  test("of the network are retried with growing delays from the same position", async () => {
    const { listen, state, getAudio, network } = setUp();
    await listen();
    getAudio().playTo(20);
    network.status = 0;

    await failAudio(getAudio());
    expect(state()).toMatchObject({ playbackError: "unreachable", isPlaying: true });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(getAudio().loaded).toHaveLength(2);

    await failAudio(getAudio());
    await vi.advanceTimersByTimeAsync(1_999);
    expect(getAudio().loaded).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(getAudio()).toMatchObject({ currentTime: 20, paused: false });

    getAudio().finishLoading();
    expect(state()).toMatchObject({ playbackError: null, time: 20, isPlaying: true });
  });

  test("of the network are retried at once when the network returns", async () => {
    const { listen, state, getAudio, network } = setUp();
    await listen();
    network.status = 0;
    await failAudio(getAudio());

    window.dispatchEvent(new Event("online"));
    getAudio().finishLoading();

    expect(state()).toMatchObject({ playbackError: null, isPlaying: true });
  });

  test("of a bad file are retried three times, then reported, with a manual retry", async () => {
    const { listen, state, getAudio, engine } = setUp();
    await listen();

    for (let n = 0; n < 3; n++) {
      await failAudio(getAudio(), 3);
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(state()).toMatchObject({ playbackError: "bad-file", isPlaying: false });

    engine.play();
    getAudio().finishLoading();
    expect(state()).toMatchObject({ playbackError: null, isPlaying: true });
  });

  test("of a missing sound output, which Firefox reports while it plays on, are no bad file", async () => {
    const { listen, state, getAudio, engine } = setUp();
    await listen();
    getAudio().playTo(20);

    await failAudio(getAudio(), 3);
    expect(state()).toMatchObject({ playbackError: "buffering", isSilent: false });
    getAudio().playTo(20.25);
    await vi.advanceTimersByTimeAsync(60_000);

    expect(state()).toMatchObject({ playbackError: null, isSilent: true, isPlaying: true, time: 20.25 });
    expect(getAudio().loaded).toHaveLength(1);
    engine.dismissNotices();
    expect(state()).toMatchObject({ isSilent: false, isPlaying: true });
    engine.pause();
    engine.play();
    expect(getAudio().loaded).toHaveLength(1);
    engine.retry();
    getAudio().finishLoading();
    expect(state()).toMatchObject({ playbackError: null, isSilent: false, isPlaying: true, time: 20.25 });
  });

  test("of a bad file stay errors when somebody seeks", async () => {
    const { listen, state, getAudio, engine } = setUp();
    await listen();

    for (let n = 0; n < 3; n++) {
      await failAudio(getAudio(), 3);
      engine.seek(30 + n);
      getAudio().emit("timeupdate");
      await vi.advanceTimersByTimeAsync(10_000);
    }

    expect(state()).toMatchObject({ playbackError: "bad-file", isSilent: false, isPlaying: false });
  });

  test("of a bad file do not affect the next chapter or restart by themselves", async () => {
    const { listen, state, getAudio, engine } = setUp();
    await listen();
    for (let n = 0; n < 3; n++) {
      await failAudio(getAudio(), 3);
      await vi.advanceTimersByTimeAsync(10_000);
    }

    window.dispatchEvent(new Event("online"));
    expect(state().isPlaying).toBe(false);
    engine.next();
    engine.play();
    getAudio().finishLoading();

    expect(state()).toMatchObject({ chapterIndex: 1, isPlaying: true, playbackError: null });
  });

  test.each([
    ["refusal", 403],
    ["recording that was taken away", 404],
  ])("of a %s is reported without a retry", async (_, status) => {
    const { listen, state, getAudio, network } = setUp();
    await listen();
    network.status = status;

    await failAudio(getAudio(), 4);
    await vi.advanceTimersByTimeAsync(60_000);

    expect(state()).toMatchObject({ playbackError: "refused", isPlaying: false });
    expect(getAudio().loaded).toHaveLength(1);
  });

  test("without an error event are noticed as a stall", async () => {
    const { listen, state, getAudio, network } = setUp();
    await listen();
    network.status = 0;

    getAudio().emit("waiting");
    await vi.advanceTimersByTimeAsync(15_000);

    expect(state().playbackError).toBe("unreachable");
  });

  test("from blocked autoplay are logged and shown in the state", async () => {
    const { engine, audios, logged, state } = setUp();
    const rejection = new DOMException("Press first", "NotAllowedError");
    for (const audio of audios) audio.playFailure = rejection;

    engine.playBook(makePlaylist());
    await vi.advanceTimersByTimeAsync(100);

    expect(logged).toEqual([rejection]);
    expect(state()).toMatchObject({ isPlaying: false, playbackError: "blocked" });
  });

  test("of other failed plays are only logged", async () => {
    const { engine, audios, logged, state } = setUp();
    const failure = new DOMException("No such codec", "NotSupportedError");
    for (const audio of audios) audio.playFailure = failure;

    engine.playBook(makePlaylist());
    await vi.advanceTimersByTimeAsync(100);

    expect(logged).toEqual([failure]);
    expect(state().playbackError).toBeNull();
  });

  test("end with a pause", async () => {
    const { engine, listen, getAudio, network } = setUp();
    await listen();
    network.status = 0;
    await failAudio(getAudio());

    engine.pause();
    await vi.advanceTimersByTimeAsync(60_000);

    expect(getAudio().loaded).toHaveLength(1);
  });

  test("pause playback when another app takes the audio focus", async () => {
    const { listen, state, getAudio } = setUp();
    await listen();

    getAudio().pause();

    expect(state().isPlaying).toBe(false);
  });
});
