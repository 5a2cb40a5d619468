import type { accountsContract } from "#shared/accounts/contract.ts";
import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { deleteEmailsTo, enqueueEmail } from "#server/features/mail/service.ts";
import { eraseArchivedPositions } from "#server/features/position-archive/service.ts";
import type { HttpContext } from "#server/http/api/context.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
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
  context: HttpContext,
  { body: { password } }: InputOf<typeof accountsContract.deleteAccount>,
): Promise<{ deletedAt: Date }> {
  const { req, res } = context;
  const { db, clock, user } = context;
  await requirePassword(context, password);
  const requestedAt = clock();
  await db.transaction(async (tx) => {
    if (user.isAdmin) requireOtherAdmin(await lockAdmins(tx), user.id);
    await updateUser(tx, user.id, { deletionRequestedAt: requestedAt });
    await endMembership({ ...context, db: tx }, user.id, "cancel-at-period-end");
    await audit(context, "account.deletion-requested", user.id, user.id, {}, tx);
    await enqueueEmail(
      context,
      createNoticeEmail(context, "deletion", user, await getUserLanguage(tx, user.id)),
      tx,
    );
  });
  await endAllSessions(context, user.id);
  await endSession(context, req, res);
  await broadcastUserChanged(context, user.id);
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
  await deleteDueAccounts(services, userId);
}

/**
 * @param userId of the only account to delete
 * @throws the first error, after all other accounts were deleted
 */
export async function deleteDueAccounts(services: Services, userId?: UserId): Promise<void> {
  const before = new Date(services.clock().getTime() - graceMs);
  const errors: unknown[] = [];
  for (const account of await listDueDeletions(services.db, before, userId))
    await deleteDueAccount(services, account, before).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

async function deleteDueAccount(
  services: Services,
  { id, email, profileImageUrl }: Awaited<ReturnType<typeof listDueDeletions>>[number],
  before: Date,
): Promise<void> {
  const { db, storage } = services;
  const image = parsePictureKey(profileImageUrl);
  const files = [...(await listStoredExports(db, id)), ...(image ? [image] : [])];
  const isErased = await db.transaction(async (tx) => {
    if (!(await lockDueUser(tx, id, before))) return false;
    await endMembership({ ...services, db: tx }, id, "cancel");
    files.push(...(await eraseArchivedPositions(tx, storage, id)));
    await deleteUser(tx, id);
    await deleteEmailsTo(tx, email);
    await audit(services, "account.deleted", null, id, {}, tx);
    return true;
  });
  if (isErased) for (const key of files) await storage.remove(key);
  await broadcastUserChanged(services, id);
}
