import type { Seconds } from "#shared/api/schemas.ts";
import type { Playlist } from "#shared/player/contract.ts";
import { clampRate } from "#client/features/player/settings/settings.ts";
import { type ChapterSkips, noSkips } from "./chapter-limits.ts";
import { autoplayDelayMs, ChapterSequencer } from "./chapter-sequencer.ts";
import type { AudioListener } from "./gapless-audio.ts";
import { clampToChapter, PlaybackCore } from "./playback-core.ts";
import { PlaybackWatchdog, type WatchdogDeps } from "./playback-watchdog.ts";
import type { DisplayMode, PlayerState } from "./player-state.ts";
import type { CommandListener } from "./player-store.ts";
import { getPersistentError } from "./recovery.ts";
import {
  findTrackPosition,
  getChapterStart,
  getDuration,
  type TrackPosition,
  toBookTime,
} from "./timeline.ts";
import { getTrack } from "./track.ts";

/** Firefox plays no sound above this rate, so that the end of a pause would not be heard. */
const maxAudibleRate = 4;
export const seekProtectionMs = 2_000;
/** After this many seconds, "previous" restarts the chapter. */
export const restartAfter: Seconds = 3;

export interface PlayerDeps extends WatchdogDeps {
  readonly createAudio: () => HTMLAudioElement;
  /** The parts of each chapter of a book that are not played; none by default. */
  readonly getSkips?: (playlist: Playlist) => ChapterSkips;
  /** Seconds to go back after a pause of some milliseconds; 0 by default. */
  readonly getRewind?: (pausedMs: number) => Seconds;
}

export class PlayerEngine {
  readonly #core: PlaybackCore;
  readonly #watchdog: PlaybackWatchdog;
  readonly #sequencer: ChapterSequencer;
  readonly #getRewind: (pausedMs: number) => Seconds;
  /** Null after a move during the pause. */
  #pausedAt: number | null = null;

  constructor({ createAudio, getSkips = () => noSkips, getRewind = () => 0, ...deps }: PlayerDeps) {
    this.#getRewind = getRewind;
    const listener: AudioListener = {
      onTimeUpdate: () => this.#sequencer.onTimeUpdate(),
      onPlaying: () => this.#watchdog.onRecovered(),
      onWaiting: () => this.#watchdog.onWaiting(),
      onEnded: () => this.#sequencer.onChapterEnd({ isFileEnded: true }),
      onError: () => void this.#watchdog.onFailed(),
      onExternalPause: () => this.pause(),
    };
    this.#core = new PlaybackCore(createAudio, listener, getSkips);
    this.#watchdog = new PlaybackWatchdog(this.#core, deps);
    this.#sequencer = new ChapterSequencer(this.#core, this.#watchdog);
  }

  readonly getState = (): PlayerState => this.#core.state;

  readonly subscribe = (listener: () => void) => this.#core.store.subscribe(listener);

  /** The element that plays. */
  get element(): HTMLAudioElement {
    return this.#core.audio.element;
  }

  readonly now = (): Seconds => {
    const { chapter, audio, timers } = this.#core;
    if (!chapter || timers.has("start")) return this.#state.time;
    return Math.min(getDuration(chapter), Math.max(0, audio.time - chapter.start));
  };

  /**
   * Notifies of every command that affects the position.
   *
   * @returns a function that unsubscribes
   */
  readonly onCommand = (listener: CommandListener) => this.#core.store.onCommand(listener);

  /**
   * Plays a book from a position. Another track than the loaded one resets the time to 0 and loads the new
   * one; playlist, chapter and start time are applied after 100 ms.
   *
   * @param command the command to report
   */
  playBook(
    playlist: Playlist,
    trackPosition: TrackPosition = getChapterStart(playlist),
    command: "play" | "restart" = "play",
  ): void {
    const chapter = playlist.chapters[trackPosition.index] ?? playlist.chapters[0];
    if (!chapter || chapter.isLocked) return;
    const isLoaded = this.#state.track?.id === getTrack(playlist, chapter).id;
    if (isLoaded && this.#core.audio.url === chapter.audioUrl) {
      this.setDisplayMode("background");
      this.play();
      return;
    }
    this.stop();
    this.#sequencer.begin(playlist, { chapter, time: trackPosition.time }, command);
  }

  cue(playlist: Playlist, trackPosition: TrackPosition = getChapterStart(playlist)): void {
    const chapter = playlist.chapters[trackPosition.index] ?? playlist.chapters[0];
    if (!chapter || chapter.isLocked) return;
    if (this.#state.track?.bookId === playlist.bookId) {
      this.setDisplayMode("background");
      return;
    }
    this.stop();
    this.#sequencer.begin(playlist, { chapter, time: trackPosition.time }, null);
  }

  /** Jumps to a position in the loaded book and plays from there. */
  playFrom({ index, time }: TrackPosition): void {
    if (index === this.#state.chapterIndex) this.seek(time);
    else this.goTo(index, time);
    if (!this.#state.isPlaying && !this.#state.ending) this.play();
  }

  setPosition({ index, time }: TrackPosition): void {
    const { isPlaying, playlist } = this.#state;
    if (isPlaying || !playlist?.chapters[index] || playlist.chapters[index].isLocked) return;
    this.#pausedAt = null;
    this.#core.loadChapter(index, time);
    this.#core.store.update({ ending: null, isStartApproximate: false });
  }

  play(): void {
    const { track, playlist, ending, playbackError } = this.#state;
    if (!track) return;
    const needsRetry = playbackError && playbackError !== "buffering" && playbackError !== "blocked";
    if (needsRetry || this.#core.audio.hasFailed) {
      this.retry();
      return;
    }
    this.#rewind();
    this.#core.store.update({ isPlaying: true, ending: null, displayMode: "background" });
    if (playlist && !this.#core.timers.has("start"))
      this.#watchdog.start(ending === "finished" ? "restart" : "play");
  }

  pause(): void {
    const wasPlaying = this.#state.isPlaying;
    this.pauseSilently();
    if (wasPlaying) this.#pausedAt = Date.now();
    if (wasPlaying && this.#state.playlist) this.#core.store.emit("pause");
  }

  pauseSilently(): void {
    this.#core.stopWaiting();
    this.#core.audio.pause();
    this.#core.audio.setFade(1);
    this.#core.store.update({
      isPlaying: false,
      playbackError: getPersistentError(this.#state.playbackError),
    });
  }

  /** Scales the volume by 0 to 1 until the next pause. */
  setFade(factor: number): void {
    if (this.#state.isPlaying) this.#core.audio.setFade(factor);
  }

  suspend(): void {
    if (!this.#state.track) return;
    this.pauseSilently();
    this.#core.store.update({ playbackError: "refused" });
  }

  unload(): void {
    this.#core.timers.cancelAll();
    this.#core.audio.unload();
    this.#core.store.reset();
  }

  readonly toggle = (): void => (this.#state.isPlaying ? this.pause() : this.play());

  /** Pauses and resets to 0. */
  stop(): void {
    if (!this.#state.track) return;
    this.pause();
    this.#pausedAt = null;
    this.#core.audio.seek(this.#core.chapter?.start ?? 0);
    this.#core.store.update({ time: 0 });
  }

  /**
   * Seeks within the chapter, at most to just before its end. For 2 s the end of the track does not advance.
   */
  seek(time: Seconds): void {
    const chapter = this.#core.chapter;
    if (!chapter) return;
    this.#protectSeek();
    this.#pausedAt = null;
    const target = clampToChapter(time, chapter);
    this.#core.audio.seek(chapter.start + target);
    this.#core.store.update({ time: target, ending: null, isStartApproximate: false });
    this.#sequencer.scheduleChapterEnd();
    this.#core.store.emit("seek");
  }

  seekInBook(time: Seconds): void {
    const { playlist, chapterIndex } = this.#state;
    if (!playlist) return;
    const trackPosition = findTrackPosition(playlist, time);
    if (trackPosition.index === chapterIndex) {
      this.seek(trackPosition.time);
      return;
    }
    if (playlist.chapters[trackPosition.index]?.isLocked) {
      this.#core.end("end-of-sample");
      return;
    }
    this.#protectSeek();
    this.goTo(trackPosition.index, trackPosition.time);
  }

  /** Skips by seconds of the book, negative for back, across chapters. */
  skip(seconds: Seconds): void {
    const { playlist, chapterIndex, time } = this.#state;
    if (playlist) this.seekInBook(toBookTime(playlist, { index: chapterIndex, time }) + seconds);
  }

  /** Goes to a chapter and keeps playing if it was. */
  goTo(index: number, time: Seconds = 0): void {
    const { playlist, isPlaying } = this.#state;
    const chapter = playlist?.chapters[index];
    if (!playlist || !chapter) return;
    if (chapter.isLocked) {
      this.#core.end("end-of-sample");
      return;
    }
    this.#core.stopWaiting();
    this.#pausedAt = null;
    this.#watchdog.clearFailures();
    this.#core.loadChapter(index, this.#core.startAfterIntro(playlist, chapter, time));
    this.#core.store.update({ ending: null, isStartApproximate: false, playbackError: null });
    this.#core.store.emit("seek");
    if (isPlaying) this.#core.timers.startTimer("advance", autoplayDelayMs, () => this.#watchdog.start(null));
  }

  readonly next = (): void => {
    if (this.canGoNext()) this.goTo(this.#state.chapterIndex + 1);
  };

  /** The previous chapter, or the beginning of this one after 3 s. */
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
    this.#core.store.update({ volume: Math.min(1, Math.max(0, volume)), isMuted: false });
    this.#core.audio.setVolume(this.#state.volume, false);
  }

  readonly toggleMute = (): void => {
    this.#core.store.update({ isMuted: !this.#state.isMuted });
    this.#core.audio.setVolume(this.#state.volume, this.#state.isMuted);
  };

  /** See {@link clampRate}; the pitch is preserved. */
  setRate(rate: number): void {
    const stored = clampRate(rate);
    this.#core.store.update({ rate: stored });
    this.#core.audio.setRate(stored);
    this.#sequencer.scheduleChapterEnd();
  }

  /** Plays faster or slower than the chosen speed, which stays. */
  scaleRate(factor: number): void {
    this.#core.audio.setRate(Math.min(maxAudibleRate, this.#state.rate * factor));
  }

  /** Moves within the chapter without reporting a new position, as a repetition does. */
  jump(time: Seconds): void {
    const chapter = this.#core.chapter;
    if (!chapter) return;
    this.#core.audio.seek(chapter.start + clampToChapter(time, chapter));
    this.#core.store.update({ time: clampToChapter(time, chapter) });
    this.#sequencer.scheduleChapterEnd();
  }

  /** Closed hides the player and pauses; any other mode shows it. */
  setDisplayMode(displayMode: DisplayMode): void {
    if (displayMode === "closed") this.pause();
    this.#core.store.update({ displayMode });
  }

  readonly dismissNotices = (): void =>
    this.#core.store.update({ isStartApproximate: false, ending: null, isSilent: false });

  /** Reloads the file at the current time and resumes. */
  readonly retry = (): void => this.#watchdog.retry();

  #rewind(): void {
    const seconds = this.#pausedAt === null ? 0 : this.#getRewind(Date.now() - this.#pausedAt);
    this.#pausedAt = null;
    if (seconds > 0) this.jump(Math.max(0, this.#state.time - seconds));
  }

  #protectSeek(): void {
    this.#core.store.update({ isSeeking: true });
    this.#core.timers.startTimer("seek", seekProtectionMs, () =>
      this.#core.store.update({ isSeeking: false }),
    );
  }

  get #state(): PlayerState {
    return this.#core.state;
  }
}
