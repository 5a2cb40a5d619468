import type { User } from "#shared/accounts/user.ts";
import type { CommunityId } from "#shared/community/community.ts";
import { hasExternalLink, type RichText } from "#shared/rich-text/rich-text.ts";
import type { Database } from "#server/db/client.ts";
import { lockWriter } from "#server/db/lock-writer.ts";
import type { Services } from "#server/services.ts";
import { requireReadAccess } from "./communities.ts";
import { canPostLinks } from "./posting-limits.ts";
import { checkWriting } from "./writing.ts";

/**
 * Whether a note in the margin of a community is shown or waits for approval, by the rules of posts.
 *
 * @throws {ProblemError} `not_found` for communities that the user cannot read; `forbidden` for those who may
 *   not write; `email_unverified`
 */
export async function checkAnnotation(
  services: Pick<Services, "db" | "clock" | "settings">,
  tx: Database,
  user: User,
  communityId: CommunityId,
  { text, content }: { readonly text: string; readonly content: RichText },
): Promise<"shown" | "held"> {
  await lockWriter(tx, user.id);
  const access = await requireReadAccess({ ...services, db: tx }, user, communityId);
  const now = services.clock();
  const written = await checkWriting(tx, user, { access, now, discussionId: null, text });
  if (written === "held") return written;
  const isHeld =
    hasExternalLink(content) && !(await canPostLinks(services, tx, user, access.permissions.canModerate));
  return isHeld ? "held" : "shown";
}
