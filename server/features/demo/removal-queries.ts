import { and, eq, exists, inArray, isNull, not, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { UserId } from "#shared/accounts/user.ts";
import { type BookId, ContributorId } from "#shared/books/book.ts";
import type { ChallengeId } from "#shared/challenges/contract.ts";
import type { CommunityId } from "#shared/community/community.ts";
import type { Database } from "#server/db/client.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { alignments, syncMaps } from "#server/db/schema/books/alignment.ts";
import { bookRedirects, books, series } from "#server/db/schema/books/books.ts";
import { bookContributors, contributors } from "#server/db/schema/books/contributors.ts";
import { type DemoItemKind, demoItems } from "#server/db/schema/books/demo-items.ts";
import { audioFiles, ebooks, ebookTexts, quranPassages } from "#server/db/schema/books/formats.ts";
import { bookGenres, bookTropes, genres, tropes } from "#server/db/schema/books/genres.ts";
import { overlayMarks, overlays } from "#server/db/schema/books/media-overlays.ts";
import { reviews } from "#server/db/schema/books/reviews.ts";
import {
  communities,
  communityBooks,
  communityMembers,
  discussions,
} from "#server/db/schema/community/communities.ts";
import { challengeMembers, challenges } from "#server/db/schema/reading/challenges.ts";
import { goals } from "#server/db/schema/reading/goals.ts";
import { libraryEntries } from "#server/db/schema/reading/library.ts";
import { positionEvents } from "#server/db/schema/reading/positions.ts";
import { bookReach } from "#server/db/schema/reading/reading-activity.ts";

export async function insertDemoItems(
  db: Database,
  kind: DemoItemKind,
  ids: readonly (string | null)[],
): Promise<void> {
  const rows = ids.flatMap((id) => (id ? [{ kind, id }] : []));
  if (rows.length > 0) await db.insert(demoItems).values(rows).onConflictDoNothing();
}

/** Without items that were deleted manually. */
export async function listDemoItems(tx: Database): Promise<Record<DemoItemKind, string[]>> {
  const listExisting = async (kind: DemoItemKind, table: PgTable & { readonly id: PgColumn }) => {
    const rows = await tx
      .select({ id: demoItems.id })
      .from(demoItems)
      .innerJoin(table, sql`${table.id} = ${demoItems.id}`)
      .where(eq(demoItems.kind, kind));
    return rows.map(({ id }) => id);
  };
  return {
    book: await listExisting("book", books),
    user: await listExisting("user", users),
    challenge: await listExisting("challenge", challenges),
    community: await listExisting("community", communities),
  };
}

/** @returns how many stay because other users joined them */
export const deleteChallenges = (tx: Database, ids: ChallengeId[], demoUsers: UserId[]): Promise<number> =>
  deleteUnjoined(tx, challengeTables, ids, demoUsers);

/** @returns how many stay because other users joined them; maintenance appoints their next owner */
export const deleteCommunities = (tx: Database, ids: CommunityId[], demoUsers: UserId[]): Promise<number> =>
  deleteUnjoined(tx, communityTables, ids, demoUsers);

const challengeTables: Joinable = {
  table: challenges,
  members: challengeMembers,
  parentId: challengeMembers.challengeId,
};
const communityTables: Joinable = {
  table: communities,
  members: communityMembers,
  parentId: communityMembers.communityId,
};

interface Joinable {
  readonly table: PgTable & { readonly id: PgColumn };
  readonly members: PgTable & { readonly userId: PgColumn };
  /** The column of `members` that refers to `table`. */
  readonly parentId: PgColumn;
}

async function deleteUnjoined(
  tx: Database,
  { table, members, parentId }: Joinable,
  ids: readonly string[],
  demoUsers: readonly UserId[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const others = tx
    .select({ one: sql`1` })
    .from(members)
    .where(and(eq(parentId, table.id), isOther(members.userId, demoUsers)));
  const { rowCount } = await tx
    .delete(table)
    .where(and(inArray(sql`${table.id}`, [...ids]), not(exists(others))));
  return ids.length - (rowCount ?? 0);
}

/** Books with data of other users: progress, reviews, goals, or discussions about them. */
export async function listUsedBooks(tx: Database, ids: BookId[], demoUsers: UserId[]): Promise<BookId[]> {
  if (ids.length === 0) return [];
  const isUsedByOthers = (table: PgTable & { bookId: PgColumn; userId: PgColumn }) =>
    exists(
      tx
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(table.bookId, books.id), isOther(table.userId, demoUsers))),
    );
  const rows = await tx
    .select({ id: books.id })
    .from(books)
    .where(
      and(
        inArray(books.id, ids),
        or(
          ...[libraryEntries, positionEvents, bookReach, reviews, goals].map(isUsedByOthers),
          exists(tx.select({ one: sql`1` }).from(communityBooks).where(eq(communityBooks.bookId, books.id))),
          exists(tx.select({ one: sql`1` }).from(discussions).where(eq(discussions.anchorBookId, books.id))),
        ),
      ),
    );
  return rows.map(({ id }) => id);
}

const isOther = (column: PgColumn, demoUsers: readonly UserId[]): SQL | undefined =>
  demoUsers.length > 0 ? notInArray(column, [...demoUsers]) : undefined;

const contentTables: readonly (PgTable & { readonly bookId: PgColumn })[] = [
  ebooks,
  ebookTexts,
  quranPassages,
  audioFiles,
  syncMaps,
  alignments,
  overlays,
  overlayMarks,
  bookRedirects,
];

export async function hideWithoutFiles(tx: Database, ids: BookId[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  for (const table of contentTables) await tx.delete(table).where(inArray(table.bookId, ids));
  await tx
    .update(books)
    .set({
      state: "hidden",
      stateReason: "",
      stateChangedBy: null,
      hasEbook: false,
      hasAudiobook: false,
      hasSyncMap: false,
      hasAiVoice: false,
      firstAudioId: null,
      // The same files can be imported again.
      sourceHash: null,
      updatedAt: now,
      version: sql`${books.version} + 1`,
    })
    .where(inArray(books.id, ids));
}

interface Names {
  readonly contributors: ContributorId[];
  readonly genres: string[];
  readonly tropes: string[];
  readonly series: string[];
}

export async function listNames(tx: Database, ids: BookId[]): Promise<Names> {
  const listIds = async (id: PgColumn, table: PgTable, bookId: PgColumn) =>
    ids.length === 0
      ? []
      : (await tx.selectDistinct({ id }).from(table).where(inArray(bookId, ids))).flatMap((row) =>
          row.id === null ? [] : [String(row.id)],
        );
  return {
    contributors: (
      await listIds(bookContributors.contributorId, bookContributors, bookContributors.bookId)
    ).map((id) => ContributorId.parse(id)),
    genres: await listIds(bookGenres.genreId, bookGenres, bookGenres.bookId),
    tropes: await listIds(bookTropes.tropeId, bookTropes, bookTropes.bookId),
    series: await listIds(books.seriesId, books, books.id),
  };
}

/** Deletes the contributors without accounts, genres, tropes and series that no other book has. */
export async function deleteUnusedNames(tx: Database, names: Names): Promise<void> {
  const isUnusedIn = (table: PgTable, column: PgColumn, id: PgColumn) =>
    not(exists(tx.select({ one: sql`1` }).from(table).where(eq(column, id))));
  const isUnusedAuthor = isUnusedIn(bookContributors, bookContributors.contributorId, contributors.id);
  if (names.contributors.length > 0)
    await tx
      .delete(contributors)
      .where(and(inArray(contributors.id, names.contributors), isNull(contributors.userId), isUnusedAuthor));
  for (const [table, ids, isUnused] of [
    [genres, names.genres, isUnusedIn(bookGenres, bookGenres.genreId, genres.id)],
    [tropes, names.tropes, isUnusedIn(bookTropes, bookTropes.tropeId, tropes.id)],
    [series, names.series, isUnusedIn(books, books.seriesId, series.id)],
  ] as const) {
    if (ids.length > 0) await tx.delete(table).where(and(inArray(table.id, ids), isUnused));
  }
}

export async function deleteBooks(tx: Database, ids: BookId[]): Promise<void> {
  if (ids.length > 0) await tx.delete(books).where(inArray(books.id, ids));
}

export async function deleteDemoItems(db: Database): Promise<void> {
  await db.delete(demoItems);
}
