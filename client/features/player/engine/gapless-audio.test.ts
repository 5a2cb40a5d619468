import { beforeEach, describe, expect, test, vi } from "vitest";
import { FakeAudio } from "#client/testing/fake-audio.ts";
import { GaplessAudio } from "./gapless-audio.ts";

function setUp() {
  const audios: FakeAudio[] = [];
  const listener = {
    onTimeUpdate: vi.fn(),
    onPlaying: vi.fn(),
    onWaiting: vi.fn(),
    onEnded: vi.fn(),
    onError: vi.fn(),
    onExternalPause: vi.fn(),
  };
  const audio = new GaplessAudio(() => {
    const created = new FakeAudio();
    audios.push(created);
    return created as unknown as HTMLAudioElement;
  }, listener);
  const [active, ready] = audios as [FakeAudio, FakeAudio];
  return { audio, active, ready, listener };
}

let fixture = setUp();
beforeEach(() => {
  fixture = setUp();
});

describe("a file", () => {
  test("starts at a time that is known before its metadata", () => {
    const { audio, active, listener } = fixture;
    audio.load("/a", 30);
    audio.seek(40);
    expect(audio.time).toBe(40);
    active.playTo(0);
    active.emit("seeked");
    expect(listener.onTimeUpdate).not.toHaveBeenCalled();
    active.finishLoading();
    expect(active.currentTime).toBe(40);
    audio.seek(50);
    active.emit("seeked");
    expect(listener.onTimeUpdate).toHaveBeenCalledTimes(1);
    expect(audio.time).toBe(50);
    active.currentTime = 51;
    expect(audio.time).toBe(51);
  });

  test("is not moved again when it is near its start", () => {
    const { audio, active } = fixture;
    audio.load("/a", 30);
    active.currentTime = 30.2;
    active.finishLoading();
    expect(active.currentTime).toBe(30.2);
    audio.load("/b", 30);
    active.currentTime = 29.7;
    active.finishLoading();
    expect(active.currentTime).toBe(30);
  });

  test("has failed until it is loaded again or turns out to play in silence", () => {
    const { audio, active, listener } = fixture;
    audio.load("/a", 0);
    active.finishLoading();
    active.playTo(5);
    active.fail(3);
    expect([audio.hasFailed, audio.isSilent]).toEqual([true, false]);
    expect(listener.onError.mock.calls).toEqual([[3]]);
    active.playTo(5);
    expect(audio.isSilent).toBe(false);
    active.playTo(5.1);
    expect([audio.hasFailed, audio.isSilent]).toEqual([false, true]);
    audio.load("/b", 0);
    expect([audio.hasFailed, audio.isSilent]).toEqual([false, false]);
    active.emit("error");
    expect(listener.onError.mock.calls.at(-1)).toEqual([0]);
  });

  test("tells of a pause that nobody asked for", async () => {
    const { audio, active, listener } = fixture;
    audio.load("/a", 0);
    active.emit("pause");
    await audio.play();
    active.ended = true;
    active.emit("pause");
    active.ended = false;
    active.error = { code: 2 };
    active.emit("pause");
    active.error = null;
    expect(listener.onExternalPause).not.toHaveBeenCalled();
    active.emit("pause");
    expect(listener.onExternalPause).toHaveBeenCalledTimes(1);
    audio.pause();
    active.emit("pause");
    audio.unload();
    for (const event of ["pause", "timeupdate", "ended", "waiting", "playing", "error"]) active.emit(event);
    expect(listener.onExternalPause).toHaveBeenCalledTimes(1);
    expect([listener.onEnded, listener.onWaiting, listener.onPlaying].map(({ mock }) => mock.calls)).toEqual([
      [],
      [],
      [],
    ]);
  });
});

describe("the next file", () => {
  test("is prepared once for each position, at the speed", () => {
    const { audio, ready } = fixture;
    audio.prepare("/b", 0, 1.5);
    audio.prepare("/b", 0, 1.5);
    expect(ready).toMatchObject({ loaded: ["/b"], playbackRate: 1.5, preload: "auto" });
    audio.prepare("/b", 10, 1.5);
    audio.prepare("/c", 10, 1.5);
    expect(ready.loaded).toEqual(["/b", "/b", "/c"]);
    ready.finishLoading();
    expect(ready.currentTime).toBe(10);
  });

  test.each([
    ["another file", "/c", 10, null],
    ["another position", "/b", 11, null],
    ["a damaged file", "/b", 10, { code: 3 }],
  ])("is not used for %s", (_name, url, time, error) => {
    const { audio, ready } = fixture;
    audio.load("/a", 0);
    audio.prepare("/b", 10, 1);
    ready.error = error;
    expect(audio.swap(url, time)).toBe(false);
    expect(audio.url).toBe("/a");
  });

  test.each([true, false])("takes over, loaded: %s; the other one is silent", async (isLoaded) => {
    const { audio, active, ready, listener } = fixture;
    audio.load("/a", 0);
    active.finishLoading();
    await audio.play();
    audio.prepare("/b", 10, 1);
    if (isLoaded) ready.finishLoading();
    for (const event of ["timeupdate", "waiting", "ended", "error"]) ready.emit(event);
    expect(listener.onTimeUpdate).not.toHaveBeenCalled();
    expect(listener.onEnded).not.toHaveBeenCalled();

    expect(audio.swap("/b", 10)).toBe(true);

    expect([audio.url, audio.time, active.paused, active.src]).toEqual(["/b", 10, true, ""]);
    ready.playTo(12);
    expect(listener.onTimeUpdate).toHaveBeenCalledTimes(isLoaded ? 1 : 0);
    if (!isLoaded) ready.finishLoading();
    ready.playTo(13);
    expect(audio.time).toBe(13);
    expect(listener.onExternalPause).not.toHaveBeenCalled();
    expect(audio.swap("/b", 10)).toBe(false);
  });

  test("has the volume, fade and speed of the first", () => {
    const { audio, active, ready } = fixture;
    audio.setVolume(0.8, false);
    audio.setFade(0.5);
    audio.setRate(2);
    for (const each of [active, ready]) {
      expect(each).toMatchObject({ volume: 0.4, muted: false, playbackRate: 2, preservesPitch: true });
    }
    audio.setVolume(0.6, true);
    for (const each of [active, ready]) expect(each).toMatchObject({ volume: 0.3, muted: true });
  });
});
