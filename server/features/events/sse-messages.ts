import { randomInt } from "node:crypto";
import type { LiveEvent } from "#shared/events/contract.ts";

/** Keeps proxies from closing idle connections. */
export const heartbeat = ": \n\n";

export const toEventFrame = (event: LiveEvent) => `data: ${JSON.stringify(event)}\n\n`;

/** Events may have been lost. */
export const gapFrame = "event: missed\ndata: {}\n\n";

export function createHelloFrame(connection: string): string {
  return `retry: ${randomInt(1_000, 10_001)}\nevent: hello\ndata: ${JSON.stringify({ connection })}\n\n`;
}
