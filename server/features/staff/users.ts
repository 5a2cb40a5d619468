import * as z from "zod/mini";
import { getFullName } from "#shared/accounts/full-name.ts";
import { type User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { StaffUser, staffUsersContract } from "#shared/staff/users.ts";
import type { Database } from "#server/db/client.ts";
import {
  endAllSessions,
  eraseAccount,
  findUser,
  grantRoles,
  requirePassword,
  sendVerificationEmail,
  writeAudit,
} from "#server/features/accounts/service.ts";
import { recordDecision, revokeSuspensions } from "#server/features/decisions/service.ts";
import { grantMembership as extendMembership } from "#server/features/memberships/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeCursor, milliseconds, toPage } from "#server/http/api/cursor.ts";
import { conflict, forbidden, invalid, notFound } from "#server/http/api/problem.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
import type { Services } from "#server/services.ts";
import {
  countUsers,
  deletePushDevices,
  findUserRow,
  listUserRows,
  lockUserRoles,
  type StaffUserRow,
  setSuspension,
} from "./user-queries.ts";

const defaultPage = 50;

/** A page of accounts, newest first. */
export async function listUsers(
  { db, clock, user }: Context,
  {
    query: { search = "", filter, limit = defaultPage, cursor },
  }: InputOf<typeof staffUsersContract.listUsers>,
) {
  const now = clock();
  const filters = { search, byEmail: user.isAdmin, filter };
  const [time, id] = decodeCursor(cursor, z.tuple([milliseconds, UserId])) ?? [];
  const after = time === undefined || id === undefined ? null : { createdAt: new Date(time), id };
  const rows = await listUserRows(db, filters, after, now, limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last.createdAt.getTime(), last.id]);
  const total = await countUsers(db, filters, now);
  return { users: shown.map((row) => toView(user, row)), total, nextCursor };
}

function toView(actor: User, row: StaffUserRow): StaffUser {
  const { firstName, lastName, email, emailVerifiedAt, ...rest } = row;
  return {
    ...rest,
    name: getFullName(firstName, lastName),
    email: actor.isAdmin ? email : null,
    emailVerified: emailVerifiedAt !== null,
    canManage: canManage(actor, row),
  };
}

type UserWithRoles = Pick<User, "id" | "isEmployee" | "isAdmin">;

/** Nobody acts on their own account, and employees act on readers and authors only. */
function canManage(actor: UserWithRoles, target: UserWithRoles): boolean {
  if (actor.id === target.id) return false;
  return actor.isAdmin || !(target.isEmployee || target.isAdmin);
}

/** @throws {ProblemError} `not_found`; `forbidden` for oneself and for higher roles */
export async function lockManaged(tx: Database, actor: User, userId: UserId) {
  const target = await lockUserRoles(tx, userId);
  if (!target) throw notFound("user");
  if (!canManage(actor, target)) throw forbidden(actor.id === target.id ? "own_account" : "higher_role");
  return target;
}

async function show({ db, clock }: Services, actor: User, userId: UserId): Promise<StaffUser> {
  const row = await findUserRow(db, userId, clock());
  if (!row) throw notFound("user");
  return toView(actor, row);
}

/** Suspends an account: sessions, push messages and live events end immediately. */
export async function suspendUser(
  context: Context,
  { params: { userId }, body: { until, reason } }: InputOf<typeof staffUsersContract.suspendUser>,
): Promise<StaffUser> {
  const { user } = context;
  if (until <= context.clock()) throw invalid({ until: "date_in_past" });
  await context.db.transaction(async (tx) => {
    await lockManaged(tx, user, userId);
    await setSuspension(tx, userId, { suspendedUntil: until, suspendedReason: reason });
    await revokeSuspensions(tx, userId, context.clock());
    await recordDecision(tx, {
      userId,
      kind: "suspension",
      reason,
      until,
      actorId: user.id,
      createdAt: context.clock(),
    });
    await deletePushDevices(tx, userId);
    await writeAudit(context, "user.suspended", user.id, userId, { until: until.toISOString(), reason }, tx);
  });
  await endAllSessions(context, userId);
  await broadcastUserChanged(context, userId);
  return show(context, user, userId);
}

export async function liftSuspension(
  context: Context,
  { params: { userId } }: InputOf<typeof staffUsersContract.liftSuspension>,
): Promise<StaffUser> {
  const { user } = context;
  await context.db.transaction(async (tx) => {
    await lockManaged(tx, user, userId);
    await setSuspension(tx, userId, { suspendedUntil: null, suspendedReason: "" });
    await revokeSuspensions(tx, userId, context.clock());
    await writeAudit(context, "user.suspension_lifted", user.id, userId, {}, tx);
  });
  await broadcastUserChanged(context, userId);
  return show(context, user, userId);
}

export async function endSessions(
  context: Context,
  { params: { userId } }: InputOf<typeof staffUsersContract.endSessions>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockManaged(tx, context.user, userId);
    await writeAudit(context, "user.sessions_ended", context.user.id, userId, {}, tx);
  });
  await endAllSessions(context, userId);
}

/** @throws {ProblemError} `conflict` when the address is confirmed */
export async function sendVerification(
  context: Context,
  { params: { userId } }: InputOf<typeof staffUsersContract.sendVerification>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockManaged(tx, context.user, userId);
    await writeAudit(context, "user.verification_sent", context.user.id, userId, {}, tx);
  });
  const user = await findUser(context, userId);
  if (!user) throw notFound("user");
  if (user.emailVerified) throw conflict("email_verified");
  await sendVerificationEmail(context, user);
}

/** @throws {ProblemError} `invalid_input` for a wrong password; `conflict` for the last admin */
export async function setRoles(
  context: Context,
  { params: { userId }, body: { password, ...roles } }: InputOf<typeof staffUsersContract.setRoles>,
): Promise<StaffUser> {
  const { user } = context;
  await requirePassword(context, password);
  const { email } = await context.db.transaction((tx) => lockManaged(tx, user, userId));
  await grantRoles(context, email, roles, user.id);
  return show(context, user, userId);
}

export async function grantMembership(
  context: Context,
  { params: { userId }, body: { months } }: InputOf<typeof staffUsersContract.grantMembership>,
): Promise<StaffUser> {
  const { user } = context;
  await context.db.transaction((tx) => lockManaged(tx, user, userId));
  await extendMembership(context, user.id, userId, months);
  return show(context, user, userId);
}

/** @throws {ProblemError} `invalid_input` for a wrong password; `conflict` for the last admin */
export async function deleteUser(
  context: Context,
  { params: { userId }, body: { password } }: InputOf<typeof staffUsersContract.deleteUser>,
): Promise<void> {
  const { user } = context;
  await requirePassword(context, password);
  await context.db.transaction((tx) => lockManaged(tx, user, userId));
  await eraseAccount(context, user.id, userId);
}
