import type { User, UserId } from "#shared/accounts/user.ts";
import { deleteEmailsTo, enqueueEmail } from "#server/features/mail/service.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
import type { HttpExchange } from "#server/http/session/passport-session.ts";
import { endSession } from "#server/http/session/session.ts";
import type { Services } from "#server/services.ts";
import { audit } from "./audit.ts";
import { createNoticeEmail } from "./emails/emails.ts";
import { endMembership } from "./end-membership.ts";
import { listStoredExports } from "./export-queries.ts";
import { requireOtherAdmin } from "./last-admin.ts";
import { requirePassword } from "./passwords/password-service.ts";
import { parsePictureKey } from "./picture.ts";
import {
  deleteUser,
  getUserLanguage,
  listDueDeletions,
  lockAdmins,
  lockDueUser,
  updateUser,
} from "./queries.ts";
import { endAllSessions } from "./sign-in/sessions.ts";

const graceMs = 14 * 24 * 3_600_000;

/**
 * Requests account deletion and signs out everywhere.
 *
 * @returns the deletion time
 * @throws {ProblemError} `invalid_input` for a wrong password, `conflict` for the last admin
 */
export async function deleteAccount(
  services: Services,
  { req, res }: HttpExchange,
  user: User,
  password: string,
): Promise<{ deletedAt: Date }> {
  const { db, clock } = services;
  await requirePassword(services, user, password);
  const requestedAt = clock();
  await db.transaction(async (tx) => {
    if (user.isAdmin) requireOtherAdmin(await lockAdmins(tx), user.id);
    await updateUser(tx, user.id, { deletionRequestedAt: requestedAt });
    await endMembership({ ...services, db: tx }, user.id, "cancel-at-period-end");
    await audit(services, "account.deletion-requested", user.id, user.id, {}, tx);
    await enqueueEmail(
      services,
      createNoticeEmail(services, "deletion", user, await getUserLanguage(tx, user.id)),
      tx,
    );
  });
  await endAllSessions(services, user.id);
  await endSession(services, req, res);
  await broadcastUserChanged(services, user.id);
  return { deletedAt: new Date(requestedAt.getTime() + graceMs) };
}

/**
 * Deletes an account for an admin or, with null, a command, without the days of grace.
 *
 * @throws {ProblemError} `conflict` for the last admin
 */
export async function eraseAccount(
  services: Services,
  actorId: UserId | null,
  userId: UserId,
): Promise<void> {
  const { db } = services;
  await db.transaction(async (tx) => {
    requireOtherAdmin(await lockAdmins(tx), userId);
    await updateUser(tx, userId, { deletionRequestedAt: new Date(0) });
    await audit(services, "user.deleted", actorId, userId, {}, tx);
  });
  await endAllSessions(services, userId);
  await deleteDueAccounts(services);
}

export async function deleteDueAccounts(services: Services): Promise<void> {
  const { db, clock, storage } = services;
  const before = new Date(clock().getTime() - graceMs);
  for (const { id, email, profileImageUrl } of await listDueDeletions(db, before)) {
    const image = parsePictureKey(profileImageUrl);
    const files = [...(await listStoredExports(db, id)), ...(image ? [image] : [])];
    const isErased = await db.transaction(async (tx) => {
      if (!(await lockDueUser(tx, id, before))) return false;
      await endMembership({ ...services, db: tx }, id, "cancel");
      await deleteUser(tx, id);
      await deleteEmailsTo(tx, email);
      await audit(services, "account.deleted", null, id, {}, tx);
      return true;
    });
    if (isErased) for (const key of files) await storage.remove(key);
    await broadcastUserChanged(services, id);
  }
}
