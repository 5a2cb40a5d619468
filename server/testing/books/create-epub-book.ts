import { createReadStream } from "node:fs";
import type { BookId } from "#shared/books/book.ts";
import { defaultLimits } from "#shared/epub/limits.ts";
import type { books } from "#server/db/schema/books/books.ts";
import { readEpub } from "#server/epub/read-epub.ts";
import { insertEbook } from "#server/features/book-import/ebook-queries.ts";
import { createKey } from "#server/storage/keys.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { makeEpub } from "./epub-files.ts";

type EpubParts = Parameters<typeof makeEpub>[0];

export async function createEpubBook(
  app: Pick<TestApp, "services" | "db" | "make">,
  input: Partial<typeof books.$inferSelect>,
  parts: EpubParts,
): Promise<BookId> {
  const { id } = await app.make.book({ hasEbook: true, ...input });
  await addEpub(app, id, parts);
  return id;
}

export async function addEpub(
  { services, db }: Pick<TestApp, "services" | "db">,
  id: BookId,
  parts: EpubParts,
): Promise<void> {
  const path = await makeEpub(parts);
  const file = await services.storage.put(createKey("epub", "epub"), createReadStream(path));
  await insertEbook(db, id, { ...file, fileName: "small.epub" }, await readEpub(path, defaultLimits));
}
