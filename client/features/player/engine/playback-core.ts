import type { Seconds } from "#shared/api/schemas.ts";
import type { Chapter, Playlist } from "#shared/player/contract.ts";
import { type ChapterSkips, getPlayedStart, noSkips } from "./chapter-limits.ts";
import { type AudioListener, GaplessAudio } from "./gapless-audio.ts";
import type { Ending, PlayerState } from "./player-state.ts";
import { PlayerStore } from "./player-store.ts";
import { getDuration } from "./timeline.ts";
import { Timers } from "./timers.ts";
import { getTrack } from "./track.ts";

const endMargin: Seconds = 0.1;

type TimerName = "start" | "advance" | "end" | "seek" | "retry" | "stuck";

export class PlaybackCore {
  readonly store = new PlayerStore();
  readonly timers = new Timers<TimerName>();
  readonly audio: GaplessAudio;

  readonly #getSkips: (playlist: Playlist) => ChapterSkips;

  constructor(
    createAudio: () => HTMLAudioElement,
    listener: AudioListener,
    getSkips: (playlist: Playlist) => ChapterSkips,
  ) {
    this.audio = new GaplessAudio(createAudio, listener);
    this.#getSkips = getSkips;
  }

  /** The parts of each chapter of the loaded book that are not played. */
  get skips(): ChapterSkips {
    const { playlist } = this.state;
    return playlist ? this.#getSkips(playlist) : noSkips;
  }

  /** Where a chapter begins without its intro; a later time stays. */
  startAfterIntro(playlist: Playlist, chapter: Chapter, time: Seconds): Seconds {
    return time > 0 ? time : getPlayedStart(chapter, this.#getSkips(playlist));
  }

  get state(): PlayerState {
    return this.store.getState();
  }

  /** The loaded chapter. */
  get chapter(): Chapter | undefined {
    return this.state.playlist?.chapters[this.state.chapterIndex];
  }

  loadChapter(index: number, time: Seconds): void {
    const { playlist } = this.state;
    const [from, to] = [this.chapter, playlist?.chapters[index]];
    if (!playlist || !to) return;
    const { audio } = this;
    const at = to.start + clampToChapter(time, to);
    if (from?.audioUrl === to.audioUrl && audio.url === to.audioUrl) audio.seek(at);
    else if (!audio.swap(to.audioUrl, at)) audio.load(to.audioUrl, at);
    this.show(index, clampToChapter(time, to));
  }

  show(index: number, time: Seconds): void {
    const { playlist } = this.state;
    const chapter = playlist?.chapters[index];
    if (!playlist || !chapter) return;
    this.store.update({
      chapterIndex: index,
      track: getTrack(playlist, chapter),
      time,
      duration: getDuration(chapter),
    });
  }

  /** Stops and resets to 0. */
  end(ending: Ending | null): void {
    this.stopWaiting();
    this.audio.pause();
    if (ending === "finished") this.store.emit("finish");
    this.audio.seek(this.chapter?.start ?? 0);
    this.store.update({ isPlaying: false, playbackError: null, time: 0, ending });
  }

  stopWaiting(): void {
    this.timers.cancel("advance", "end", "retry", "stuck");
  }
}

/** Clamps a time to just before the end of the chapter. */
export const clampToChapter = (time: Seconds, chapter: Chapter): Seconds =>
  Math.max(0, Math.min(time, getDuration(chapter) - endMargin));
