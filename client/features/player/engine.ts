import type { Seconds } from "#shared/kernel/values.ts";
import type { Chapter, Playlist } from "#shared/player/contract.ts";
import type { Act, DisplayMode, Ending, PlayerState } from "./player-state.ts";
import { PlayerStore } from "./player-store.ts";
import { diagnose, type Probe, retryWait, stuckAfterMs } from "./recovery.ts";
import { Sound } from "./sound.ts";
import { bookTime, durationOf, runsOn, type Spot, spotAt } from "./timeline.ts";
import { Timers } from "./timers.ts";
import { trackOf } from "./track.ts";

/** A new book's chapter and start time are applied after this. */
export const startDelayMs = 100;
/** The next chapter plays after this. */
export const autoplayDelayMs = 100;
/** After a seek the end of a track does not lead on for so long. */
export const seekProtectionMs = 2_000;
/** A seek goes at most so far before the end. */
export const beforeEnd: Seconds = 0.1;
/** Further into a chapter than this, "previous" starts it again. */
export const restartAfter: Seconds = 3;
/** The next file is fetched when less than this is left. */
const prepareWithin: Seconds = 30;
/** Silence so near a sample's end is its end. */
const sampleEndTolerance: Seconds = 2;
/** The end of a chapter inside a file is awaited by a timer from here on. */
const watchEndWithin: Seconds = 1;
/** While sound is awaited at the very end of a chapter, its clock is not asked more often than this. */
const leastWaitMs = 20;
export const slowest = 0.5;
export const fastest = 3.5;

/** What the engine needs of the world. */
export interface Surroundings {
  readonly makeAudio: () => HTMLAudioElement;
  readonly probe: Probe;
  /** A play that failed is logged, not shown; the state shows that nothing plays. */
  readonly log: (error: unknown) => void;
}

/** Plays a book chapter by chapter. Knows audio; knows neither React nor who listens. */
export class PlayerEngine {
  readonly #store = new PlayerStore();
  readonly #sound: Sound;
  readonly #surroundings: Surroundings;
  readonly #timers = new Timers<"start" | "advance" | "end" | "seek" | "retry" | "stuck">();
  #failures = 0;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
    this.#sound = new Sound(surroundings.makeAudio, {
      onTime: () => this.#heardOn(),
      onPlaying: () => this.#recovered(),
      onWaiting: () => this.#waits(),
      onEnded: () => this.#chapterEnded({ isFileOver: true }),
      onError: () => void this.#failed(),
      onPausedFromOutside: () => this.pause(),
    });
    addEventListener("online", () => {
      const { isPlaying, trouble } = this.#state;
      if (isPlaying && (trouble === "offline" || trouble === "unreachable")) this.retry();
    });
  }

  readonly getState = this.#store.get;
  readonly subscribe = this.#store.subscribe;

  /** Hears of everything that matters to where the listener is. */
  readonly onAct = this.#store.onAct;

  /**
   * Plays a book from a spot. Another track than the loaded one stops that, resets the time to 0 and loads the new
   * one; the playlist, the chapter and the start time are applied 100 ms later.
   *
   * @param act whether it is a book heard before that is begun anew.
   */
  listen(playlist: Playlist, spot: Spot = startOf(playlist), act: "play" | "restart" = "play"): void {
    const chapter = playlist.chapters[spot.index] ?? playlist.chapters[0];
    if (!chapter || chapter.isLocked) return;
    const track = trackOf(playlist, chapter);
    this.setDisplayMode("background");
    if (this.#state.track?.id === track.id && this.#sound.url === chapter.audioUrl) {
      this.play();
      return;
    }

    this.stop();
    this.#timers.cancelAll();
    this.#failures = 0;
    this.#store.reset({ track, isPlaying: true, displayMode: "background" });
    this.#sound.load(chapter.audioUrl, chapter.start);
    this.#timers.after("start", startDelayMs, () => {
      const index = playlist.chapters.indexOf(chapter);
      const time = capped(spot.time, chapter);
      const isStartAbout = playlist.isStartAbout && index === startOf(playlist).index && spot.time > 0;
      this.#store.change({
        playlist,
        chapterIndex: index,
        time,
        duration: durationOf(chapter),
        isStartAbout,
      });
      this.#sound.seek(chapter.start + time);
      if (this.#state.isPlaying) this.#start(act);
    });
  }

  play(): void {
    const { track, playlist, ending, trouble } = this.#state;
    if (!track) return;
    if (trouble && trouble !== "buffering" && trouble !== "blocked") {
      this.retry();
      return;
    }
    this.#store.change({ isPlaying: true, ending: null, displayMode: "background" });
    if (playlist && !this.#timers.has("start")) this.#start(ending === "finished" ? "restart" : "play");
  }

  pause(): void {
    this.#timers.cancel("advance", "end", "retry", "stuck");
    this.#sound.pause();
    const wasPlaying = this.#state.isPlaying;
    this.#store.change({ isPlaying: false, trouble: keptTrouble(this.#state.trouble) });
    if (wasPlaying && this.#state.playlist) this.#store.tell("pause");
  }

  readonly toggle = (): void => (this.#state.isPlaying ? this.pause() : this.play());

  /** Pauses and goes back to 0. */
  stop(): void {
    if (!this.#state.track) return;
    this.pause();
    this.#sound.seek(this.#chapter?.start ?? 0);
    this.#store.change({ time: 0 });
  }

  /** Goes to a time in the chapter; at most to just before its end. For 2 s its end then leads nowhere. */
  seek(time: Seconds): void {
    const chapter = this.#chapter;
    if (!chapter) return;
    this.#protectSeek();
    const target = capped(time, chapter);
    this.#sound.seek(chapter.start + target);
    this.#store.change({ time: target, ending: null, isStartAbout: false });
    this.#watchEnd();
    this.#store.tell("seek");
  }

  /** Goes to a time in the whole book, in whatever chapter that is. */
  seekInBook(time: Seconds): void {
    const { playlist, chapterIndex } = this.#state;
    if (!playlist) return;
    const spot = spotAt(playlist, time);
    if (spot.index === chapterIndex) {
      this.seek(spot.time);
      return;
    }
    if (playlist.chapters[spot.index]?.isLocked) {
      this.#end("end-of-sample");
      return;
    }
    this.#protectSeek();
    this.goTo(spot.index, spot.time);
  }

  /** Goes back (less than 0) or forward by so much of the book, over the borders of chapters. */
  skip(seconds: Seconds): void {
    const { playlist, chapterIndex, time } = this.#state;
    if (playlist) this.seekInBook(bookTime(playlist, { index: chapterIndex, time }) + seconds);
  }

  /** Goes to a chapter; plays on when it was playing. */
  goTo(index: number, time: Seconds = 0): void {
    const { playlist, isPlaying } = this.#state;
    const chapter = playlist?.chapters[index];
    if (!chapter) return;
    if (chapter.isLocked) {
      this.#end("end-of-sample");
      return;
    }
    this.#timers.cancel("advance", "end", "retry", "stuck");
    this.#failures = 0;
    this.#enter(index, time);
    this.#store.change({ ending: null, isStartAbout: false, trouble: null });
    this.#store.tell("seek");
    if (isPlaying) this.#timers.after("advance", autoplayDelayMs, () => this.#start(null));
  }

  readonly next = (): void => {
    if (this.canGoNext()) this.goTo(this.#state.chapterIndex + 1);
  };

  /** The chapter before, or the beginning of this one when it is more than 3 s old. */
  readonly previous = (): void => {
    if (this.#state.time > restartAfter) this.seek(0);
    else if (this.canGoPrevious()) this.goTo(this.#state.chapterIndex - 1);
  };

  canGoNext(): boolean {
    const { playlist, chapterIndex } = this.#state;
    return playlist !== null && chapterIndex < playlist.chapters.length - 1;
  }

  canGoPrevious(): boolean {
    return this.#state.chapterIndex > 0;
  }

  setVolume(volume: number): void {
    this.#store.change({ volume: Math.min(1, Math.max(0, volume)), isMuted: false });
    this.#sound.setVolume(this.#state.volume, false);
  }

  readonly toggleMute = (): void => {
    this.#store.change({ isMuted: !this.#state.isMuted });
    this.#sound.setVolume(this.#state.volume, this.#state.isMuted);
  };

  /** Kept between 0.5 and 3.5, in steps of 0.05; the pitch stays. */
  setRate(rate: number): void {
    const kept = Math.min(fastest, Math.max(slowest, Math.round(rate * 20) / 20));
    this.#store.change({ rate: kept });
    this.#sound.setRate(kept);
    this.#watchEnd();
  }

  /** Closed hides the player and pauses; any other mode shows it. */
  setDisplayMode(displayMode: DisplayMode): void {
    if (displayMode === "closed") this.pause();
    this.#store.change({ displayMode });
  }

  /** Takes back what is said of the beginning and the end. */
  readonly dismissNotices = (): void => this.#store.change({ isStartAbout: false, ending: null });

  /** Loads the file again where it broke off, and plays on. */
  readonly retry = (): void => {
    const { chapterIndex, time, playlist } = this.#state;
    const chapter = playlist?.chapters[chapterIndex];
    if (!chapter) return;
    this.#timers.cancel("retry", "stuck");
    this.#store.change({ isPlaying: true });
    this.#sound.load(chapter.audioUrl, chapter.start + time);
    this.#start(null);
  };

  get #chapter(): Chapter | undefined {
    return this.#state.playlist?.chapters[this.#state.chapterIndex];
  }

  #start(act: Act | null): void {
    this.#sound.setRate(this.#state.rate);
    this.#sound.setVolume(this.#state.volume, this.#state.isMuted);
    this.#sound.play().catch((error: unknown) => this.#playRefused(error));
    this.#watchStuck();
    if (act) this.#store.tell(act);
  }

  #playRefused(error: unknown): void {
    const name = error instanceof Error || error instanceof DOMException ? error.name : "";
    // A pause or another file came first: nothing failed.
    if (name === "AbortError") return;
    this.#surroundings.log(error);
    if (name !== "NotAllowedError") return;
    this.#timers.cancel("stuck");
    this.#store.change({ isPlaying: false, trouble: "blocked" });
  }

  #enter(index: number, time: Seconds): void {
    const { playlist, chapterIndex } = this.#state;
    const [from, to] = [playlist?.chapters[chapterIndex], playlist?.chapters[index]];
    if (!playlist || !to) return;
    const at = to.start + capped(time, to);
    if (from?.audioUrl === to.audioUrl && this.#sound.url === to.audioUrl) this.#sound.seek(at);
    else if (!this.#sound.swap(to.audioUrl, at)) this.#sound.load(to.audioUrl, at);
    this.#store.change({
      chapterIndex: index,
      track: trackOf(playlist, to),
      time: capped(time, to),
      duration: durationOf(to),
    });
  }

  #heardOn(): void {
    const chapter = this.#chapter;
    if (!chapter || this.#timers.has("start") || this.#timers.has("advance")) return;
    const time = this.#sound.time - chapter.start;
    if (time >= durationOf(chapter) && this.#state.isPlaying && !this.#endsWithFile()) {
      this.#chapterEnded({ isFileOver: false });
      return;
    }
    if (this.#state.isPlaying && time > this.#state.time && this.#timers.has("stuck")) this.#recovered();
    this.#store.change({ time: Math.min(Math.max(0, time), durationOf(chapter)) });
    this.#watchEnd();
    this.#prepareNext();
    if (this.#state.isPlaying && !this.#state.trouble) this.#store.tell("time");
  }

  /**
   * The last chapter of a file ends with it, so that nothing is cut by a duration that is a little short. A sample
   * ends by time: what the server does not hand out lies behind it in the same file.
   */
  #endsWithFile(): boolean {
    const { playlist, chapterIndex } = this.#state;
    const chapter = this.#chapter;
    if (!chapter || this.#isLastOfSample()) return false;
    return playlist?.chapters[chapterIndex + 1]?.audioUrl !== chapter.audioUrl;
  }

  #isLastOfSample(): boolean {
    const { playlist, chapterIndex } = this.#state;
    return playlist?.portion === "sample" && playlist.chapters[chapterIndex + 1]?.isLocked !== false;
  }

  /** A sample is cut by bytes: its sound may give out a little before the time does. */
  #isSampleOver(): boolean {
    const { time, duration } = this.#state;
    return this.#isLastOfSample() && duration - time < sampleEndTolerance;
  }

  #watchEnd(): void {
    this.#timers.cancel("end");
    const { time, duration, rate, isPlaying } = this.#state;
    const left = (duration - time) / rate;
    if (!isPlaying || left > watchEndWithin || this.#endsWithFile()) return;
    this.#timers.after("end", Math.max(leastWaitMs, left * 1000), () => this.#heardOn());
  }

  #prepareNext(): void {
    const { playlist, chapterIndex, time, duration, rate } = this.#state;
    const [chapter, next] = [this.#chapter, playlist?.chapters[chapterIndex + 1]];
    if (!chapter || !next || next.isLocked || next.audioUrl === chapter.audioUrl) return;
    if ((duration - time) / rate < prepareWithin) {
      this.#sound.prepare(next.audioUrl, next.start, rate);
    }
  }

  /** Leads on to the next chapter, or stops and goes back to 0. */
  #chapterEnded({ isFileOver }: { readonly isFileOver: boolean }): void {
    const { playlist, chapterIndex, isSeeking } = this.#state;
    const chapter = this.#chapter;
    if (!playlist || !chapter) return;
    const nextIndex = playlist.chapters.findIndex(
      (each, index) => index > chapterIndex && !(isFileOver && each.audioUrl === chapter.audioUrl),
    );
    const next = playlist.chapters[nextIndex];
    this.#timers.cancel("end", "stuck");
    if (next && !next.isLocked && !isFileOver && runsOn(chapter, next)) {
      this.#runOn(playlist, nextIndex, next);
      return;
    }
    if (next && !next.isLocked && !isSeeking) {
      this.#sound.pause();
      this.#enter(nextIndex, 0);
      this.#timers.after("advance", autoplayDelayMs, () => this.#start("time"));
      return;
    }
    if (!next) this.#store.change({ time: this.#state.duration });
    const isWholeOver = !next && playlist.portion === "whole";
    this.#end(isWholeOver ? "finished" : !next || next.isLocked ? "end-of-sample" : null);
  }

  /** The file plays on by itself: only what is shown changes. */
  #runOn(playlist: Playlist, index: number, chapter: Chapter): void {
    this.#store.change({
      chapterIndex: index,
      track: trackOf(playlist, chapter),
      time: Math.max(0, this.#sound.time - chapter.start),
      duration: durationOf(chapter),
    });
    this.#watchEnd();
  }

  #end(ending: Ending | null): void {
    this.#timers.cancel("advance", "end", "retry", "stuck");
    this.#sound.pause();
    if (ending === "finished") this.#store.tell("finish");
    this.#sound.seek(this.#chapter?.start ?? 0);
    this.#store.change({ isPlaying: false, trouble: null, time: 0, ending });
  }

  #waits(): void {
    if (!this.#state.isPlaying || this.#timers.has("start")) return;
    if (this.#isSampleOver()) {
      this.#end("end-of-sample");
      return;
    }
    this.#store.change({ trouble: this.#state.trouble ?? "buffering" });
    this.#watchStuck();
  }

  #watchStuck(): void {
    this.#timers.after("stuck", stuckAfterMs, () => void this.#failed());
  }

  #recovered(): void {
    this.#timers.cancel("stuck", "retry");
    this.#failures = 0;
    this.#store.change({ trouble: null });
  }

  async #failed(): Promise<void> {
    const url = this.#sound.url;
    if (!this.#state.track || !url) return;
    if (this.#isSampleOver()) {
      this.#end("end-of-sample");
      return;
    }
    this.#timers.cancel("stuck", "end");
    this.#failures += 1;
    const trouble = await diagnose(url, this.#surroundings.probe);
    if (this.#sound.url !== url) return;
    const wait = this.#state.isPlaying ? retryWait(trouble, this.#failures) : null;
    this.#store.change({ trouble, isPlaying: wait !== null });
    if (wait !== null) this.#timers.after("retry", wait, this.retry);
  }

  #protectSeek(): void {
    this.#store.change({ isSeeking: true });
    this.#timers.after("seek", seekProtectionMs, () => this.#store.change({ isSeeking: false }));
  }

  get #state(): PlayerState {
    return this.#store.get();
  }
}

/** Where a playlist says to start; its first chapter when it names one that is not there. */
export function startOf({ chapters, startFromChapter, startFromTime }: Playlist): Spot {
  const index = chapters.findIndex(({ chapterNumber }) => chapterNumber === startFromChapter);
  return index < 0 ? { index: 0, time: 0 } : { index, time: startFromTime };
}

const capped = (time: Seconds, chapter: Chapter): Seconds =>
  Math.max(0, Math.min(time, durationOf(chapter) - beforeEnd));

/** What a pause does not mend. */
const keptTrouble = (trouble: PlayerState["trouble"]) =>
  trouble === "bad-file" || trouble === "refused" ? trouble : null;
