import type { PlaybackError } from "./player-state.ts";

/** The response status, or 0 when there was no response. */
export type UrlProbe = (url: string) => Promise<number>;

/** Waits between tries, in milliseconds; the last one repeats. */
export const retryAfterMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

/** A file that fails so often though the server hands it out cannot be played. */
export const maxFileRetries = 3;

export const stallTimeoutMs = 15_000;

/** Tells what is wrong with a file that does not play. */
export async function diagnose(url: string, probe: UrlProbe): Promise<PlaybackError> {
  if (!navigator.onLine) return "offline";
  const status = await probe(url).catch(() => 0);
  if (status === 0) return navigator.onLine ? "unreachable" : "offline";
  if (status >= 500 || status === 429) return "unreachable";
  // A book that the user may not know of answers 404.
  if (status === 401 || status === 403 || status === 404 || status === 410) return "refused";
  return "bad-file";
}

/** When to try again after so many failures in a row; null when trying again is no use. */
export function retryWait(playbackError: PlaybackError, failures: number): number | null {
  if (playbackError === "refused" || playbackError === "blocked") return null;
  if (playbackError === "bad-file" && failures >= maxFileRetries) return null;
  return retryAfterMs[Math.min(failures, retryAfterMs.length) - 1] ?? retryAfterMs[0];
}

export const persistentError = (playbackError: PlaybackError | null): PlaybackError | null =>
  playbackError === "bad-file" || playbackError === "refused" ? playbackError : null;
