import * as z from "zod/mini";
import { isStaff, type User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import {
  type Community,
  type CommunityDetail,
  type CommunityId,
  maxOwned,
  minAccountDays,
} from "#shared/community/community.ts";
import type { communityContract } from "#shared/community/contract.ts";
import { isUniqueViolation } from "#server/db/is-unique-violation.ts";
import { lockWriter } from "#server/db/lock-writer.ts";
import { getAccountAge, requireVerifiedEmail } from "#server/features/accounts/service.ts";
import { filterVisible, findGenreId, getAccess } from "#server/features/books/service.ts";
import type { Context, GuestContext } from "#server/http/api/context.ts";
import { decodeCursor, toPage } from "#server/http/api/cursor.ts";
import { conflict, forbidden, invalid, notFound, reason } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import {
  countOwned,
  deleteCommunityBook,
  type FoundCommunity,
  findCommunity,
  findOwner,
  insertCommunity,
  listCommunityRows,
  listSchedule,
  openCommunity,
  saveCommunityBook,
  updateCommunityRow,
} from "./community-queries.ts";
import { hashInviteToken } from "./invite-tokens.ts";
import { countPending, isInvited, lockCommunity, saveMember } from "./member-queries.ts";
import { type CommunityPermissions, getPermissions } from "./permissions.ts";

type ReadServices = Pick<Services, "db" | "clock">;

const defaultPage = 20;
const dayMs = 24 * 3_600_000;
const countAndId = z.tuple([z.int32(), z.uuid()]);

/** @throws {ProblemError} `invalid_input` for another list's cursor */
export async function listCommunities(
  { db, user }: GuestContext,
  { query }: InputOf<typeof communityContract.listCommunities>,
): Promise<{ communities: Community[]; nextCursor: string | null }> {
  const { search = "", genre, only, limit = defaultPage, cursor } = query;
  const genreId = genre === undefined ? undefined : await findGenreId(db, genre);
  if (genreId === null) return { communities: [], nextCursor: null };
  const filter = {
    userId: user?.id ?? null,
    search: normalizeSearchText(search),
    genreId,
    only,
    after: decodeCursor(cursor, countAndId),
  };
  const rows = await listCommunityRows(db, filter, limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last.memberCount, last.id]);
  return { communities: shown, nextCursor };
}

export interface CommunityAccess {
  readonly community: FoundCommunity;
  readonly permissions: CommunityPermissions;
}

/** @throws {ProblemError} `not_found` for communities that the viewer may not know of */
export async function requireCommunity(
  { db, clock }: ReadServices,
  user: User | null,
  id: CommunityId,
): Promise<CommunityAccess> {
  const community = await findCommunity(db, id, user?.id ?? null);
  if (!community) throw notFound("community");
  const permissions = getPermissions(community, user, clock());
  if (!permissions.canSee) throw notFound("community");
  return { community, permissions };
}

/** @throws {ProblemError} `not_found` unless the viewer may read what is inside */
export async function requireReadAccess(
  services: ReadServices,
  user: User | null,
  id: CommunityId,
): Promise<CommunityAccess> {
  const access = await requireCommunity(services, user, id);
  if (!access.permissions.canRead) throw notFound("community");
  return access;
}

/** @throws {ProblemError} `not_found`; `forbidden` for users who are not moderators */
export async function requireModeratorAccess(
  services: ReadServices,
  user: User,
  id: CommunityId,
): Promise<CommunityAccess> {
  const access = await requireReadAccess(services, user, id);
  if (!access.permissions.canModerate) throw forbidden();
  return access;
}

async function requireOwner(services: ReadServices, user: User, id: CommunityId): Promise<CommunityAccess> {
  const access = await requireCommunity(services, user, id);
  if (!access.permissions.isOwner) throw forbidden();
  return access;
}

/** @throws {ProblemError} `not_found` */
export async function getCommunity(
  context: GuestContext,
  { params: { communityId } }: InputOf<typeof communityContract.getCommunity>,
): Promise<CommunityDetail> {
  const { community, permissions } = await requireCommunity(context, context.user, communityId);
  const { db } = context;
  const [owner, schedule, pendingCount] = await Promise.all([
    findOwner(db, communityId),
    permissions.canRead ? listSchedule(db, communityId, filterVisible(context.user)) : [],
    permissions.canModerate ? countPending(db, communityId) : 0,
  ]);
  const { canRead, canPost, canModerate } = permissions;
  return { ...community, isOpen: canRead, canPost, canModerate, owner, schedule, pendingCount };
}

/** Whether a token invites into a community, which may not be listed. */
export const isInvitedByToken = (
  { db, clock }: ReadServices,
  id: CommunityId,
  token: string,
): Promise<boolean> => isInvited(db, id, hashInviteToken(token), clock());

/** @throws {ProblemError} `email_unverified`; `forbidden` for new accounts; `conflict` for a taken name; `invalid_input` */
export async function createCommunity(
  context: Context,
  {
    body: { name, about, rules = "", genre = null, language = "en", visibility, isListed = true },
  }: InputOf<typeof communityContract.createCommunity>,
): Promise<CommunityDetail> {
  const { db, clock, user } = context;
  requireVerifiedEmail(user);
  const createdAt = clock();
  const isNew = (await getAccountAge(context, user.id)) < minAccountDays * dayMs;
  if (isNew && !isStaff(user)) throw forbidden(reason("account_too_new", { days: minAccountDays }));
  const genreId = await requireGenre(db, genre);
  const id = await db.transaction(async (tx) => {
    await lockWriter(tx, user.id);
    const id = await insertCommunity(tx, {
      name,
      normalizedName: requireName(name),
      about,
      rules,
      genreId,
      language,
      visibility,
      isListed,
      createdAt,
    });
    if (!id) throw conflict("name_taken", { name: "name_taken" });
    await saveMember(tx, {
      communityId: id,
      userId: user.id,
      role: "owner",
      state: "active",
      since: createdAt,
    });
    if ((await countOwned(tx, user.id)) > maxOwned) {
      throw conflict(reason("too_many_communities", { max: maxOwned }));
    }
    return id;
  });
  return getCommunity(context, { params: { communityId: id } });
}

async function requireGenre(db: Services["db"], name: string | null): Promise<string | null> {
  const genreId = name === null ? null : await findGenreId(db, name);
  if (name !== null && genreId === null) throw invalid({ genre: "check_fields" });
  return genreId;
}

function requireName(name: string): string {
  const normalized = normalizeSearchText(name);
  if (normalized === "") throw invalid({ name: "check_fields" });
  return normalized;
}

/** @throws {ProblemError} `not_found`, `forbidden`, `conflict` for a taken name */
export async function updateCommunity(
  context: Context,
  {
    params: { communityId },
    body: { isDeleted, name, genre, ...changes },
  }: InputOf<typeof communityContract.updateCommunity>,
): Promise<CommunityDetail> {
  const { community } = await requireOwner(context, context.user, communityId);
  const deletedAt =
    isDeleted === undefined
      ? community.deletedAt
      : isDeleted
        ? (community.deletedAt ?? context.clock())
        : null;
  const genreColumns = genre === undefined ? {} : { genreId: await requireGenre(context.db, genre) };
  await context.db.transaction(async (tx) => {
    await lockCommunity(tx, communityId);
    const nameColumns = name === undefined ? {} : { name, normalizedName: requireName(name) };
    if (changes.visibility === "public") await openCommunity(tx, communityId, context.clock());
    const columns = { ...changes, ...nameColumns, ...genreColumns, deletedAt };
    await updateCommunityRow(tx, communityId, columns).catch((error: unknown) => {
      const isTaken = isUniqueViolation(error, "communities_normalizedName_unique");
      throw isTaken ? conflict("name_taken", { name: "name_taken" }) : error;
    });
  });
  return getCommunity(context, { params: { communityId } });
}

/** @throws {ProblemError} `not_found` also for hidden books; `forbidden` */
export async function saveScheduledBook(
  context: Context,
  {
    params: { communityId, bookId },
    body: { startsOn, endsOn = null, chaptersPerWeek = null, isCurrent },
  }: InputOf<typeof communityContract.saveScheduledBook>,
): Promise<CommunityDetail> {
  const { user } = context;
  await requireModeratorAccess(context, user, communityId);
  await getAccess(context, user, bookId);
  if (endsOn !== null && endsOn < startsOn) throw invalid({ endsOn: "ends_before_start" });
  await context.db.transaction(async (tx) => {
    await lockCommunity(tx, communityId);
    await saveCommunityBook(tx, { communityId, bookId, startsOn, endsOn, chaptersPerWeek, isCurrent });
  });
  return getCommunity(context, { params: { communityId } });
}

/** @throws {ProblemError} `not_found`, `forbidden` */
export async function deleteScheduledBook(
  context: Context,
  { params: { communityId, bookId } }: InputOf<typeof communityContract.deleteScheduledBook>,
): Promise<CommunityDetail> {
  await requireModeratorAccess(context, context.user, communityId);
  await deleteCommunityBook(context.db, communityId, bookId);
  return getCommunity(context, { params: { communityId } });
}
