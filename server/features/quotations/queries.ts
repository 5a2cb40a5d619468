import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { QuotedDocument } from "#shared/marks/locate-quote.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { books } from "#server/db/schema/books/books.ts";
import { ebooks, ebookTexts } from "#server/db/schema/books/formats.ts";
import { verifiedQuotes } from "#server/db/schema/books/verified-quotes.ts";

/** The texts of books with what decides who may read them. */
export function listQuotedBooks(db: Database, bookIds: readonly BookId[]) {
  return db
    .select({
      ...pick(books, "id", "state", "isFree", "isDemo", "allowsDownload", "ownerId"),
      ...pick(books, "hasEbook", "hasAudiobook"),
      ...pick(ebooks, "sha256", "sample"),
    })
    .from(books)
    .innerJoin(ebooks, eq(ebooks.bookId, books.id))
    .where(inArray(books.id, [...bookIds]))
    .limit(bookIds.length);
}

export async function listDocuments(
  db: Database,
  bookId: BookId,
  spineIndexes: readonly number[],
): Promise<QuotedDocument[]> {
  if (spineIndexes.length === 0) return [];
  const rows = await db
    .select(pick(ebookTexts, "spineIndex", "text"))
    .from(ebookTexts)
    .where(and(eq(ebookTexts.bookId, bookId), inArray(ebookTexts.spineIndex, [...spineIndexes])))
    .orderBy(asc(ebookTexts.spineIndex))
    .limit(spineIndexes.length);
  return rows.map(({ spineIndex, text }) => ({
    spineIndex,
    sentences: text === "" ? [] : text.split("\n"),
  }));
}

/** The normalized sentences of documents. */
export async function listNormalizedDocuments(
  db: Database,
  bookId: BookId,
  spineIndexes: readonly number[],
): Promise<QuotedDocument[]> {
  if (spineIndexes.length === 0) return [];
  const rows = await db
    .select(pick(ebookTexts, "spineIndex", "normalizedText"))
    .from(ebookTexts)
    .where(and(eq(ebookTexts.bookId, bookId), inArray(ebookTexts.spineIndex, [...spineIndexes])))
    .limit(spineIndexes.length);
  return rows.map(({ spineIndex, normalizedText }) => ({
    spineIndex,
    sentences: normalizedText.split("\n"),
  }));
}

/** In bytes, without reading it. */
export async function getTextSize(db: Database, bookId: BookId): Promise<number> {
  const [row] = await db
    .select({ bytes: sql`coalesce(sum(octet_length(${ebookTexts.normalizedText})), 0)`.mapWith(Number) })
    .from(ebookTexts)
    .where(eq(ebookTexts.bookId, bookId));
  return row?.bytes ?? 0;
}

export interface Needle {
  /** Of the quotation that it belongs to. */
  readonly n: number;
  /** Normalized, without spaces. */
  readonly text: string;
  readonly nearSpineIndex: number;
}

/** The documents that have a normalized text, the three nearest. */
export async function findDocuments(
  db: Database,
  bookId: BookId,
  needles: readonly Needle[],
): Promise<Array<{ readonly n: number; readonly spineIndex: number }>> {
  if (needles.length === 0) return [];
  const { rows } = await db.execute<{ n: number; spineIndex: number }>(sql`
    with documents as materialized (
      select spine_index, replace(replace(normalized_text, chr(10), ''), ' ', '') as text
      from ${ebookTexts} where book_id = ${bookId})
    select needles.n, found.spine_index as "spineIndex"
    from jsonb_to_recordset(${JSON.stringify(needles)}::jsonb) as needles(n int, text text, "nearSpineIndex" int)
    cross join lateral (
      select spine_index from documents where position(needles.text in documents.text) > 0
      order by abs(spine_index - needles."nearSpineIndex"), spine_index limit 3) found`);
  return rows;
}

export interface QuoteDigest {
  readonly version: string;
  readonly digest: string;
}

/** Remembers quotations that were found in a version of a text. */
export async function insertVerified(
  db: Database,
  bookId: BookId,
  found: readonly QuoteDigest[],
): Promise<void> {
  if (found.length === 0) return;
  const rows = found.map(({ version, digest }) => ({ bookId, version, digest }));
  await db.insert(verifiedQuotes).values(rows).onConflictDoNothing();
}

/** Those that were found in their version while it was the current one. */
export async function listVerified(
  db: Database,
  bookId: BookId,
  digests: readonly string[],
): Promise<QuoteDigest[]> {
  if (digests.length === 0) return [];
  return db
    .select(pick(verifiedQuotes, "version", "digest"))
    .from(verifiedQuotes)
    .where(and(eq(verifiedQuotes.bookId, bookId), inArray(verifiedQuotes.digest, [...digests])))
    .limit(1_000);
}
