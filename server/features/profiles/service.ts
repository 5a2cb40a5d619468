import { getShortName } from "#shared/accounts/short-name.ts";
import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { PublicProfile, profilesContract } from "#shared/profiles/contract.ts";
import { listCompletedChallenges } from "#server/features/challenges/service.ts";
import { areFriends, isBlockedBy, isFindablePerson } from "#server/features/people/service.ts";
import { getPublicSummary, sumGenres } from "#server/features/reading-activity/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { findReader } from "./queries.ts";

const maxGenres = 5;
const maxBadges = 12;

/** @throws {ProblemError} `not_found` also for readers who neither show anything nor let themselves be found */
async function requireReader(context: Context, username: string) {
  const { user } = context;
  const reader = await findReader(context.db, username, context.clock());
  const visibleLines = new Set(reader?.preferences.profileShows);
  if (!reader || (await isBlockedBy(context.db, user.id, reader.id))) throw notFound("reader");
  const isKnown = visibleLines.size > 0 || reader.id === user.id;
  if (!isKnown && !(await isFindablePerson(context, user.id, reader.id))) throw notFound("reader");
  return { reader, visibleLines };
}

/**
 * A reader whose lists the profile shows to the user; null for a reader who shows nothing to others than friends.
 *
 * @throws {ProblemError} `not_found` as `getProfile`
 */
export async function findListedReader(context: Context, username: string): Promise<UserId | null> {
  const { reader, visibleLines } = await requireReader(context, username);
  const isOpen = visibleLines.size > 0 || reader.id === context.user.id;
  return isOpen || (await areFriends(context.db, context.user.id, reader.id)) ? reader.id : null;
}

/**
 * What a reader shows of themselves; only the name where the viewer could find them by it.
 *
 * @throws {ProblemError} `not_found` also for readers who neither show anything nor let themselves be found
 */
export async function getProfile(
  context: Context,
  { params: { username } }: InputOf<typeof profilesContract.getProfile>,
): Promise<PublicProfile> {
  const { reader, visibleLines } = await requireReader(context, username);
  const { id, firstName, lastName, profileImageUrl, bio } = reader;
  const countsTime =
    visibleLines.has("finished") ||
    visibleLines.has("time") ||
    visibleLines.has("streak") ||
    visibleLines.has("genres");
  const summary = countsTime ? await getPublicSummary(context, id) : null;
  const genres =
    visibleLines.has("genres") && summary
      ? await sumGenres(context.db, id, { from: `${summary.today.slice(0, 4)}-01-01`, to: summary.today })
      : null;
  return {
    id,
    username: reader.username,
    name: getShortName(firstName, lastName),
    profileImageUrl,
    bio: visibleLines.has("bio") ? bio : null,
    finished: visibleLines.has("finished") && summary ? summary.finished : null,
    time: visibleLines.has("time") && summary ? summary.year : null,
    streak: visibleLines.has("streak") && summary ? summary.streak : null,
    challenges: visibleLines.has("challenges")
      ? await listCompletedChallenges(context.db, id, maxBadges)
      : null,
    genres: genres?.slice(0, maxGenres).map(({ genre }) => genre) ?? null,
  };
}
