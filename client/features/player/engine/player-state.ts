import type { Seconds } from "#shared/api/schemas.ts";
import type { Playlist } from "#shared/player/contract.ts";
import type { Track } from "./track.ts";

export type DisplayMode = "closed" | "background";

export type PlaybackError =
  | "buffering"
  | "offline"
  | "unreachable"
  /** The file cannot be played after several attempts. */
  | "bad-file"
  /** The server refuses the file: signed out, or no membership. */
  | "refused"
  | "blocked";

export type Ending = "finished" | "end-of-sample";

export interface PlayerState {
  /** Null when idle. */
  readonly track: Track | null;
  readonly playlist: Playlist | null;
  readonly chapterIndex: number;
  /** Seconds in the chapter. */
  readonly time: Seconds;
  readonly duration: Seconds;
  readonly isPlaying: boolean;
  /** True for 2 s after a seek: the end of a track does not advance. */
  readonly isSeeking: boolean;
  readonly playbackError: PlaybackError | null;
  /** The browser found no sound output and plays on in silence. */
  readonly isSilent: boolean;
  readonly ending: Ending | null;
  /** The start was estimated from the text without a sync map. Reset by the next move. */
  readonly isStartApproximate: boolean;
  /** 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
  /** 0.5 to 3.5. */
  readonly rate: number;
  readonly displayMode: DisplayMode;
}

export const idleState: PlayerState = {
  track: null,
  playlist: null,
  chapterIndex: 0,
  time: 0,
  duration: 0,
  isPlaying: false,
  isSeeking: false,
  playbackError: null,
  isSilent: false,
  ending: null,
  isStartApproximate: false,
  volume: 1,
  isMuted: false,
  rate: 1,
  displayMode: "closed",
};

/** A command that affects the position. */
export type PlayerCommand = "play" | "seek" | "restart" | "pause" | "time" | "finish";
