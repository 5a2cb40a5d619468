import type { Seconds } from "#shared/api/schemas.ts";
import type { Chapter, Playlist } from "#shared/player/contract.ts";
import { clampToChapter, type PlaybackCore } from "./playback-core.ts";
import type { PlaybackWatchdog } from "./playback-watchdog.ts";
import { isLastSampleChapter } from "./sample-end.ts";
import { getChapterStart, getDuration, isContinuous } from "./timeline.ts";
import { getTrack } from "./track.ts";

/** Delay before a new book's chapter and start time are applied. */
const startDelayMs = 100;
/** Delay before the next chapter plays. */
export const autoplayDelayMs = 100;
/** The next file is preloaded when less than this remains. */
const preloadThreshold: Seconds = 30;
/** Below this remaining time, a timer waits for the end of a chapter inside a file. */
const endTimerThreshold: Seconds = 1;
const minWaitMs = 20;

export class ChapterSequencer {
  readonly #core: PlaybackCore;
  readonly #watchdog: PlaybackWatchdog;

  constructor(core: PlaybackCore, watchdog: PlaybackWatchdog) {
    this.#core = core;
    this.#watchdog = watchdog;
  }

  /** Loads a book at a chapter and plays it; reports the command unless it is null. */
  begin(
    playlist: Playlist,
    { chapter, time: requested }: { readonly chapter: Chapter; readonly time: Seconds },
    command: "play" | "restart" | null,
  ): void {
    const { audio, store, timers } = this.#core;
    timers.cancelAll();
    this.#watchdog.clearFailures();
    store.reset({
      track: getTrack(playlist, chapter),
      isPlaying: command !== null,
      displayMode: "background",
    });
    audio.load(chapter.audioUrl, chapter.start);
    timers.startTimer("start", startDelayMs, () => {
      const chapterIndex = playlist.chapters.indexOf(chapter);
      const time = clampToChapter(requested, chapter);
      const isStartApproximate =
        playlist.isStartApproximate && chapterIndex === getChapterStart(playlist).index && requested > 0;
      store.update({ playlist, chapterIndex, time, duration: getDuration(chapter), isStartApproximate });
      audio.seek(chapter.start + time);
      if (this.#core.state.isPlaying) this.#watchdog.start(command ?? "play");
    });
  }

  onTimeUpdate(): void {
    const { chapter, timers, audio, state, store } = this.#core;
    if (!chapter || timers.has("start") || timers.has("advance")) return;
    const time = audio.time - chapter.start;
    if (time >= getDuration(chapter) && state.isPlaying && !this.#endsWithFile()) {
      this.onChapterEnd({ isFileEnded: false });
      return;
    }
    const hasAdvanced = state.isPlaying && time > state.time && timers.has("stuck");
    if (hasAdvanced || (audio.isSilent && !state.isSilent)) this.#watchdog.onRecovered();
    store.update({ time: Math.min(Math.max(0, time), getDuration(chapter)) });
    this.scheduleChapterEnd();
    this.#prepareNext();
    if (this.#core.state.isPlaying && !this.#core.state.playbackError) store.emit("time");
  }

  scheduleChapterEnd(): void {
    const { timers, state } = this.#core;
    timers.cancel("end");
    const remaining = (state.duration - state.time) / state.rate;
    if (!state.isPlaying || remaining > endTimerThreshold || this.#endsWithFile()) return;
    timers.startTimer("end", Math.max(minWaitMs, remaining * 1000), () => this.onTimeUpdate());
  }

  /** Advances to the next chapter, or stops and resets to 0. */
  onChapterEnd({ isFileEnded }: { readonly isFileEnded: boolean }): void {
    const { chapter, state, audio, store, timers } = this.#core;
    const { playlist, chapterIndex } = state;
    if (!playlist || !chapter) return;
    const nextIndex = playlist.chapters.findIndex(
      (each, index) => index > chapterIndex && !(isFileEnded && each.audioUrl === chapter.audioUrl),
    );
    const next = playlist.chapters[nextIndex];
    timers.cancel("end", "stuck");
    if (next && !next.isLocked && !isFileEnded && isContinuous(chapter, next)) {
      this.#core.show(nextIndex, Math.max(0, audio.time - next.start));
      this.scheduleChapterEnd();
      return;
    }
    if (next && !next.isLocked && !state.isSeeking) {
      audio.pause();
      this.#core.loadChapter(nextIndex, 0);
      timers.startTimer("advance", autoplayDelayMs, () => this.#watchdog.start("time"));
      return;
    }
    if (!next) store.update({ time: state.duration });
    const isBookFinished = !next && playlist.portion === "whole";
    this.#core.end(isBookFinished ? "finished" : !next || next.isLocked ? "end-of-sample" : null);
  }

  #endsWithFile(): boolean {
    const { chapter, state } = this.#core;
    if (!chapter || isLastSampleChapter(state)) return false;
    return state.playlist?.chapters[state.chapterIndex + 1]?.audioUrl !== chapter.audioUrl;
  }

  #prepareNext(): void {
    const { chapter, audio, state } = this.#core;
    const next = state.playlist?.chapters[state.chapterIndex + 1];
    if (!chapter || !next || next.isLocked || next.audioUrl === chapter.audioUrl) return;
    if ((state.duration - state.time) / state.rate < preloadThreshold) {
      audio.prepare(next.audioUrl, next.start, state.rate);
    }
  }
}
