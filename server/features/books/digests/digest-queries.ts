import { and, asc, desc, eq, gt, inArray, isNull, notInArray } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { ebookDigests as digests, ebooks } from "#server/db/schema/books/formats.ts";

export type EbookDigest = typeof digests.$inferInsert;

export async function insertDigest(db: Database, row: EbookDigest): Promise<void> {
  const { edition, sha256 } = row;
  await db
    .insert(digests)
    .values(row)
    .onConflictDoUpdate({ target: [digests.digest, digests.bookId], set: { edition, sha256 } });
}

/** The digest of a book's current original; null before it was computed. */
export async function findOriginalDigest(db: Database, bookId: BookId, sha256: string) {
  const [row] = await db
    .select({ digest: digests.digest })
    .from(digests)
    .where(and(eq(digests.bookId, bookId), eq(digests.edition, "original"), eq(digests.sha256, sha256)))
    .limit(1);
  return row?.digest ?? null;
}

/** The next book whose original has no digest; null for none. */
export async function findWithoutDigest(db: Database, after: BookId | null) {
  const [row] = await db
    .select(pick(ebooks, "bookId", "storageKey", "sha256"))
    .from(ebooks)
    .leftJoin(
      digests,
      and(
        eq(digests.bookId, ebooks.bookId),
        eq(digests.edition, "original"),
        eq(digests.sha256, ebooks.sha256),
      ),
    )
    .where(and(isNull(digests.digest), after ? gt(ebooks.bookId, after) : undefined))
    .orderBy(asc(ebooks.bookId))
    .limit(1);
  return row ?? null;
}

/** Deletes all but the newest digests of a book's read-along editions. */
export async function deleteOldDigests(db: Database, bookId: BookId, kept: number): Promise<void> {
  const isReadAlong = and(eq(digests.bookId, bookId), eq(digests.edition, "read-along"));
  const newest = db
    .select({ digest: digests.digest })
    .from(digests)
    .where(isReadAlong)
    .orderBy(desc(digests.createdAt))
    .limit(kept);
  await db.delete(digests).where(and(isReadAlong, notInArray(digests.digest, newest)));
}

/** The books of which a file has one of some digests. */
export function listByDigest(db: Database, values: readonly string[]) {
  return db
    .select({
      ...pick(digests, "digest", "bookId", "edition"),
      sha256: digests.sha256,
      currentSha256: ebooks.sha256,
      storageKey: ebooks.storageKey,
    })
    .from(digests)
    .innerJoin(ebooks, eq(ebooks.bookId, digests.bookId))
    .where(inArray(digests.digest, [...values]))
    .orderBy(asc(digests.createdAt))
    .limit(50);
}
