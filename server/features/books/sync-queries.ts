import { sql } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { syncMaps } from "#server/db/schema/books/alignment.ts";
import { books } from "#server/db/schema/books/books.ts";

export async function setHasSyncMap(db: Database, bookId: BookId): Promise<void> {
  await db.execute(sql`
    update ${books} set has_sync_map = has_ebook and has_audiobook and exists (
      select from ${syncMaps} where ${syncMaps.bookId} = ${bookId} and ${syncMaps.level} = 'sentence'
    ) where ${books.id} = ${bookId}`);
}
