import type { User } from "#shared/accounts/user.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import type { DiscussionId } from "#shared/community/discussion.ts";
import type { Database } from "#server/db/client.ts";
import { requireVerifiedEmail } from "#server/features/accounts/service.ts";
import { conflict, forbidden, reason } from "#server/http/api/problem.ts";
import type { CommunityAccess } from "./communities.ts";
import { lockDiscussion } from "./discussion-queries.ts";
import { getWritingObstacle } from "./permissions.ts";
import { containsHeldWord } from "./writer-queries.ts";

interface Writing {
  readonly access: CommunityAccess;
  readonly now: Date;
  /** Null for a new one. */
  readonly discussionId: DiscussionId | null;
  /** The title or the Markdown, as written. */
  readonly text: string;
}

/**
 * Every title and text that a user writes passes this: they are a member who is not muted, the discussion is
 * not locked, and a word that staff hold makes it wait for approval. Locks the discussion. Moderators write in
 * locked ones, and any word.
 *
 * @throws {ProblemError} `forbidden`; `email_unverified`; `conflict` when it is locked
 */
export async function checkWriting(
  tx: Database,
  user: User,
  { access, now, discussionId, text }: Writing,
): Promise<"shown" | "held"> {
  requireCanPost(access, now);
  requireVerifiedEmail(user);
  const locked = discussionId && (await lockDiscussion(tx, discussionId));
  if (access.permissions.canModerate) return "shown";
  if (locked?.isLocked) throw conflict("discussion_locked");
  return (await containsHeldWord(tx, normalizeSearchText(text))) ? "held" : "shown";
}

/** @throws {ProblemError} `forbidden` with what keeps the viewer from writing */
export function requireCanPost({ community, permissions }: CommunityAccess, now: Date): void {
  if (permissions.canPost) return;
  const { mutedUntil = null } = community.membership ?? {};
  switch (getWritingObstacle(community, now)) {
    case "muted":
      throw forbidden(reason("muted", { until: mutedUntil?.toISOString() ?? "" }));
    case "pending":
      throw forbidden("join_request_pending");
    case "banned":
      throw forbidden("banned");
    case "blocked":
      throw forbidden("blocked_by_author");
    case "not_member":
      throw forbidden("members_only");
  }
}
