import { and, asc, desc, eq, isNotNull, lte, or, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { ReaderSettings, TocItem } from "#shared/reader/contract.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { syncMaps } from "#server/db/schema/books/alignment.ts";
import { bookRevisions, books } from "#server/db/schema/books/books.ts";
import {
  ebooks,
  ebookTexts,
  quranPassages,
  type StoredSample,
  type StoredSpineItem,
} from "#server/db/schema/books/formats.ts";
import { bookReaderSettings, readerSettings } from "#server/db/schema/reading/library.ts";

export type { StoredSpineItem };

export interface EbookFile {
  readonly storageKey: string;
  readonly sha256: string;
  readonly sample: StoredSample;
}

/** Null when the book has no EPUB. */
export async function findEbookFile(db: Database, bookId: BookId): Promise<EbookFile | null> {
  const [row] = await db
    .select({ storageKey: ebooks.storageKey, sha256: ebooks.sha256, sample: ebooks.sample })
    .from(ebooks)
    .where(eq(ebooks.bookId, bookId))
    .limit(1);
  return row ?? null;
}

/** A text that a revision replaced, by its content version; null for none. */
export async function findReplacedFile(
  db: Database,
  bookId: BookId,
  version: string,
): Promise<EbookFile | null> {
  const [row] = await db
    .select({ storageKey: ebooks.storageKey, sha256: ebooks.sha256, sample: ebooks.sample })
    .from(bookRevisions)
    .innerJoin(ebooks, eq(ebooks.bookId, bookRevisions.bookId))
    .where(
      and(
        eq(bookRevisions.targetId, bookId),
        eq(bookRevisions.fromVersion, version),
        isNotNull(bookRevisions.appliedAt),
      ),
    )
    .limit(1);
  return row ?? null;
}

/** The EPUB of a book with its title; null for none. */
export async function findEbook(db: Database, bookId: BookId) {
  const [row] = await db
    .select({
      ebook: ebooks,
      ...pick(books, "title", "author", "language", "kind", "hasAudiobook"),
    })
    .from(ebooks)
    .innerJoin(books, eq(books.id, ebooks.bookId))
    .where(eq(ebooks.bookId, bookId))
    .limit(1);
  return row ?? null;
}

export async function findToc(db: Database, bookId: BookId): Promise<readonly TocItem[]> {
  const [row] = await db.select({ toc: ebooks.toc }).from(ebooks).where(eq(ebooks.bookId, bookId)).limit(1);
  return row?.toc ?? [];
}

/** The print pages of the EPUB; null when the book has none. */
export async function findStoredPages(db: Database, bookId: BookId) {
  const [row] = await db
    .select({ pages: ebooks.pages })
    .from(ebooks)
    .where(eq(ebooks.bookId, bookId))
    .limit(1);
  return row?.pages ?? null;
}

/** The sentences of a document, one per line; null when there is no such document. */
export async function findDocumentText(
  db: Database,
  bookId: BookId,
  spineIndex: number,
): Promise<string | null> {
  const [row] = await db
    .select({ text: ebookTexts.text })
    .from(ebookTexts)
    .where(and(eq(ebookTexts.bookId, bookId), eq(ebookTexts.spineIndex, spineIndex)));
  return row?.text ?? null;
}

/** The sync map's chapters in order. */
export async function listSyncMap(db: Database, bookId: BookId) {
  return db
    .select(pick(syncMaps, "chapterNumber", "version", "level", "sentences"))
    .from(syncMaps)
    .where(eq(syncMaps.bookId, bookId))
    .orderBy(asc(syncMaps.chapterNumber))
    .limit(5_000);
}

/** Null when the document has not been scanned yet. */
export async function findPassages(db: Database, bookId: BookId, spineIndex: number, contentHash: string) {
  const [row] = await db
    .select({ passages: quranPassages.passages })
    .from(quranPassages)
    .where(
      and(
        eq(quranPassages.bookId, bookId),
        eq(quranPassages.spineIndex, spineIndex),
        eq(quranPassages.contentHash, contentHash),
      ),
    );
  return row?.passages ?? null;
}

export async function savePassages(db: Database, found: typeof quranPassages.$inferInsert): Promise<void> {
  const { contentHash, passages } = found;
  await db
    .insert(quranPassages)
    .values(found)
    .onConflictDoUpdate({
      target: [quranPassages.bookId, quranPassages.spineIndex],
      set: { contentHash, passages },
    });
}

/** Occurs in every chapter in Uthmani spelling. */
const alefWasla = "\u0671";

interface TextFilter {
  /** Of the words of the search. */
  readonly forms: readonly string[];
  readonly lastSpineIndex: number;
  readonly isUthmani: boolean;
}

const textColumns = pick(ebookTexts, "spineIndex", "text", "normalizedText");

const isUpTo = (bookId: BookId, lastSpineIndex: number) =>
  and(eq(ebookTexts.bookId, bookId), lte(ebookTexts.spineIndex, lastSpineIndex));

const contains = (text: string) => sql`position(${text} in ${ebookTexts.normalizedText}) > 0`;

/** At most 200 documents that contain a normalized phrase, if any, or all of the words, in reading order. */
export async function listTextsContaining(
  db: Database,
  bookId: BookId,
  phrase: string | null,
  { forms, lastSpineIndex, isUthmani }: TextFilter,
) {
  const hasPhrase = phrase === null ? undefined : contains(phrase);
  const isFound = or(
    hasPhrase,
    and(...forms.map(contains)),
    isUthmani ? sql`position(${alefWasla} in ${ebookTexts.text}) > 0` : undefined,
  );
  const found = await db
    .select(textColumns)
    .from(ebookTexts)
    .where(and(isUpTo(bookId, lastSpineIndex), isFound))
    .orderBy(...(hasPhrase ? [desc(hasPhrase)] : []), asc(ebookTexts.spineIndex))
    .limit(200);
  return found.sort((a, b) => a.spineIndex - b.spineIndex);
}

/** The documents of a book in reading order. */
export function listTexts(db: Database, bookId: BookId, lastSpineIndex: number) {
  return db
    .select(textColumns)
    .from(ebookTexts)
    .where(isUpTo(bookId, lastSpineIndex))
    .orderBy(asc(ebookTexts.spineIndex));
}

export async function findSettings(db: Database, userId: UserId): Promise<ReaderSettings> {
  const [row] = await db
    .select({ settings: readerSettings.settings })
    .from(readerSettings)
    .where(eq(readerSettings.userId, userId))
    .limit(1);
  return row?.settings ?? {};
}

export async function findBookSettings(
  db: Database,
  userId: UserId,
  bookId: BookId,
): Promise<ReaderSettings> {
  const [row] = await db
    .select({ settings: bookReaderSettings.settings })
    .from(bookReaderSettings)
    .where(and(eq(bookReaderSettings.userId, userId), eq(bookReaderSettings.bookId, bookId)))
    .limit(1);
  return row?.settings ?? {};
}

export async function saveSettings(db: Database, userId: UserId, settings: ReaderSettings): Promise<void> {
  await db
    .insert(readerSettings)
    .values({ userId, settings })
    .onConflictDoUpdate({ target: readerSettings.userId, set: { settings } });
}

export async function saveBookSettings(
  db: Database,
  userId: UserId,
  bookId: BookId,
  settings: ReaderSettings,
): Promise<void> {
  await db
    .insert(bookReaderSettings)
    .values({ userId, bookId, settings })
    .onConflictDoUpdate({
      target: [bookReaderSettings.userId, bookReaderSettings.bookId],
      set: { settings },
    });
}
