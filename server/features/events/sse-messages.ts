import { randomInt } from "node:crypto";
import type { LiveEvent } from "#shared/events/contract.ts";

/** Keeps proxies from closing a connection on which nothing happens. */
export const silentAudio = ": \n\n";

/** What changed, as the plain message of server-sent events. */
export const updateFrame = (event: LiveEvent) => `data: ${JSON.stringify(event)}\n\n`;

/** `hello` at the start, `missed` when something may have been lost. */
export const signFrame = (sign: "hello" | "missed") => `event: ${sign}\ndata: {}\n\n`;

/** Each browser comes back after a time of its own, so that after a restart they do not all come at once. */
export function opening(): string {
  return `retry: ${randomInt(1_000, 10_001)}\n${signFrame("hello")}`;
}
