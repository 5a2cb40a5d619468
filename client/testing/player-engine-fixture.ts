import { vi } from "vitest";
import { BookId } from "#shared/books/book.ts";
import type { Chapter, Playlist } from "#shared/player/contract.ts";
import { ClipPlayback } from "#client/features/player/clip/clip-playback.ts";
import { PlayerEngine } from "#client/features/player/engine/player-engine.ts";
import type { PlayerCommand } from "#client/features/player/engine/player-state.ts";
import { getRewind } from "#client/features/player/engine/smart-rewind.ts";
import { RepeatLoop } from "#client/features/player/repeat/repeat-loop.ts";
import { applySettings, toSkips } from "#client/features/player/settings/apply-settings.ts";
import { BookSettings } from "#client/features/player/settings/book-settings.ts";
import { SettingsStore } from "#client/features/player/settings/settings-store.ts";
import { SleepTimer } from "#client/features/player/sleep-timer/sleep-timer.ts";
import { FakeAudio } from "./fake-audio.ts";

export function makePlayerEngine(input: Partial<ConstructorParameters<typeof PlayerEngine>[0]> = {}) {
  const audios: FakeAudio[] = [];
  const engine = new PlayerEngine({
    createAudio: () => {
      const audio = new FakeAudio();
      audios.push(audio);
      return audio as unknown as HTMLAudioElement;
    },
    probe: async () => 206,
    log: () => {},
    ...input,
  });
  return { engine, audios };
}

/** A player with its settings, as the app creates it, with audio elements that play nothing. */
export function makePlayer() {
  const settings = new SettingsStore();
  const bookSettings = new BookSettings();
  const { engine, audios } = makePlayerEngine({
    getSkips: (playlist) => toSkips(bookSettings.open(playlist)),
    getRewind: (pausedMs) => (settings.getState().rewindsAfterPause ? getRewind(pausedMs) : 0),
  });
  applySettings({ engine, settings, bookSettings, elements: [], log: () => {} });
  const player = {
    engine,
    settings,
    bookSettings,
    sleep: new SleepTimer(engine),
    repeat: new RepeatLoop(engine),
    clip: new ClipPlayback(engine),
  };
  return { player, audios };
}

export const playedBookId = BookId.parse("00000000-0000-4000-8000-000000000001");

export const makeChapter = (n: number, input: Partial<Chapter> = {}): Chapter => ({
  chapterNumber: n,
  chapterType: "chapter",
  title: "",
  audioUrl: `/media/${n}`,
  start: 0,
  end: 60,
  isLocked: false,
  ...input,
});

export const makePlaylist = (input: Partial<Playlist> = {}): Playlist => ({
  bookId: playedBookId,
  title: "Letters from the Road",
  author: "A. Traveller",
  coverImageUrl: "",
  direction: "ltr",
  hasEbook: false,
  hasAiVoice: false,
  chapters: [makeChapter(1), makeChapter(2), makeChapter(3)],
  startFromChapter: 1,
  startFromTime: 0,
  isStartApproximate: false,
  audioBytes: 0,
  portion: "whole",
  settings: {},
  ...input,
});

/** Three chapters of one file. */
export const makeOneFilePlaylist = (input: Partial<Playlist> = {}) =>
  makePlaylist({
    chapters: [0, 1, 2].map((n) =>
      makeChapter(n + 1, { audioUrl: "/media/all", start: n * 60, end: n * 60 + 60 }),
    ),
    ...input,
  });

/** A player with its audio elements, commands and log. Uses fake timers. */
export function setUpPlayer() {
  const logged: unknown[] = [];
  const network = { status: 206 };
  const commands: PlayerCommand[] = [];
  const { engine, audios } = makePlayerEngine({
    probe: async () => network.status,
    log: (error) => logged.push(error),
  });
  engine.onCommand((command) => commands.push(command));
  const getAudio = () => {
    const found = audios.find((audio) => !audio.paused) ?? audios.find((audio) => audio.src !== "");
    if (!found) throw new Error("Nothing is loaded");
    return found;
  };
  const state = engine.getState;
  /** Loads a book and starts it, as the Listen button does. */
  const listen = async (book = makePlaylist()) => {
    engine.playBook(book);
    await vi.advanceTimersByTimeAsync(100);
    getAudio().finishLoading();
  };
  return { engine, audios, commands, logged, network, getAudio, state, listen };
}
