import type { Seconds } from "#shared/api/schemas.ts";
import type { Playlist } from "#shared/player/contract.ts";
import type { Track } from "./track.ts";

/** Whether the player shows: closed hides it and pauses. */
export type DisplayMode = "closed" | "background";

/** Why nothing is heard though it should be. */
export type PlaybackError =
  /** Waiting for sound that is on its way. */
  | "buffering"
  /** The network is gone; it is tried again by itself. */
  | "offline"
  /** The server does not answer, or fails; it is tried again by itself. */
  | "unreachable"
  /** The file cannot be played, after several tries. */
  | "bad-file"
  /** The server no longer hands it out: signed out, or no membership. */
  | "refused"
  /** The browser wants a press of Play first. */
  | "blocked";

/** How the book came to its end. */
export type EndNotice = "finished" | "end-of-sample";

/** What the player is doing: a new object at every change, so that React may compare by identity. */
export interface PlayerState {
  /** Null when idle. */
  readonly track: Track | null;
  readonly playlist: Playlist | null;
  readonly chapterIndex: number;
  /** Into the chapter. */
  readonly time: Seconds;
  /** Of the chapter. */
  readonly duration: Seconds;
  /** It plays, or will as soon as it can. */
  readonly isPlaying: boolean;
  /** For 2 s after a seek: the end of a track does not lead on. */
  readonly isSeeking: boolean;
  readonly playbackError: PlaybackError | null;
  readonly ending: EndNotice | null;
  /** The start was carried over from the text without a sync map; until something moves. */
  readonly isStartApproximate: boolean;
  /** 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
  /** 0.5 to 3.5. */
  readonly rate: number;
  readonly displayMode: DisplayMode;
}

export const whenIdle: PlayerState = {
  track: null,
  playlist: null,
  chapterIndex: 0,
  time: 0,
  duration: 0,
  isPlaying: false,
  isSeeking: false,
  playbackError: null,
  ending: null,
  isStartApproximate: false,
  volume: 1,
  isMuted: false,
  rate: 1,
  displayMode: "closed",
};

/** Something that matters to where the listener is. */
export type Act = "play" | "seek" | "restart" | "pause" | "time" | "finish";
