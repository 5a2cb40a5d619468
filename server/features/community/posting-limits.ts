import type { User } from "#shared/accounts/user.ts";
import { hasExternalLink, type RichText } from "#shared/rich-text/rich-text.ts";
import type { Database } from "#server/db/client.ts";
import { ProblemError, reason } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { findWriter } from "./writer-queries.ts";

const dayMs = 24 * 3_600_000;
const newAccountMs = dayMs;
const minShownPosts = 3;
const newWriter = { waitMs: 120_000, perDay: 10 } as const;
const knownWriter = { waitMs: 10_000, perDay: 500 } as const;

type Deps = Pick<Services, "settings" | "clock">;

async function findPostingHistory({ clock }: Deps, tx: Database, user: User) {
  const now = clock().getTime();
  const writer = await findWriter(tx, user.id, new Date(now - dayMs), minShownPosts);
  const isNewAccount = !writer || now - writer.createdAt.getTime() < newAccountMs;
  return {
    isNew: isNewAccount || writer.shownCount < minShownPosts,
    countOfDay: writer?.countOfDay ?? 0,
    lastAt: writer?.lastAt?.getTime() ?? Number.NEGATIVE_INFINITY,
    now,
  };
}

/** Whether links of a writer are shown without approval. */
export const canPostLinks = async (
  services: Deps,
  tx: Database,
  user: User,
  canModerate: boolean,
): Promise<boolean> => canModerate || !(await findPostingHistory(services, tx, user)).isNew;

/**
 * Enforces the posting limits of a writer. New writers (an account of less than a day, or fewer than three
 * posts that were shown) post less often, and a post of theirs with a link waits for approval. Moderators have
 * no limits. The caller has locked the writer.
 *
 * @throws {ProblemError} `too_many_requests`
 */
export async function checkPosting(
  services: Deps,
  tx: Database,
  user: User,
  content: RichText,
  canModerate: boolean,
): Promise<"shown" | "held"> {
  if (canModerate) return "shown";
  const { isNew, countOfDay, lastAt, now } = await findPostingHistory(services, tx, user);
  const { waitMs, perDay } = isNew ? newWriter : knownWriter;
  const factor = services.settings.rateLimitFactor;
  if (countOfDay >= perDay * factor) {
    throw new ProblemError("too_many_requests", reason("too_many_posts", { max: perDay }));
  }
  const remainingMs = lastAt + waitMs / factor - now;
  if (remainingMs > 0) {
    throw new ProblemError(
      "too_many_requests",
      reason("wait_to_post", { seconds: Math.ceil(remainingMs / 1000) }),
    );
  }
  return isNew && hasExternalLink(content) ? "held" : "shown";
}
