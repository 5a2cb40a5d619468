import { getShortName } from "#shared/accounts/short-name.ts";
import type { User } from "#shared/accounts/user.ts";
import type { PublicProfile } from "#shared/profiles/contract.ts";
import { listCompletedChallenges } from "#server/features/challenges/service.ts";
import { isBlockedBy, isFindablePerson } from "#server/features/people/service.ts";
import { getPublicSummary, sumGenres } from "#server/features/reading-activity/service.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { findReader } from "./queries.ts";

const maxGenres = 5;
const maxBadges = 12;

/**
 * What a reader shows of themselves; only the name where the viewer could find them by it.
 *
 * @throws {ProblemError} `not_found` also for readers who neither show anything nor let themselves be found
 */
export async function getProfile(
  services: Pick<Services, "db" | "clock">,
  viewer: User,
  username: string,
): Promise<PublicProfile> {
  const reader = await findReader(services.db, username, services.clock());
  const visibleLines = new Set(reader?.preferences.profileShows);
  if (!reader || (await isBlockedBy(services.db, viewer.id, reader.id))) throw notFound("reader");
  const isKnown = visibleLines.size > 0 || reader.id === viewer.id;
  if (!isKnown && !(await isFindablePerson(services, viewer.id, reader.id))) throw notFound("reader");
  const { id, firstName, lastName, profileImageUrl, bio } = reader;
  const countsTime =
    visibleLines.has("finished") ||
    visibleLines.has("time") ||
    visibleLines.has("streak") ||
    visibleLines.has("genres");
  const summary = countsTime ? await getPublicSummary(services, id) : null;
  const genres =
    visibleLines.has("genres") && summary
      ? await sumGenres(services.db, id, { from: `${summary.today.slice(0, 4)}-01-01`, to: summary.today })
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
      ? await listCompletedChallenges(services.db, id, maxBadges)
      : null,
    genres: genres?.slice(0, maxGenres).map(({ genre }) => genre) ?? null,
  };
}
