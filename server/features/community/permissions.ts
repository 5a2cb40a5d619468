import type { User } from "#shared/accounts/user.ts";
import type { CommunityVisibility, Membership } from "#shared/community/community.ts";

export interface CommunityState {
  readonly visibility: CommunityVisibility;
  readonly isListed: boolean;
  readonly deletedAt: Date | null;
  /** The viewer's; null for none. */
  readonly mine: Membership | null;
}

export interface CommunityPermissions {
  /** Name, description and rules. */
  readonly canSee: boolean;
  /** Discussions and members. */
  readonly canRead: boolean;
  readonly canPost: boolean;
  /** Remove posts, pin, lock, accept and ban members. */
  readonly canModerate: boolean;
  readonly isOwner: boolean;
}

const noPermissions: CommunityPermissions = {
  canSee: false,
  canRead: false,
  canPost: false,
  canModerate: false,
  isOwner: false,
};

type Viewer = Pick<User, "isEmployee" | "isAdmin"> | null;

/** Staff moderate public communities; those by request are closed to staff who are not members. */
export function getPermissions(community: CommunityState, viewer: Viewer, now: Date): CommunityPermissions {
  const { visibility, isListed, mine } = community;
  const isMember = mine?.state === "active";
  const isOwner = isMember && mine.role === "owner";
  if (community.deletedAt) return isOwner ? { ...noPermissions, canSee: true, isOwner } : noPermissions;
  const isStaff = viewer !== null && (viewer.isEmployee || viewer.isAdmin);
  const isPublic = visibility === "public";
  const canRead = isPublic || isMember;
  if (mine?.state === "banned" && !isPublic) return noPermissions;
  return {
    canSee: isPublic || isListed || isMember || mine?.state === "pending",
    canRead,
    canPost: isMember && (mine.mutedUntil === null || mine.mutedUntil <= now),
    canModerate: (isMember && mine.role !== "member") || (isPublic && isStaff),
    isOwner,
  };
}
