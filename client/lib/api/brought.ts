import { repliesId } from "#shared/routes/painting.ts";
import { drawnWith } from "#client/lib/shell-facts.ts";

type Replies = Record<string, unknown>;

let brought: Replies | null = null;

/**
 * The reply to a call that came with the page, as it is on the wire; undefined for all others. A browser gives it once:
 * whoever asks again later wants to know how things are then.
 */
export function takeReply(address: string): unknown {
  const facts = drawnWith();
  if (facts) return facts.replies[address];
  brought ??= readReplies();
  const reply = brought[address];
  delete brought[address];
  return reply;
}

/** Forgets what came for a guest. */
export function forgetReplies(): void {
  brought = {};
}

function readReplies(): Replies {
  return JSON.parse(document.getElementById(repliesId)?.textContent || "{}") as Replies;
}
