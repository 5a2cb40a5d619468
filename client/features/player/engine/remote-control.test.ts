import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { listenToKeys } from "#client/features/player/keyboard-shortcuts.ts";
import { SettingsStore } from "#client/features/player/settings/settings-store.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { makePlaylistFixture } from "#client/testing/audiobook-fixture.ts";
import { makePlayer } from "#client/testing/player-engine-fixture.ts";
import { updateMediaSession } from "./media-session.ts";
import type { PlayerEngine } from "./player-engine.ts";
import type { Player } from "./player-instance.ts";

class FakeMetadata {
  constructor(input: MediaMetadataInit) {
    Object.assign(this, input);
  }
}

function createFakeSession() {
  const handlers = new Map<string, MediaSessionActionHandler>();
  return {
    handlers,
    metadata: null as unknown,
    playbackState: "none",
    position: null as unknown,
    setActionHandler(action: string, handler: MediaSessionActionHandler) {
      if (action === "stop") throw new TypeError("Not known here");
      handlers.set(action, handler);
    },
    setPositionState(position: MediaPositionState) {
      this.position = position;
    },
  };
}

let player: Player;
let engine: PlayerEngine;
let settings: SettingsStore;

/** A player at ten seconds of the second chapter. */
beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("MediaMetadata", FakeMetadata);
  localStorage.clear();
  document.body.replaceChildren();
  history.replaceState(null, "", "/library");
  ({ player } = makePlayer());
  ({ engine, settings } = player);
});
beforeAll(() => loadMessages("player"));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const start = async () => {
  engine.playBook(makePlaylistFixture(), { index: 1, time: 10 });
  await vi.advanceTimersByTimeAsync(100);
};

describe("the media session", () => {
  test("shows the title, cover and position", async () => {
    const session = createFakeSession();
    updateMediaSession(engine, settings, { session: session as unknown as MediaSession });

    await start();
    engine.setRate(1.5);

    expect(session.playbackState).toBe("playing");
    expect(session.metadata).toMatchObject({ artist: "A. Traveller", album: "Letters from the Road" });
    expect(session.metadata).toMatchObject({
      artwork: [
        { src: "/covers/1/abc-160.webp" },
        { src: "/covers/1/abc-320.webp" },
        { src: "/covers/1/abc-640.webp" },
      ],
    });
    expect(session.position).toEqual({ duration: 60, position: 10, playbackRate: 1.5 });
  });

  test("shows the picture of a chapter that has its own", async () => {
    const session = createFakeSession();
    updateMediaSession(engine, settings, { session: session as unknown as MediaSession });
    const playlist = makePlaylistFixture();
    const chapters = playlist.chapters.map((chapter, index) =>
      index === 1 ? { ...chapter, coverImageUrl: "/covers/1/def-320.webp" } : chapter,
    );
    const getArtwork = () => (session.metadata as MediaMetadata | null)?.artwork[0]?.src;

    engine.playBook({ ...playlist, chapters }, { index: 0, time: 0 });
    await vi.advanceTimersByTimeAsync(100);
    expect(getArtwork()).toBe("/covers/1/abc-160.webp");
    engine.next();
    await vi.advanceTimersByTimeAsync(100);
    expect(getArtwork()).toBe("/covers/1/def-160.webp");
  });

  test("shows the chapter once it is known", async () => {
    const session = createFakeSession();
    updateMediaSession(engine, settings, { session: session as unknown as MediaSession });

    await start();

    expect(session.metadata).toMatchObject({ title: "Chapter 2" });
  });

  test("handles every action that the browser supports", async () => {
    const { handlers, ...session } = createFakeSession();
    updateMediaSession(engine, settings, { session: { ...session } as unknown as MediaSession });
    await start();
    const press = (action: MediaSessionAction, details = {}) =>
      handlers.get(action)?.({ action, ...details });

    press("pause");
    expect(engine.getState().isPlaying).toBe(false);
    press("play");
    expect(engine.getState().isPlaying).toBe(true);
    press("seekto", { seekTime: 40 });
    expect(engine.getState().time).toBe(40);
    press("seekbackward");
    expect(engine.getState().time).toBe(30);
    press("seekforward", { seekOffset: 5 });
    expect(engine.getState().time).toBe(35);
    press("nexttrack");
    expect(engine.getState().chapterIndex).toBe(2);
    press("previoustrack");
    expect(engine.getState().chapterIndex).toBe(1);
  });
});

describe("keyboard shortcuts", () => {
  const press = (
    key: string,
    { on = document.body, ...options }: KeyboardEventInit & { on?: Element } = {},
  ) => on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options }));
  let stop = () => {};
  beforeEach(() => {
    stop = listenToKeys(player);
  });
  afterEach(() => stop());

  test.each([" ", "k"])("%j plays and pauses", async (key) => {
    await start();

    press(key);
    expect(engine.getState().isPlaying).toBe(false);
    press(key);
    expect(engine.getState().isPlaying).toBe(true);
  });

  test("skip by the chosen amounts, and change the chapter with Shift", async () => {
    await start();
    settings.update({ skipBack: 5, skipForward: 15 });

    press("ArrowRight");
    expect(engine.getState().time).toBe(25);
    press("ArrowLeft");
    expect(engine.getState().time).toBe(20);
    press("ArrowRight", { shiftKey: true });
    expect(engine.getState().chapterIndex).toBe(2);
    press("ArrowLeft", { shiftKey: true });
    expect(engine.getState().chapterIndex).toBe(1);
  });

  test("mute and change the speed", async () => {
    await start();

    press("m");
    expect(engine.getState().isMuted).toBe(true);
    press(">");
    press(">");
    press("<");
    expect(engine.getState().rate).toBeCloseTo(1.1);
    expect(settings.getState().rate).toBe(1);
  });

  test.each(["input", "textarea", "select"])("are for typing in a %s", async (name) => {
    await start();
    const field = document.body.appendChild(document.createElement(name));

    press("k", { on: field });
    press(" ", { on: field });

    expect(engine.getState().isPlaying).toBe(true);
  });

  test("leave the space key to a focused button", async () => {
    await start();
    const button = document.body.appendChild(document.createElement("button"));

    press(" ", { on: button });
    expect(engine.getState().isPlaying).toBe(true);
    press("k", { on: button });
    expect(engine.getState().isPlaying).toBe(false);
  });

  test("turn pages in a reader, unless the player has the focus", async () => {
    await start();
    history.replaceState(null, "", "/read/1");
    press("k");
    expect(engine.getState().isPlaying).toBe(true);

    const bar = document.body.appendChild(document.createElement("div"));
    bar.setAttribute("data-player", "");
    press("k", { on: bar });
    expect(engine.getState().isPlaying).toBe(false);
  });

  test("do nothing while the player is closed or with Ctrl", async () => {
    await start();
    press("k", { ctrlKey: true });
    expect(engine.getState().isPlaying).toBe(true);

    engine.setDisplayMode("closed");
    press("k");
    expect(engine.getState().isPlaying).toBe(false);
  });
});

describe("player settings", () => {
  test("are stored on the device, and invalid values ignored", () => {
    settings.update({ rate: 1.4, skipBack: 15 });
    expect(new SettingsStore().getState()).toMatchObject({ rate: 1.4, skipBack: 15 });

    localStorage.setItem("maktaba.player", JSON.stringify({ rate: 99, skipBack: "x", timeDisplay: "book" }));
    expect(new SettingsStore().getState()).toMatchObject({ rate: 1, skipBack: 10, timeDisplay: "book" });
  });
});
