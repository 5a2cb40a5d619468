import { isStaff, type User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { minReaders } from "#shared/author-stats/contract.ts";
import type { ContributorId } from "#shared/books/book.ts";
import {
  type Announcement,
  type AnnouncementId,
  type announcementsContract,
  maxAnnouncementsPerWeek,
} from "#shared/follows/announcements-contract.ts";
import { lockWriter } from "#server/db/lock-writer.ts";
import { requireVerifiedEmail, writeAudit } from "#server/features/accounts/service.ts";
import { getAuthorPage } from "#server/features/authors/service.ts";
import { withdrawSubject } from "#server/features/notifications/service.ts";
import { notFound, ProblemError, reason } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { notifyAnnouncement } from "./jobs.ts";
import {
  countAnnouncements,
  countFollowers,
  deleteAnnouncementRow,
  findAnnouncement,
  findByClientId,
  insertAnnouncement,
  listAnnouncementRows,
} from "./queries.ts";

const maxListed = 20;
const weekMs = 7 * 24 * 3_600_000;

/** The latest first. */
export const listAnnouncements = ({ db }: Pick<Services, "db">, id: ContributorId): Promise<Announcement[]> =>
  listAnnouncementRows(db, id, maxListed);

/** Null without an author page and below `minReaders`. */
export async function getFollowers(services: Services, user: User): Promise<{ count: number | null }> {
  const page = await getAuthorPage(services, user);
  const count = page ? await countFollowers(services.db, "contributor", page.contributorId) : 0;
  return { count: count < minReaders ? null : count };
}

/** @throws {ProblemError} `not_found` without an author page; `too_many_requests` */
export async function createAnnouncement(
  services: Services,
  user: User,
  { text, clientId }: InputOf<typeof announcementsContract.createAnnouncement>["body"],
): Promise<Announcement> {
  requireVerifiedEmail(user);
  const page = await getAuthorPage(services, user);
  if (!page) throw notFound("author page");
  const { contributorId } = page;
  const createdAt = services.clock();
  return services.db.transaction(async (tx) => {
    await lockWriter(tx, user.id);
    const existing = await findByClientId(tx, user.id, clientId);
    if (existing) return existing;
    const since = new Date(createdAt.getTime() - weekMs);
    if ((await countAnnouncements(tx, contributorId, since)) >= maxAnnouncementsPerWeek) {
      const limitReason = reason("too_many_announcements", { max: maxAnnouncementsPerWeek });
      throw new ProblemError("too_many_requests", limitReason);
    }
    const announcement = await insertAnnouncement(tx, {
      contributorId,
      authorId: user.id,
      clientId,
      text,
      createdAt,
    });
    await services.jobs.add(notifyAnnouncement, { announcementId: announcement.id }, { db: tx });
    return announcement;
  });
}

/** Also withdraws its notifications. @throws {ProblemError} `not_found` for announcements of others */
export async function deleteAnnouncement(services: Services, user: User, id: AnnouncementId): Promise<void> {
  const found = await findAnnouncement(services.db, id);
  const isOwn = found?.authorId === user.id;
  if (!found || !(isOwn || isStaff(user))) throw notFound("announcement");
  await services.db.transaction(async (tx) => {
    await deleteAnnouncementRow(tx, id);
    await withdrawSubject(tx, `announcement:${id}`);
    if (!isOwn) {
      const { text } = found;
      await writeAudit(services, "announcement.deleted", user.id, found.contributorId, { text }, tx);
    }
  });
}
