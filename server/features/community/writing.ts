import type { User } from "#shared/accounts/user.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import type { DiscussionId } from "#shared/community/discussion.ts";
import type { Database } from "#server/db/client.ts";
import { requireVerifiedEmail } from "#server/features/accounts/service.ts";
import { conflict, forbidden } from "#server/http/api/problem.ts";
import { lockDiscussion } from "./discussion-queries.ts";
import type { CommunityPermissions } from "./permissions.ts";
import { containsHeldWord } from "./writer-queries.ts";

interface Writing {
  readonly permissions: Pick<CommunityPermissions, "canPost" | "canModerate">;
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
  { permissions: { canPost, canModerate }, discussionId, text }: Writing,
): Promise<"shown" | "held"> {
  if (!canPost) throw forbidden("members_only");
  requireVerifiedEmail(user);
  const locked = discussionId && (await lockDiscussion(tx, discussionId));
  if (canModerate) return "shown";
  if (locked?.isLocked) throw conflict("discussion_locked");
  return (await containsHeldWord(tx, normalizeSearchText(text))) ? "held" : "shown";
}
