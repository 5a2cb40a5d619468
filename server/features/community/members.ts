import { getShortName } from "#shared/accounts/short-name.ts";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { CommunityDetail, CommunityId, Member, Membership } from "#shared/community/community.ts";
import type { communityContract } from "#shared/community/contract.ts";
import { withdrawSubject } from "#server/features/notifications/service.ts";
import { notifyFrom } from "#server/features/people/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeCursor, timeAndId, toPage } from "#server/http/api/cursor.ts";
import { conflict, forbidden, invalid, notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import {
  type CommunityAccess,
  getCommunity,
  isInvitedByToken,
  requireCommunity,
  requireModeratorAccess,
  requireReadAccess,
} from "./communities.ts";
import { findCommunity } from "./community-queries.ts";
import { createInviteToken, hashInviteToken } from "./invite-tokens.ts";
import { leaveRooms } from "./live.ts";
import {
  deleteInviteRow,
  deleteMember,
  findMember,
  insertInvite,
  listMemberRows,
  listModerators,
  listUsableInvites,
  lockCommunity,
  redeemInvite,
  saveMember,
  updateMemberRow,
} from "./member-queries.ts";

type Contract = typeof communityContract;

/** The subject of the notification about a join request, which is withdrawn after the decision. */
const requestSubject = (communityId: CommunityId, userId: UserId) =>
  `community-request:${communityId}:${userId}`;

const defaultPage = 50;
const dayMs = 24 * 3_600_000;

/**
 * Joins, or asks to join a community by request. Idempotent.
 *
 * @throws {ProblemError} `not_found`; `forbidden` for banned users
 */
export async function joinCommunity(
  context: Context,
  {
    params: { communityId },
    body: { message = "", invite },
  }: InputOf<typeof communityContract.joinCommunity>,
): Promise<CommunityDetail> {
  const { db, clock, user } = context;
  const isInvited = invite !== undefined && (await isInvitedByToken(context, communityId, invite));
  const community = await findCommunity(db, communityId, user.id);
  const membership = community?.membership ?? null;
  if (membership?.state === "banned")
    throw community?.visibility === "public" ? forbidden("banned") : notFound("community");
  if (!isInvited || !community || community.deletedAt) await requireCommunity(context, user, communityId);
  if (community && membership?.state !== "active") {
    await db.transaction(async (tx) => {
      await lockCommunity(tx, communityId);
      const membership = await findMember(tx, communityId, user.id);
      if (membership?.state === "banned" || membership?.state === "active") return;
      const isRedeemed = isInvited && (await redeemInvite(tx, communityId, hashInviteToken(invite), clock()));
      const state = community.visibility === "public" || isRedeemed ? "active" : "pending";
      if (state === membership?.state) return;
      await saveMember(tx, { communityId, userId: user.id, state, role: "member", message, since: clock() });
      if (state === "active") return;
      await notifyFrom(
        context,
        user.id,
        await listModerators(tx, communityId),
        {
          type: "community_request",
          params: {
            communityId,
            community: community.name,
            name: getShortName(user.firstName, user.lastName),
          },
          key: requestSubject(communityId, user.id),
          subject: requestSubject(communityId, user.id),
        },
        tx,
      );
    });
  }
  return getCommunity(context, { params: { communityId } });
}

/**
 * Leaves a community or withdraws a request. Idempotent.
 *
 * @throws {ProblemError} `not_found`; `conflict` for its owner
 */
export async function leaveCommunity(
  context: Context,
  { params: { communityId } }: InputOf<typeof communityContract.leaveCommunity>,
): Promise<void> {
  const { user } = context;
  await requireCommunity(context, user, communityId);
  await context.db.transaction(async (tx) => {
    await lockCommunity(tx, communityId);
    const membership = await findMember(tx, communityId, user.id);
    if (membership?.role === "owner") throw conflict("owner_cannot_leave");
    if (membership && membership.state !== "banned") await deleteMember(tx, communityId, user.id);
    await withdrawSubject(tx, requestSubject(communityId, user.id));
  });
  await leaveRooms(context, user.id);
}

/** @throws {ProblemError} `not_found`; `forbidden` for the lists of moderators */
export async function listMembers(
  context: Context,
  {
    params: { communityId },
    query: { state = "active", search = "", limit = defaultPage, cursor },
  }: InputOf<typeof communityContract.listMembers>,
): Promise<{ members: Member[]; nextCursor: string | null }> {
  const requireAccess = state === "active" ? requireReadAccess : requireModeratorAccess;
  const { community } = await requireAccess(context, context.user, communityId);
  const after = decodeCursor(cursor, timeAndId);
  const seesProgress = state === "active" && community.membership?.state === "active";
  const listed = { viewerId: context.user.id, seesProgress, state, search: search.toLowerCase(), after };
  const rows = await listMemberRows(context.db, communityId, listed, limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last.sinceText, last.person.id]);
  return { members: shown.map(({ sinceText: _sinceText, ...member }) => member), nextCursor };
}

type Change = InputOf<Contract["updateMember"]>["body"];

/**
 * Changes a member. Moderators act on members, the owner on everyone else.
 *
 * @throws {ProblemError} `not_found`, `forbidden`
 */
export async function updateMember(
  context: Context,
  { params: { communityId, userId }, body: change }: InputOf<typeof communityContract.updateMember>,
): Promise<void> {
  const { user } = context;
  const access = await requireModeratorAccess(context, user, communityId);
  if (change.role !== undefined && change.state === "banned") throw invalid({ role: "check_fields" });
  await context.db.transaction(async (tx) => {
    const { community, permissions } = await lockAsModerator({ ...context, db: tx }, user, access);
    if (change.role === "owner" && !permissions.isOwner) throw conflict("community_changed");
    const member = await findMember(tx, communityId, userId);
    if (!member) throw notFound("member");
    requireHigherRole(member, userId, user, permissions.isOwner);
    if (change.role !== undefined && !permissions.isOwner) throw forbidden();
    if (change.role === "owner" && member.state !== "active") throw conflict("not_a_member");
    if (change.role === "owner") {
      await updateMemberRow(tx, communityId, user.id, { role: "moderator" });
    }
    const { state, role, mutedUntil } = change;
    if (state === undefined && role === undefined && mutedUntil === undefined) return;
    await updateMemberRow(tx, communityId, userId, {
      ...(state && { state, since: context.clock() }),
      ...(state === "banned" ? { role: "member" as const } : role && { role }),
      ...(mutedUntil !== undefined && { mutedUntil }),
    });
    if (state) await withdrawSubject(tx, requestSubject(communityId, userId));
    const event = toEvent(member, change);
    if (!event) return;
    await notifyFrom(
      context,
      user.id,
      [userId],
      {
        ...(event === "accepted"
          ? { type: "community_accepted" as const, params: { communityId, community: community.name } }
          : {
              type: "community_role" as const,
              params: { communityId, community: community.name, role: event },
            }),
        key: `community:${communityId}:${event}:${context.clock().toISOString()}`,
        subject: `community:${communityId}`,
      },
      tx,
    );
  });
  if (change.state === "banned") await leaveRooms(context, userId);
}

/**
 * Locks a community for a moderator, whose rights may have changed since they were checked.
 *
 * @throws {ProblemError} `conflict` when they have
 */
async function lockAsModerator(
  services: Services,
  user: User,
  { community: { id }, permissions }: CommunityAccess,
): Promise<CommunityAccess> {
  await lockCommunity(services.db, id);
  const access = await requireCommunity(services, user, id);
  const { canModerate, isOwner } = access.permissions;
  if (!canModerate || isOwner !== permissions.isOwner) throw conflict("community_changed");
  return access;
}

function requireHigherRole(member: Membership, userId: UserId, user: User, isOwner: boolean): void {
  if (userId === user.id || member.role === "owner") throw forbidden();
  if (member.role === "moderator" && !isOwner) throw forbidden();
}

function toEvent(member: Membership, { state, role }: Change) {
  if (state === "active" && member.state === "pending") return "accepted" as const;
  if (role === undefined || role === member.role) return null;
  return role;
}

/** @throws {ProblemError} `not_found`, `forbidden` */
export async function removeMember(
  context: Context,
  { params: { communityId, userId } }: InputOf<typeof communityContract.removeMember>,
): Promise<void> {
  const { user } = context;
  const access = await requireModeratorAccess(context, user, communityId);
  await context.db.transaction(async (tx) => {
    const { permissions } = await lockAsModerator({ ...context, db: tx }, user, access);
    const member = await findMember(tx, communityId, userId);
    if (!member) throw notFound("member");
    requireHigherRole(member, userId, user, permissions.isOwner);
    await deleteMember(tx, communityId, userId);
    await withdrawSubject(tx, requestSubject(communityId, userId));
  });
  await leaveRooms(context, userId);
}

/** @throws {ProblemError} `not_found`, `forbidden` */
export async function listInvites(
  context: Context,
  { params: { communityId } }: InputOf<typeof communityContract.listInvites>,
) {
  await requireModeratorAccess(context, context.user, communityId);
  return listUsableInvites(context.db, communityId, context.clock());
}

/** @throws {ProblemError} `not_found`, `forbidden` */
export async function createInvite(
  context: Context,
  { params: { communityId }, body: { days, maxUses } }: InputOf<typeof communityContract.createInvite>,
): Promise<{ token: string }> {
  await requireModeratorAccess(context, context.user, communityId);
  const token = createInviteToken();
  const expiresAt = new Date(context.clock().getTime() + days * dayMs);
  await insertInvite(context.db, { communityId, tokenHash: hashInviteToken(token), maxUses, expiresAt });
  return { token };
}

/** @throws {ProblemError} `not_found`, `forbidden` */
export async function deleteInvite(
  context: Context,
  { params: { communityId, inviteId } }: InputOf<typeof communityContract.deleteInvite>,
): Promise<void> {
  await requireModeratorAccess(context, context.user, communityId);
  await deleteInviteRow(context.db, communityId, inviteId);
}
