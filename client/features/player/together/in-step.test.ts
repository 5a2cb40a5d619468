import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SharedPlayback } from "#shared/listen-together/contract.ts";
import { makePlayerEngine, makePlaylist } from "#client/testing/player-engine-fixture.ts";
import { HostFollower } from "./host-follower.ts";
import { PlaybackLeader } from "./playback-leader.ts";
import { ServerClock } from "./server-clock.ts";
import { getRateFactor, getSharedTime } from "./shared-time.ts";

const noon = new Date("2026-03-01T12:00:00Z");
const playback: SharedPlayback = { chapterNumber: 2, offset: 10, rate: 1, isPlaying: true, at: noon };
const playlist = makePlaylist();
const getServerMs = () => Date.now();

beforeEach(() => void vi.useFakeTimers({ now: noon }));
afterEach(() => void vi.useRealTimers());

/** Loads the book at a position, and plays it. */
async function makeLoadedEngine(index: number, time: number) {
  const { engine, audios } = makePlayerEngine();
  engine.playBook(playlist, { index, time });
  await vi.advanceTimersByTimeAsync(150);
  const [audio] = audios;
  if (!audio) throw new Error("There is no audio.");
  audio.finishLoading();
  vi.setSystemTime(noon);
  return { engine, audio };
}

/** Plays for a quarter of a second at the audio's own speed. */
function playOn(audio: { currentTime: number; playbackRate: number; paused: boolean }, tick: () => void) {
  vi.advanceTimersByTime(250);
  if (!audio.paused) audio.currentTime += 0.25 * audio.playbackRate;
  tick();
}

test("the server's clock is taken from the quickest request", async () => {
  let deviceMs = 1_000;
  const requests = [
    { there: 300, back: 20 },
    { there: 10, back: 10 },
    { there: 40, back: 400 },
  ];
  const clock = new ServerClock(
    async () => {
      const { there, back } = requests.shift() ?? { there: 0, back: 0 };
      deviceMs += there;
      const at = new Date(deviceMs + 50_000);
      deviceMs += back;
      return { at };
    },
    () => deviceMs,
  );

  await clock.measure(3);

  expect(clock.now() - deviceMs).toBe(50_000);
});

describe("the shared position", () => {
  test("goes on with the host's speed, over chapters, to the end of the book", () => {
    const at = (seconds: number, changes: Partial<SharedPlayback> = {}) =>
      getSharedTime(playlist, { ...playback, ...changes }, noon.getTime() + seconds * 1000);
    expect([at(0), at(5), at(60), at(600)]).toEqual([70, 75, 130, 180]);
    expect([at(5, { rate: 2 }), at(5, { isPlaying: false }), at(-5)]).toEqual([80, 70, 70]);
  });

  test("is approached with a speed that is hardly heard", () => {
    expect([0, 0.02, -0.03].map(getRateFactor)).toEqual([1, 1, 1]);
    expect([0.05, -0.1, 0.9, -0.9].map((drift) => getRateFactor(drift).toFixed(2))).toEqual([
      "0.98",
      "1.04",
      "0.92",
      "1.08",
    ]);
  });
});

describe("a member", () => {
  const events = { onHold: vi.fn(), onCorrected: vi.fn(), getServerMs };
  beforeEach(() => vi.clearAllMocks());

  test("is brought in step by the speed alone", async () => {
    const { engine, audio } = await makeLoadedEngine(1, 9.4);
    const follower = new HostFollower(engine, playback, events);
    const seeks = vi.spyOn(engine, "seekInBook");
    for (let n = 0; n < 80; n++) playOn(audio, () => follower.tick());

    expect(Math.abs(audio.currentTime - 30)).toBeLessThan(0.05);
    expect(seeks).not.toHaveBeenCalled();
    expect(engine.getState().rate).toBe(1);
  });

  test("seeks over a large difference, and to a chapter of the host", async () => {
    const { engine, audio } = await makeLoadedEngine(0, 50);
    const follower = new HostFollower(engine, playback, events);
    follower.tick();
    expect(engine.getState()).toMatchObject({ chapterIndex: 1 });
    await vi.advanceTimersByTimeAsync(200);
    follower.follow({ ...playback, offset: 40, at: new Date(Date.now()) });
    expect(audio.currentTime).toBeCloseTo(40, 1);
    expect(events.onCorrected).not.toHaveBeenCalled();
  });

  test("takes the host's speed and pause", async () => {
    const { engine } = await makeLoadedEngine(1, 10);
    const follower = new HostFollower(engine, playback, events);
    follower.follow({ ...playback, rate: 1.5, isPlaying: false, offset: 20 });
    expect(engine.getState()).toMatchObject({ rate: 1.5, isPlaying: false, time: 20 });
    follower.follow({ ...playback, rate: 1.5, offset: 20, at: new Date(Date.now()) });
    expect(engine.getState()).toMatchObject({ isPlaying: true });
    expect(events.onHold).not.toHaveBeenCalled();
  });

  test("may pause alone, and catches up; own seeks are taken back", async () => {
    const { engine } = await makeLoadedEngine(1, 10);
    const follower = new HostFollower(engine, playback, events);
    engine.pause();
    vi.advanceTimersByTime(20_000);
    follower.tick();
    expect(engine.getState().isPlaying).toBe(false);
    engine.play();
    follower.tick();
    expect(events.onHold.mock.calls).toEqual([[true], [false]]);
    expect(engine.now()).toBeCloseTo(30, 1);

    engine.seek(5);
    expect(events.onCorrected).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(2_000);
    follower.tick();
    expect(engine.now()).toBeCloseTo(32, 1);
  });

  test("hears the end of the book alone, and is left there", async () => {
    const { engine } = await makeLoadedEngine(2, 59.5);
    const follower = new HostFollower(engine, playback, events);
    vi.advanceTimersByTime(111_000);
    follower.tick();
    expect(engine.getState()).toMatchObject({ isPlaying: true, chapterIndex: 2 });
    engine.pause();
    follower.tick();
    expect(engine.getState()).toMatchObject({ isPlaying: false, chapterIndex: 2 });
  });
});

describe("the host", () => {
  test("sends commands at once, and the position when it differs", async () => {
    const { engine, audio } = await makeLoadedEngine(1, 10);
    const sent: SharedPlayback[] = [];
    const send = async (next: SharedPlayback) => sent.push(next) > 0;
    const leader = new PlaybackLeader(engine, playback, { getServerMs, send });
    for (let n = 0; n < 20; n++) playOn(audio, () => leader.tick());
    expect(sent).toEqual([]);

    audio.currentTime -= 0.3;
    leader.tick();
    expect(sent).toMatchObject([{ chapterNumber: 2, offset: 14.7, isPlaying: true }]);

    engine.pause();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent[1]).toMatchObject({ isPlaying: false });
    engine.seek(50);
    engine.setRate(2);
    await vi.advanceTimersByTimeAsync(1_000);
    leader.tick();
    expect(sent.at(-1)).toMatchObject({ offset: 50, rate: 2, isPlaying: false });
    leader.stop();
  });

  test("sends again what the server did not take", async () => {
    const { engine } = await makeLoadedEngine(1, 10);
    const send = vi.fn(async () => false);
    const leader = new PlaybackLeader(engine, playback, { getServerMs, send });
    engine.pause();
    await vi.advanceTimersByTimeAsync(0);
    expect(send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_100);
    leader.tick();
    expect(send).toHaveBeenCalledTimes(2);
  });
});
