import { isStaff } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { minReaders } from "#shared/author-stats/contract.ts";
import {
  type Announcement,
  type announcementsContract,
  maxAnnouncementsPerWeek,
} from "#shared/follows/announcements-contract.ts";
import { lockWriter } from "#server/db/lock-writer.ts";
import { requireVerifiedEmail, writeAudit } from "#server/features/accounts/service.ts";
import { getAuthorPage } from "#server/features/authors/service.ts";
import { withdrawSubject } from "#server/features/notifications/service.ts";
import type { Context, GuestContext } from "#server/http/api/context.ts";
import { notFound, ProblemError, reason } from "#server/http/api/problem.ts";
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
export const listAnnouncements = (
  { db }: GuestContext,
  { params: { contributorId } }: InputOf<typeof announcementsContract.listAnnouncements>,
): Promise<Announcement[]> => listAnnouncementRows(db, contributorId, maxListed);

/** Null without an author page and below `minReaders`. */
export async function getFollowers(context: Context): Promise<{ count: number | null }> {
  const page = await getAuthorPage(context);
  const count = page ? await countFollowers(context.db, "contributor", page.contributorId) : 0;
  return { count: count < minReaders ? null : count };
}

/** @throws {ProblemError} `not_found` without an author page; `too_many_requests` */
export async function createAnnouncement(
  context: Context,
  { body: { text, clientId } }: InputOf<typeof announcementsContract.createAnnouncement>,
): Promise<Announcement> {
  const { user } = context;
  requireVerifiedEmail(user);
  const page = await getAuthorPage(context);
  if (!page) throw notFound("author page");
  const { contributorId } = page;
  const createdAt = context.clock();
  return context.db.transaction(async (tx) => {
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
    await context.jobs.add(notifyAnnouncement, { announcementId: announcement.id }, { db: tx });
    return announcement;
  });
}

/** Also withdraws its notifications. @throws {ProblemError} `not_found` for announcements of others */
export async function deleteAnnouncement(
  context: Context,
  { params: { announcementId } }: InputOf<typeof announcementsContract.deleteAnnouncement>,
): Promise<void> {
  const { user } = context;
  const found = await findAnnouncement(context.db, announcementId);
  const isOwn = found?.authorId === user.id;
  if (!found || !(isOwn || isStaff(user))) throw notFound("announcement");
  await context.db.transaction(async (tx) => {
    await deleteAnnouncementRow(tx, announcementId);
    await withdrawSubject(tx, `announcement:${announcementId}`);
    if (!isOwn) {
      const { text } = found;
      await writeAudit(context, "announcement.deleted", user.id, found.contributorId, { text }, tx);
    }
  });
}
