import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Narration } from "#shared/ai-narration/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { narrationConsents, narrationParts, narrations } from "#server/db/schema/books/ai-narration.ts";
import { books } from "#server/db/schema/books/books.ts";
import { ebooks } from "#server/db/schema/books/formats.ts";

export type NarrationRow = typeof narrations.$inferSelect;
export type PartRow = typeof narrationParts.$inferSelect;

/** The fields that decide whether a book can be narrated; null when there is no such book. */
export async function findNarratedBook(db: Database, bookId: BookId) {
  const [row] = await db
    .select({
      title: books.title,
      ...pick(books, "kind", "language", "ownerId", "isOrphaned", "hasEbook", "hasAudiobook", "isNarrated"),
      thisBook: books.allowsNarration,
      allBooks: narrationConsents.allows,
    })
    .from(books)
    .leftJoin(narrationConsents, eq(narrationConsents.userId, books.ownerId))
    .where(eq(books.id, bookId));
  return row ?? null;
}

/** Null when a book was never narrated. */
export async function findNarration(db: Database, bookId: BookId): Promise<NarrationRow | null> {
  const [row] = await db.select().from(narrations).where(eq(narrations.bookId, bookId));
  return row ?? null;
}

/** Null when there is no text. */
export async function findEbook(db: Database, bookId: BookId) {
  const [row] = await db
    .select({ storageKey: ebooks.storageKey, toc: ebooks.toc })
    .from(ebooks)
    .where(eq(ebooks.bookId, bookId));
  return row ?? null;
}

export async function upsertRun(
  db: Database,
  input: Pick<NarrationRow, "bookId" | "run" | "requestedAt">,
): Promise<void> {
  const newNarration: NarrationRow = {
    ...input,
    state: "queued",
    progress: 0,
    chaptersDone: 0,
    chapterCount: 0,
    reason: null,
    about: "",
    startedAt: null,
    endedAt: null,
    seenAt: null,
  };
  await db
    .insert(narrations)
    .values(newNarration)
    .onConflictDoUpdate({ target: narrations.bookId, set: newNarration });
}

const isActive = inArray(narrations.state, ["queued", "running"]);
const isRun = (bookId: BookId, run: string) =>
  and(eq(narrations.bookId, bookId), eq(narrations.run, run), isActive);

/** @returns false when the run was cancelled, has ended or was replaced */
export async function startRun(db: Database, bookId: BookId, run: string, now: Date): Promise<boolean> {
  const started = await db
    .update(narrations)
    .set({ state: "running", startedAt: sql`coalesce(${narrations.startedAt}, ${now})`, seenAt: now })
    .where(isRun(bookId, run))
    .returning({ run: narrations.run });
  return started.length > 0;
}

/** @returns whether the run was not cancelled */
export async function updateProgress(
  db: Database,
  bookId: BookId,
  run: string,
  input: Pick<NarrationRow, "progress" | "chaptersDone" | "chapterCount"> & { readonly seenAt: Date },
): Promise<boolean> {
  const updated = await db
    .update(narrations)
    .set(input)
    .where(isRun(bookId, run))
    .returning({ run: narrations.run });
  return updated.length > 0;
}

/** @returns whether it was running */
export async function finishRun(
  db: Database,
  bookId: BookId,
  run: string,
  outcome: Pick<Narration, "state" | "reason" | "about"> & { readonly endedAt: Date },
): Promise<boolean> {
  const finalProgress =
    outcome.state === "done" ? { progress: 1, chaptersDone: narrations.chapterCount } : {};
  const ended = await db
    .update(narrations)
    .set({ ...outcome, ...finalProgress })
    .where(isRun(bookId, run))
    .returning({ run: narrations.run });
  return ended.length > 0;
}

export async function deleteNarrationRow(db: Database, bookId: BookId): Promise<void> {
  await db.delete(narrations).where(eq(narrations.bookId, bookId));
  await deleteParts(db, bookId);
}

/** The narrated chapters in order. */
export function listParts(db: Database, bookId: BookId): Promise<PartRow[]> {
  return db
    .select()
    .from(narrationParts)
    .where(eq(narrationParts.bookId, bookId))
    .orderBy(asc(narrationParts.chapterNumber));
}

export async function upsertPart(db: Database, part: PartRow): Promise<void> {
  const { bookId, chapterNumber, ...rest } = part;
  await db
    .insert(narrationParts)
    .values(part)
    .onConflictDoUpdate({ target: [narrationParts.bookId, narrationParts.chapterNumber], set: rest });
}

export async function deleteParts(db: Database, bookId: BookId): Promise<void> {
  await db.delete(narrationParts).where(eq(narrationParts.bookId, bookId));
}

export async function setBookConsent(db: Database, bookId: BookId, allows: boolean | null): Promise<void> {
  await db.update(books).set({ allowsNarration: allows }).where(eq(books.id, bookId));
}

export async function setDefaultConsent(db: Database, userId: UserId, allows: boolean): Promise<void> {
  await db
    .insert(narrationConsents)
    .values({ userId, allows })
    .onConflictDoUpdate({ target: narrationConsents.userId, set: { allows } });
}

export async function listUndecidedBooks(db: Database, userId: UserId): Promise<readonly BookId[]> {
  const found = await db
    .select({ id: books.id })
    .from(books)
    .where(and(eq(books.ownerId, userId), isNull(books.allowsNarration)))
    .orderBy(asc(books.id));
  return found.map(({ id }) => id);
}
