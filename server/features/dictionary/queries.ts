import { and, desc, eq, notInArray } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { GlossaryTerm } from "#shared/dictionary/contract.ts";
import type { Database } from "#server/db/client.ts";
import { glossaries, glossaryVersions } from "#server/db/schema/publishing/glossaries.ts";

type Glossary = typeof glossaries.$inferSelect;

export async function findGlossary(db: Database, bookId: BookId): Promise<Glossary | null> {
  const [row] = await db.select().from(glossaries).where(eq(glossaries.bookId, bookId));
  return row ?? null;
}

export async function upsertGlossary(db: Database, { bookId, terms, version }: Glossary): Promise<void> {
  await db
    .insert(glossaries)
    .values({ bookId, terms, version })
    .onConflictDoUpdate({ target: glossaries.bookId, set: { terms, version } });
}

const maxVersions = 50;

/** Stores the terms before a change, and drops the oldest above 50. */
export async function insertGlossaryVersion(
  db: Database,
  version: typeof glossaryVersions.$inferInsert,
): Promise<void> {
  const { bookId } = version;
  await db.insert(glossaryVersions).values(version);
  const newest = db
    .select({ changeId: glossaryVersions.changeId })
    .from(glossaryVersions)
    .where(eq(glossaryVersions.bookId, bookId))
    .orderBy(desc(glossaryVersions.changeId))
    .limit(maxVersions);
  await db
    .delete(glossaryVersions)
    .where(and(eq(glossaryVersions.bookId, bookId), notInArray(glossaryVersions.changeId, newest)));
}

/** The terms before a change of a book's glossary; null when they are not stored. */
export async function findGlossaryVersion(
  db: Database,
  bookId: BookId,
  changeId: number,
): Promise<readonly GlossaryTerm[] | null> {
  const [row] = await db
    .select({ terms: glossaryVersions.terms })
    .from(glossaryVersions)
    .where(and(eq(glossaryVersions.bookId, bookId), eq(glossaryVersions.changeId, changeId)));
  return row?.terms ?? null;
}
