import { cpSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { books } from "#server/db/schema/books/books.ts";
import { findBooks } from "#server/features/book-import/find-books.ts";
import { importBook } from "#server/features/book-import/import-book.ts";
import { hashSource } from "#server/features/book-import/read-book.ts";
import { buildDemoLibrary } from "#server/features/demo/build-demo-library.ts";
import { projectRoot } from "#server/project-root.ts";
import type { Services } from "#server/services.ts";

/**
 * A file of the samples beside the project; null where they do not exist, so that the test can be skipped.
 */
export function findSample(name: string): string | null {
  const file = path.join(projectRoot, "..", "shared", "samples", name);
  return existsSync(file) ? file : null;
}

/**
 * Imports one book with the real import; cached per sample.
 *
 * @param sidecar the content of `maktaba.json`, such as `{ isFree: false }`
 */
export async function importSample(
  services: Services,
  source: string,
  sidecar?: Readonly<Record<string, unknown>>,
): Promise<BookId> {
  if (!sidecar && statSync(source).isDirectory()) return importOne(services, source);
  const folder = mkdtempSync(path.join(tmpdir(), "maktaba-sample-"));
  try {
    const target = statSync(source).isDirectory() ? folder : path.join(folder, path.basename(source));
    cpSync(source, target, { recursive: true });
    if (sidecar) writeFileSync(path.join(folder, "maktaba.json"), JSON.stringify(sidecar));
    return await importOne(services, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Imports a demo book without its title page, by the name of its folder, such as `five-daily-prayers`. */
export async function importDemoBook(services: Services, name: string): Promise<BookId> {
  const { folder } = await buildDemoLibrary(services.clock(), { only: [name], hasTitlePages: false });
  try {
    return await importOne(services, path.join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function importOne(services: Services, folder: string): Promise<BookId> {
  const found = expectOneRow(await findBooks(folder));
  const sourceHash = await hashSource(found);
  await importBook(services, found, { isDraft: false, isPremium: false }, null);
  const [book] = await services.db
    .select({ id: books.id })
    .from(books)
    .where(eq(books.sourceHash, sourceHash));
  return expectOneRow(book ? [book] : []).id;
}
