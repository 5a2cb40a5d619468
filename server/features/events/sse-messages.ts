import { randomInt } from "node:crypto";
import type { LiveEvent } from "#shared/events/contract.ts";

/** Keeps proxies from closing idle connections. */
export const keepAliveComment = ": \n\n";

export const eventFrame = (event: LiveEvent) => `data: ${JSON.stringify(event)}\n\n`;

/** `hello` at the start, `missed` when events may have been lost. */
export const controlFrame = (character: "hello" | "missed") => `event: ${character}\ndata: {}\n\n`;

export function opening(): string {
  return `retry: ${randomInt(1_000, 10_001)}\n${controlFrame("hello")}`;
}
