import { createReadStream } from "node:fs";
import type { BookId } from "#shared/books/book.ts";
import type { books } from "#server/db/schema/books/books.ts";
import { defaultLimits } from "#server/epub/limits.ts";
import { readEpub } from "#server/epub/read-epub.ts";
import { insertEbook } from "#server/features/book-import/ebook-queries.ts";
import { createKey } from "#server/storage/keys.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { makeEpub } from "./epub-files.ts";

export async function createEpubBook(
  { services, db, make }: Pick<TestApp, "services" | "db" | "make">,
  input: Partial<typeof books.$inferSelect>,
  parts: Parameters<typeof makeEpub>[0],
): Promise<BookId> {
  const path = await makeEpub(parts);
  const { id } = await make.book({ hasEbook: true, ...input });
  const file = await services.storage.put(createKey("epub", "epub"), createReadStream(path));
  await insertEbook(db, id, { ...file, fileName: "small.epub" }, await readEpub(path, defaultLimits));
  return id;
}
