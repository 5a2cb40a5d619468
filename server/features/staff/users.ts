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
  { db, clock }: Services,
  actor: User,
  { search = "", filter, limit = defaultPage, cursor }: InputOf<typeof staffUsersContract.listUsers>["query"],
) {
  const now = clock();
  const filters = { search, byEmail: actor.isAdmin, filter };
  const rows = await listUserRows(
    db,
    filters,
    cursor === undefined ? null : readCursor(cursor),
    now,
    limit + 1,
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    users: page.map((row) => toView(actor, row)),
    total: await countUsers(db, filters, now),
    nextCursor: last ? `${last.createdAt.getTime()}_${last.id}` : null,
  };
}

function readCursor(cursor: string) {
  const [time = "", id] = cursor.split("_");
  const parsed = UserId.safeParse(id);
  if (!parsed.success || !/^\d{1,15}$/.test(time)) throw invalid({ cursor: "unknown_page" });
  return { createdAt: new Date(Number(time)), id: parsed.data };
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
  services: Services,
  actor: User,
  userId: UserId,
  { until, reason }: InputOf<typeof staffUsersContract.suspendUser>["body"],
): Promise<StaffUser> {
  if (until <= services.clock()) throw invalid({ until: "date_in_past" });
  await services.db.transaction(async (tx) => {
    await lockManaged(tx, actor, userId);
    await setSuspension(tx, userId, { suspendedUntil: until, suspendedReason: reason });
    await revokeSuspensions(tx, userId, services.clock());
    await recordDecision(tx, {
      userId,
      kind: "suspension",
      reason,
      until,
      actorId: actor.id,
      createdAt: services.clock(),
    });
    await deletePushDevices(tx, userId);
    await writeAudit(
      services,
      "user.suspended",
      actor.id,
      userId,
      { until: until.toISOString(), reason },
      tx,
    );
  });
  await endAllSessions(services, userId);
  await broadcastUserChanged(services, userId);
  return show(services, actor, userId);
}

export async function liftSuspension(services: Services, actor: User, userId: UserId): Promise<StaffUser> {
  await services.db.transaction(async (tx) => {
    await lockManaged(tx, actor, userId);
    await setSuspension(tx, userId, { suspendedUntil: null, suspendedReason: "" });
    await revokeSuspensions(tx, userId, services.clock());
    await writeAudit(services, "user.suspension_lifted", actor.id, userId, {}, tx);
  });
  await broadcastUserChanged(services, userId);
  return show(services, actor, userId);
}

export async function endSessions(services: Services, actor: User, userId: UserId): Promise<void> {
  await services.db.transaction(async (tx) => {
    await lockManaged(tx, actor, userId);
    await writeAudit(services, "user.sessions_ended", actor.id, userId, {}, tx);
  });
  await endAllSessions(services, userId);
}

/** @throws {ProblemError} `conflict` when the address is confirmed */
export async function resendVerification(services: Services, actor: User, userId: UserId): Promise<void> {
  await services.db.transaction(async (tx) => {
    await lockManaged(tx, actor, userId);
    await writeAudit(services, "user.verification_sent", actor.id, userId, {}, tx);
  });
  const user = await findUser(services, userId);
  if (!user) throw notFound("user");
  if (user.emailVerified) throw conflict("email_verified");
  await sendVerificationEmail(services, user);
}

/** @throws {ProblemError} `invalid_input` for a wrong password; `conflict` for the last admin */
export async function setRoles(
  services: Services,
  actor: User,
  userId: UserId,
  { password, ...roles }: InputOf<typeof staffUsersContract.setRoles>["body"],
): Promise<StaffUser> {
  await requirePassword(services, actor, password);
  const { email } = await services.db.transaction((tx) => lockManaged(tx, actor, userId));
  await grantRoles(services, email, roles, actor.id);
  return show(services, actor, userId);
}

export async function grantMembership(
  services: Services,
  actor: User,
  userId: UserId,
  months: number,
): Promise<StaffUser> {
  await services.db.transaction((tx) => lockManaged(tx, actor, userId));
  await extendMembership(services, actor.id, userId, months);
  return show(services, actor, userId);
}

/** @throws {ProblemError} `invalid_input` for a wrong password; `conflict` for the last admin */
export async function deleteUser(
  services: Services,
  actor: User,
  userId: UserId,
  password: string,
): Promise<void> {
  await requirePassword(services, actor, password);
  await services.db.transaction((tx) => lockManaged(tx, actor, userId));
  await eraseAccount(services, actor.id, userId);
}
