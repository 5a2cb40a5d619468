import type { Database } from "#server/db/client.ts";
import { ebooks, ebookTexts } from "#server/db/schema/books.ts";

export type NewEbook = typeof ebooks.$inferInsert;
export type NewEbookText = typeof ebookTexts.$inferInsert;

export async function insertEbook(db: Database, ebook: NewEbook): Promise<void> {
  await db.insert(ebooks).values(ebook);
}

/** Rows in tens: each may be a megabyte. */
export async function insertEbookTexts(db: Database, texts: readonly NewEbookText[]): Promise<void> {
  for (let at = 0; at < texts.length; at += 10) await db.insert(ebookTexts).values(texts.slice(at, at + 10));
}
