import type { Seconds } from "#shared/api/schemas.ts";
import type { Chapter, Playlist } from "#shared/player/contract.ts";
import { clampToChapter, type PlaybackCore } from "./playback-core.ts";
import type { PlaybackWatchdog } from "./playback-watchdog.ts";
import { isLastSampleChapter } from "./sample-end.ts";
import { getChapterStart, getDuration, runsOn } from "./timeline.ts";
import { getTrack } from "./track.ts";

/** Delay before a new book's chapter and start time are applied. */
const startDelayMs = 100;
/** Delay before the next chapter plays. */
export const autoplayDelayMs = 100;
/** The next file is preloaded when less than this remains. */
const prepareWithin: Seconds = 30;
/** Below this remaining time, a timer waits for the end of a chapter inside a file. */
const watchEndWithin: Seconds = 1;
const minWaitMs = 20;

export class ChapterSequencer {
  readonly #deck: PlaybackCore;
  readonly #watch: PlaybackWatchdog;

  constructor(deck: PlaybackCore, watch: PlaybackWatchdog) {
    this.#deck = deck;
    this.#watch = watch;
  }

  /** Loads a book at a chapter and plays it; reports the command unless it is null. */
  begin(
    playlist: Playlist,
    { chapter, time: requested }: { readonly chapter: Chapter; readonly time: Seconds },
    act: "play" | "restart" | null,
  ): void {
    const { sound, store, timers } = this.#deck;
    timers.cancelAll();
    this.#watch.clearFailures();
    store.reset({ track: getTrack(playlist, chapter), isPlaying: act !== null, displayMode: "background" });
    sound.load(chapter.audioUrl, chapter.start);
    timers.after("start", startDelayMs, () => {
      const chapterIndex = playlist.chapters.indexOf(chapter);
      const time = clampToChapter(requested, chapter);
      const isStartApproximate =
        playlist.isStartApproximate && chapterIndex === getChapterStart(playlist).index && requested > 0;
      store.update({ playlist, chapterIndex, time, duration: getDuration(chapter), isStartApproximate });
      sound.seek(chapter.start + time);
      if (this.#deck.state.isPlaying) this.#watch.start(act ?? "play");
    });
  }

  heardAt(): void {
    const { chapter, timers, sound, state, store } = this.#deck;
    if (!chapter || timers.has("start") || timers.has("advance")) return;
    const time = sound.time - chapter.start;
    if (time >= getDuration(chapter) && state.isPlaying && !this.#endsWithFile()) {
      this.chapterEnded({ isFileEnded: false });
      return;
    }
    if (state.isPlaying && time > state.time && timers.has("stuck")) this.#watch.recovered();
    store.update({ time: Math.min(Math.max(0, time), getDuration(chapter)) });
    this.watchEnd();
    this.#prepareNext();
    if (this.#deck.state.isPlaying && !this.#deck.state.playbackError) store.tell("time");
  }

  watchEnd(): void {
    const { timers, state } = this.#deck;
    timers.cancel("end");
    const left = (state.duration - state.time) / state.rate;
    if (!state.isPlaying || left > watchEndWithin || this.#endsWithFile()) return;
    timers.after("end", Math.max(minWaitMs, left * 1000), () => this.heardAt());
  }

  /** Advances to the next chapter, or stops and resets to 0. */
  chapterEnded({ isFileEnded }: { readonly isFileEnded: boolean }): void {
    const { chapter, state, sound, store, timers } = this.#deck;
    const { playlist, chapterIndex } = state;
    if (!playlist || !chapter) return;
    const nextIndex = playlist.chapters.findIndex(
      (each, index) => index > chapterIndex && !(isFileEnded && each.audioUrl === chapter.audioUrl),
    );
    const next = playlist.chapters[nextIndex];
    timers.cancel("end", "stuck");
    if (next && !next.isLocked && !isFileEnded && runsOn(chapter, next)) {
      this.#deck.show(nextIndex, Math.max(0, sound.time - next.start));
      this.watchEnd();
      return;
    }
    if (next && !next.isLocked && !state.isSeeking) {
      sound.pause();
      this.#deck.enter(nextIndex, 0);
      timers.after("advance", autoplayDelayMs, () => this.#watch.start("time"));
      return;
    }
    if (!next) store.update({ time: state.duration });
    const isWholeOver = !next && playlist.portion === "whole";
    this.#deck.end(isWholeOver ? "finished" : !next || next.isLocked ? "end-of-sample" : null);
  }

  #endsWithFile(): boolean {
    const { chapter, state } = this.#deck;
    if (!chapter || isLastSampleChapter(state)) return false;
    return state.playlist?.chapters[state.chapterIndex + 1]?.audioUrl !== chapter.audioUrl;
  }

  #prepareNext(): void {
    const { chapter, sound, state } = this.#deck;
    const next = state.playlist?.chapters[state.chapterIndex + 1];
    if (!chapter || !next || next.isLocked || next.audioUrl === chapter.audioUrl) return;
    if ((state.duration - state.time) / state.rate < prepareWithin) {
      sound.prepare(next.audioUrl, next.start, state.rate);
    }
  }
}
