import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId, ContributorRole } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { findSameNames, getNameKey } from "#shared/books/person-names.ts";
import { coverWidths } from "#shared/books/urls.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { dataExports } from "#server/db/schema/accounts/accounts.ts";
import { narrationParts } from "#server/db/schema/books/ai-narration.ts";
import { alignmentAnchors, syncMaps } from "#server/db/schema/books/alignment.ts";
import { books, series } from "#server/db/schema/books/books.ts";
import { bookContributors, contributors } from "#server/db/schema/books/contributors.ts";
import { audioFiles, chapters, ebooks } from "#server/db/schema/books/formats.ts";
import { bookGenres, bookTropes, genres, tropes } from "#server/db/schema/books/genres.ts";
import { prayerRecordings } from "#server/db/schema/prayer/prayer-admin.ts";
import { positionArchives } from "#server/db/schema/reading/positions.ts";
import { getArtworkFileKey } from "#server/storage/keys.ts";
import { listNeededFiles } from "./task-queries.ts";

export type NewBook = typeof books.$inferInsert;
export type NewAudioFile = typeof audioFiles.$inferInsert;
export type NewChapter = typeof chapters.$inferInsert;

/** The owner's book of these files; null for none. */
export async function findBySource(
  db: Database,
  sourceHash: string,
  ownerId: UserId | null,
): Promise<BookId | null> {
  const [row] = await db
    .select({ id: books.id })
    .from(books)
    .where(and(eq(books.sourceHash, sourceHash), sql`${books.ownerId} is not distinct from ${ownerId}`))
    .limit(1);
  return row?.id ?? null;
}

/** @returns false when a concurrent import won */
export async function insertBook(db: Database, book: NewBook): Promise<boolean> {
  const inserted = await db.insert(books).values(book).onConflictDoNothing().returning({ id: books.id });
  return inserted.length > 0;
}

export async function insertAudio(
  db: Database,
  bookId: BookId,
  files: readonly NewAudioFile[],
  parts: readonly NewChapter[],
): Promise<void> {
  if (files.length > 0) await deleteAiVoice(db, bookId);
  for (const batch of splitIntoBatches(files)) await db.insert(audioFiles).values(batch);
  for (const batch of splitIntoBatches(parts)) await db.insert(chapters).values(batch);
}

/** Removes the AI narration of a book; recordings stay. Its files are removed as orphans. */
export async function deleteAiVoice(db: Database, bookId: BookId): Promise<void> {
  const deleted = await db
    .update(books)
    .set({
      hasAiVoice: false,
      isNarrated: false,
      hasAudiobook: false,
      hasSyncMap: false,
      duration: null,
      firstAudioId: null,
    })
    .where(and(eq(books.id, bookId), eq(books.isNarrated, true)))
    .returning({ id: books.id });
  if (deleted.length === 0) return;
  await db.delete(audioFiles).where(eq(audioFiles.bookId, bookId));
  await db.delete(syncMaps).where(eq(syncMaps.bookId, bookId));
  await db.delete(alignmentAnchors).where(eq(alignmentAnchors.bookId, bookId));
}

export async function markAiVoice(
  db: Database,
  bookId: BookId,
  audio: Pick<NewBook, "duration" | "firstAudioId">,
): Promise<void> {
  await db
    .update(books)
    .set({ ...audio, hasAudiobook: true, hasAiVoice: true, isNarrated: true })
    .where(eq(books.id, bookId));
}

function* splitIntoBatches<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += 500) yield rows.slice(at, at + 500);
}

export interface ContributorCredit {
  readonly name: string;
  readonly role: ContributorRole;
}

/** Adds the contributors of a book; names in any spelling and in Latin or Arabic script are matched. */
export async function insertCredits(
  db: Database,
  bookId: BookId,
  credits: readonly ContributorCredit[],
): Promise<void> {
  await lockNames(
    db,
    credits.flatMap(({ name }) => getNameKey(name) ?? []),
  );
  const ids = await saveNames(
    credits.map(({ name }) => name),
    async (name, normalizedName) => {
      const key = getNameKey(name);
      const transliterated = key === null ? null : await findTransliterated(db, name, normalizedName, key);
      if (transliterated) return { id: transliterated, creditedName: name };
      await db
        .insert(contributors)
        .values({ name, normalizedName, transliterationKey: key })
        .onConflictDoNothing();
      const { id } = expectOneRow(
        await db
          .select({ id: contributors.id })
          .from(contributors)
          .where(eq(contributors.normalizedName, normalizedName)),
      );
      return { id, creditedName: null };
    },
  );
  const rows = credits.flatMap(({ name, role }, position) => {
    const found = ids.get(getKey(name));
    if (!found) return [];
    return [{ bookId, contributorId: found.id, creditedName: found.creditedName, role, position }];
  });
  if (rows.length) await db.insert(bookContributors).values(rows).onConflictDoNothing();
}

/** Concurrent imports of one person's name in two scripts wait for each other. */
async function lockNames(db: Database, keys: readonly string[]): Promise<void> {
  for (const key of [...new Set(keys)].sort()) {
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`contributor ${key}`}, 0))`);
  }
}

/**
 * The only contributor with this name in the other script; null for none, several, or one with the name
 * itself.
 */
async function findTransliterated(db: Database, name: string, normalizedName: string, key: string) {
  const candidates = await db
    .select({ id: contributors.id, name: contributors.name, normalizedName: contributors.normalizedName })
    .from(contributors)
    .where(eq(contributors.transliterationKey, key))
    .limit(300);
  if (candidates.some((other) => other.normalizedName === normalizedName)) return null;
  const [sameName, ...others] = findSameNames(name, candidates);
  return sameName && others.length === 0 ? sameName.id : null;
}

/** Adds the genres of a book; names in any spelling are matched. */
export async function insertGenres(db: Database, bookId: BookId, names: readonly string[]): Promise<void> {
  if (!names.length) return;
  const existing = await db
    .select({ id: genres.id, name: genres.name })
    .from(genres)
    .orderBy(asc(genres.name))
    .limit(5000);
  const byKey = new Map(existing.map(({ id, name }) => [getKey(name), id]));
  const ids = await saveNames(names, async (name, key) => {
    const existing = byKey.get(key);
    if (existing) return existing;
    await db.insert(genres).values({ name }).onConflictDoNothing();
    return expectOneRow(await db.select({ id: genres.id }).from(genres).where(eq(genres.name, name))).id;
  });
  const rows = [...new Set(names.map((name) => ids.get(getKey(name))))].flatMap((genreId, position) =>
    genreId ? [{ bookId, genreId, position }] : [],
  );
  await db.insert(bookGenres).values(rows).onConflictDoNothing();
}

export async function insertTropes(db: Database, bookId: BookId, names: readonly string[]): Promise<void> {
  if (!names.length) return;
  const sorted = [...new Set(names)].sort();
  await db
    .insert(tropes)
    .values(sorted.map((name) => ({ name })))
    .onConflictDoNothing();
  const found = await db.select({ id: tropes.id }).from(tropes).where(inArray(tropes.name, sorted));
  await db
    .insert(bookTropes)
    .values(found.map(({ id }) => ({ bookId, tropeId: id })))
    .onConflictDoNothing();
}

export async function findOrAddSeries(db: Database, name: string): Promise<string> {
  const normalizedName = getKey(name);
  await db.insert(series).values({ name, normalizedName }).onConflictDoNothing();
  return expectOneRow(
    await db.select({ id: series.id }).from(series).where(eq(series.normalizedName, normalizedName)),
  ).id;
}

const getKey = (name: string) => normalizeSearchText(name) || name.toLowerCase();

async function saveNames<Id>(
  names: readonly string[],
  saveName: (name: string, key: string) => Promise<Id>,
): Promise<Map<string, Id>> {
  const byKey = new Map(names.map((name) => [getKey(name), name]));
  const ids = new Map<string, Id>();
  for (const key of [...byKey.keys()].sort()) ids.set(key, await saveName(byKey.get(key) ?? "", key));
  return ids;
}

/** All files with a row, with their stored size and checksum; null where none was recorded. */
export async function listStoredFiles(
  db: Database,
): Promise<ReadonlyArray<{ key: string; bytes: number | null; sha256: string | null }>> {
  const audio = await db
    .select({ key: audioFiles.storageKey, bytes: audioFiles.bytes, sha256: audioFiles.sha256 })
    .from(audioFiles);
  const pictures = await db
    .selectDistinct({ artworkKey: audioFiles.artworkKey })
    .from(audioFiles)
    .where(isNotNull(audioFiles.artworkKey));
  const artwork = pictures.flatMap(({ artworkKey }) =>
    coverWidths.map((width) => ({
      key: getArtworkFileKey(artworkKey ?? "", width),
      bytes: null,
      sha256: null,
    })),
  );
  const texts = await db
    .select({ key: ebooks.storageKey, bytes: ebooks.bytes, sha256: ebooks.sha256 })
    .from(ebooks);
  const narrationFiles = await db
    .select({ key: narrationParts.storageKey, bytes: narrationParts.bytes, sha256: narrationParts.sha256 })
    .from(narrationParts);
  const recordings = await db
    .select({
      key: prayerRecordings.storageKey,
      bytes: prayerRecordings.bytes,
      sha256: prayerRecordings.sha256,
    })
    .from(prayerRecordings);
  const archives = await db
    .select({
      key: positionArchives.storageKey,
      bytes: positionArchives.bytes,
      sha256: positionArchives.sha256,
    })
    .from(positionArchives);
  const exported = await db
    .select({ key: dataExports.storageKey })
    .from(dataExports)
    .where(and(sql`${dataExports.storageKey} is not null`));
  const exports = exported.flatMap(({ key }) => (key === null ? [] : [{ key, bytes: null, sha256: null }]));
  const needed = (await listNeededFiles(db)).map((key) => ({ key, bytes: null, sha256: null }));
  return [
    ...audio,
    ...artwork,
    ...texts,
    ...narrationFiles,
    ...recordings,
    ...archives,
    ...exports,
    ...needed,
  ];
}

/** Which of these books exist, with their cover hashes. */
export async function listCovers(db: Database, ids: readonly BookId[]): Promise<ReadonlyMap<BookId, string>> {
  if (!ids.length) return new Map();
  const found = await db
    .select({ id: books.id, coverHash: books.coverHash })
    .from(books)
    .where(inArray(books.id, [...ids]));
  return new Map(found.map(({ id, coverHash }) => [id, coverHash]));
}
