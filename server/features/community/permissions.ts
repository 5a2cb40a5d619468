import type { User } from "#shared/accounts/user.ts";
import type { CommunityVisibility, Membership } from "#shared/community/community.ts";
import type { WritingObstacle } from "#shared/community/discussion.ts";

export interface CommunityState {
  readonly visibility: CommunityVisibility;
  readonly isListed: boolean;
  readonly deletedAt: Date | null;
  readonly openedAt: Date | null;
  /** The viewer's; null for none. */
  readonly membership: (Membership & { readonly since: Date }) | null;
}

export interface CommunityPermissions {
  /** Name, description and rules. */
  readonly canSee: boolean;
  /** Discussions and members. */
  readonly canRead: boolean;
  /** Discussions that were started while the community was by request. */
  readonly canReadMembersOnly: boolean;
  readonly canPost: boolean;
  /** Remove posts, pin, lock, accept and ban members. */
  readonly canModerate: boolean;
  readonly isOwner: boolean;
}

const noPermissions: CommunityPermissions = {
  canSee: false,
  canRead: false,
  canReadMembersOnly: false,
  canPost: false,
  canModerate: false,
  isOwner: false,
};

type Viewer = Pick<User, "isEmployee" | "isAdmin"> | null;

/** Staff moderate public communities; those by request are closed to staff who are not members. */
export function getPermissions(community: CommunityState, viewer: Viewer, now: Date): CommunityPermissions {
  const { visibility, isListed, openedAt, membership } = community;
  const isMember = membership?.state === "active";
  const isOwner = isMember && membership.role === "owner";
  if (community.deletedAt) return isOwner ? { ...noPermissions, canSee: true, isOwner } : noPermissions;
  const isStaff = viewer !== null && (viewer.isEmployee || viewer.isAdmin);
  const isPublic = visibility === "public";
  const canRead = isPublic || isMember;
  if (membership?.state === "banned" && !isPublic) return noPermissions;
  return {
    canSee: isPublic || isListed || isMember || membership?.state === "pending",
    canRead,
    canReadMembersOnly: isMember && (!isPublic || openedAt === null || membership.since <= openedAt),
    canPost: isMember && (membership.mutedUntil === null || membership.mutedUntil <= now),
    canModerate: (isMember && membership.role !== "member") || (isPublic && isStaff),
    isOwner,
  };
}

/** Why somebody cannot write in a discussion of a community that they may read. */
export function getWritingObstacle(
  { membership }: Pick<CommunityState, "membership">,
  now: Date,
): WritingObstacle {
  if (membership?.state === "pending" || membership?.state === "banned") return membership.state;
  if (!membership) return "not_member";
  return membership.mutedUntil && membership.mutedUntil > now ? "muted" : "blocked";
}
