import { getShortName } from "#shared/accounts/short-name.ts";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { CommunityDetail, CommunityId, Member, Membership } from "#shared/community/community.ts";
import type { communityContract } from "#shared/community/contract.ts";
import { withdrawSubject } from "#server/features/notifications/service.ts";
import { notifyFrom } from "#server/features/people/service.ts";
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
import { getMemberTexts } from "./community-texts.ts";
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
  services: Services,
  user: User,
  communityId: CommunityId,
  { message = "", invite }: InputOf<Contract["joinCommunity"]>["body"],
): Promise<CommunityDetail> {
  const { db, clock } = services;
  const isInvited = invite !== undefined && (await isInvitedByToken(services, communityId, invite));
  const community = await findCommunity(db, communityId, user.id);
  const membership = community?.membership ?? null;
  if (membership?.state === "banned")
    throw community?.visibility === "public" ? forbidden("banned") : notFound("community");
  if (!isInvited || !community || community.deletedAt) await requireCommunity(services, user, communityId);
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
        services,
        user.id,
        await listModerators(tx, communityId),
        {
          type: "community",
          texts: (language) =>
            getMemberTexts(
              language,
              "requested",
              community.name,
              getShortName(user.firstName, user.lastName),
            ),
          actionUrl: `/community/${communityId}?tab=members`,
          key: requestSubject(communityId, user.id),
          subject: requestSubject(communityId, user.id),
        },
        tx,
      );
    });
  }
  return getCommunity(services, user, communityId);
}

/**
 * Leaves a community or withdraws a request. Idempotent.
 *
 * @throws {ProblemError} `not_found`; `conflict` for its owner
 */
export async function leaveCommunity(
  services: Services,
  user: User,
  communityId: CommunityId,
): Promise<void> {
  await requireCommunity(services, user, communityId);
  await services.db.transaction(async (tx) => {
    await lockCommunity(tx, communityId);
    const membership = await findMember(tx, communityId, user.id);
    if (membership?.role === "owner") throw conflict("owner_cannot_leave");
    if (membership && membership.state !== "banned") await deleteMember(tx, communityId, user.id);
    await withdrawSubject(tx, requestSubject(communityId, user.id));
  });
  await leaveRooms(services, user.id, communityId);
}

/** @throws {ProblemError} `not_found`; `forbidden` for the lists of moderators */
export async function listMembers(
  services: Services,
  user: User,
  communityId: CommunityId,
  { state = "active", search = "", limit = defaultPage, cursor }: InputOf<Contract["listMembers"]>["query"],
): Promise<{ members: Member[]; nextCursor: string | null }> {
  const requireAccess = state === "active" ? requireReadAccess : requireModeratorAccess;
  const { community } = await requireAccess(services, user, communityId);
  const after = decodeCursor(cursor, timeAndId);
  const seesProgress = state === "active" && community.membership?.state === "active";
  const listed = { viewerId: user.id, seesProgress, state, search: search.toLowerCase(), after };
  const rows = await listMemberRows(services.db, communityId, listed, limit + 1);
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
  services: Services,
  user: User,
  { communityId, userId }: InputOf<Contract["updateMember"]>["params"],
  change: Change,
): Promise<void> {
  const access = await requireModeratorAccess(services, user, communityId);
  if (change.role !== undefined && change.state === "banned") throw invalid({ role: "check_fields" });
  await services.db.transaction(async (tx) => {
    const { community, permissions } = await lockAsModerator({ ...services, db: tx }, user, access);
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
    await updateMemberRow(tx, communityId, userId, {
      ...(state && { state, since: services.clock() }),
      ...(state === "banned" ? { role: "member" as const } : role && { role }),
      ...(mutedUntil !== undefined && { mutedUntil }),
    });
    if (state) await withdrawSubject(tx, requestSubject(communityId, userId));
    const event = toEvent(member, change);
    if (!event) return;
    await notifyFrom(
      services,
      user.id,
      [userId],
      {
        type: "community",
        texts: (language) => getMemberTexts(language, event, community.name, ""),
        actionUrl: `/community/${communityId}`,
        key: `community:${communityId}:${event}:${services.clock().toISOString()}`,
        subject: `community:${communityId}`,
      },
      tx,
    );
  });
  if (change.state === "banned") await leaveRooms(services, userId, communityId);
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
  services: Services,
  user: User,
  { communityId, userId }: InputOf<Contract["removeMember"]>["params"],
): Promise<void> {
  const access = await requireModeratorAccess(services, user, communityId);
  await services.db.transaction(async (tx) => {
    const { permissions } = await lockAsModerator({ ...services, db: tx }, user, access);
    const member = await findMember(tx, communityId, userId);
    if (!member) throw notFound("member");
    requireHigherRole(member, userId, user, permissions.isOwner);
    await deleteMember(tx, communityId, userId);
    await withdrawSubject(tx, requestSubject(communityId, userId));
  });
  await leaveRooms(services, userId, communityId);
}

/** @throws {ProblemError} `not_found`, `forbidden` */
export async function listInvites(services: Services, user: User, communityId: CommunityId) {
  await requireModeratorAccess(services, user, communityId);
  return listUsableInvites(services.db, communityId, services.clock());
}

/** @throws {ProblemError} `not_found`, `forbidden` */
export async function createInvite(
  services: Services,
  user: User,
  communityId: CommunityId,
  { days, maxUses }: InputOf<Contract["createInvite"]>["body"],
): Promise<{ token: string }> {
  await requireModeratorAccess(services, user, communityId);
  const token = createInviteToken();
  const expiresAt = new Date(services.clock().getTime() + days * dayMs);
  await insertInvite(services.db, { communityId, tokenHash: hashInviteToken(token), maxUses, expiresAt });
  return { token };
}

/** @throws {ProblemError} `not_found`, `forbidden` */
export async function deleteInvite(
  services: Services,
  user: User,
  communityId: CommunityId,
  inviteId: string,
): Promise<void> {
  await requireModeratorAccess(services, user, communityId);
  await deleteInviteRow(services.db, communityId, inviteId);
}
