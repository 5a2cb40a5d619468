import { inlinedRepliesId } from "#shared/routes/inlined-replies.ts";

type Replies = Record<string, unknown>;

let replies: Replies | null = null;

/**
 * The raw reply to a call that the server inlined into the page, or undefined. Each reply is returned once,
 * so that later reads go to the server.
 */
export function takeInlinedReply(url: string): unknown {
  replies ??= readReplies();
  const reply = replies[url];
  delete replies[url];
  return reply;
}

/** Discards the inlined replies, which are for guests. */
export function clearInlinedReplies(): void {
  replies = {};
}

function readReplies(): Replies {
  return JSON.parse(document.getElementById(inlinedRepliesId)?.textContent || "{}") as Replies;
}
