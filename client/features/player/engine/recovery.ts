import type { PlaybackError } from "./player-state.ts";

/** The response status, or 0 when there was no response. */
export type UrlProbe = (url: string) => Promise<number>;

/** Delays between attempts in milliseconds; the last one repeats. */
export const retryAfterMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

/** After this many failures of a file that the server delivers, it counts as unplayable. */
export const maxFileRetries = 3;

export const stallTimeoutMs = 15_000;

/** Finds out why a file does not play. */
export async function diagnose(url: string, probe: UrlProbe): Promise<PlaybackError> {
  if (!navigator.onLine) return "offline";
  const status = await probe(url).catch(() => 0);
  if (status === 0) return navigator.onLine ? "unreachable" : "offline";
  if (status >= 500 || status === 429) return "unreachable";
  // 404 is the answer for books that the user may not know of.
  if (status === 401 || status === 403 || status === 404 || status === 410) return "refused";
  return "bad-file";
}

/** The delay before the next attempt; null when retrying is pointless. */
export function getRetryDelay(playbackError: PlaybackError, failures: number): number | null {
  if (playbackError === "refused" || playbackError === "blocked") return null;
  if (playbackError === "bad-file" && failures >= maxFileRetries) return null;
  return retryAfterMs[Math.min(failures, retryAfterMs.length) - 1] ?? retryAfterMs[0];
}

export const getPersistentError = (playbackError: PlaybackError | null): PlaybackError | null =>
  playbackError === "bad-file" || playbackError === "refused" ? playbackError : null;
