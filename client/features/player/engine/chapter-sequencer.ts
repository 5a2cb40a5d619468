import type { Seconds } from "#shared/api/schemas.ts";
import type { Chapter, Playlist } from "#shared/player/contract.ts";
import { getPlayedEnd } from "./chapter-limits.ts";
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
      const time = clampToChapter(this.#core.startAfterIntro(playlist, chapter, requested), chapter);
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
    if (state.isPlaying && this.#hasEnded(chapter, time)) {
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
    const { timers, state, chapter, skips } = this.#core;
    timers.cancel("end");
    if (!chapter || !state.isPlaying || (this.#endsWithFile() && skips.outro === 0)) return;
    const end = getPlayedEnd(chapter, skips);
    const remaining = ((state.time < end ? end : state.duration) - state.time) / state.rate;
    if (remaining > endTimerThreshold) return;
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
    const { intro, outro } = this.#core.skips;
    if (next && !next.isLocked && !isFileEnded && intro + outro === 0 && isContinuous(chapter, next)) {
      this.#core.show(nextIndex, Math.max(0, audio.time - next.start));
      this.scheduleChapterEnd();
      return;
    }
    if (next && !next.isLocked && !state.isSeeking) {
      audio.pause();
      this.#core.loadChapter(nextIndex, this.#core.startAfterIntro(playlist, next, 0));
      timers.startTimer("advance", autoplayDelayMs, () => this.#watchdog.start("time"));
      return;
    }
    if (!next) store.update({ time: state.duration });
    const isBookFinished = !next && playlist.portion === "whole";
    this.#core.end(isBookFinished ? "finished" : !next || next.isLocked ? "end-of-sample" : null);
  }

  #hasEnded(chapter: Chapter, time: Seconds): boolean {
    const { state, skips } = this.#core;
    if (time >= getDuration(chapter)) return !this.#endsWithFile();
    const end = getPlayedEnd(chapter, skips);
    // A listener who went into the outro hears it.
    return skips.outro > 0 && time >= end && state.time < end && !state.isSeeking;
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
      const { playlist } = state;
      const time = playlist ? this.#core.startAfterIntro(playlist, next, 0) : 0;
      audio.prepare(next.audioUrl, next.start + time, state.rate);
    }
  }
}
