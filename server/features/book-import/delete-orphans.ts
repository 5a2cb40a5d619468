import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { BookId } from "#shared/books/book.ts";
import { isGeneratedCover } from "#shared/books/urls.ts";
import type { Services } from "#server/services.ts";
import type { FileWithAge } from "#server/storage/storage.ts";
import { listCovers, listStoredFiles } from "./queries.ts";

type Deps = Pick<Services, "db" | "storage" | "clock">;

/** Files are stored before their rows: younger ones may still get a row. */
const graceMs = 60 * 60 * 1000;

/** Storage folders with rows in the database; others are left alone. */
const folders = ["audio", "epub", "covers", "draft-picture", "recording", "archive"] as const;

/**
 * Deletes files without a row that are older than an hour, as left by crashes.
 *
 * @returns their number
 */
export async function deleteOrphans({ db, storage, clock }: Deps): Promise<number> {
  const oldest = clock().getTime() - graceMs;
  const isOld = ({ changedAt }: FileWithAge) => changedAt.getTime() < oldest;
  const untracked = await listUntracked({ db, storage });
  const old = untracked.filter(isOld);
  for (const { key } of old) await storage.remove(key);
  return old.length;
}

export interface Integrity {
  /** Keys whose file is missing. */
  readonly missing: readonly string[];
  /** Keys whose content has changed. */
  readonly altered: readonly string[];
  /** Keys without a row. */
  readonly untracked: readonly string[];
}

/**
 * Compares the stored files with the rows.
 *
 * @param options `readsContent`: compares checksums by reading every file; else only sizes
 */
export async function checkStoredFiles(
  { db, storage }: Pick<Services, "db" | "storage">,
  { readsContent = false }: { readonly readsContent?: boolean } = {},
): Promise<Integrity> {
  const missing: string[] = [];
  const altered: string[] = [];
  for (const { key, bytes, sha256 } of await listStoredFiles(db)) {
    const size = await storage.size(key);
    if (size === null) missing.push(key);
    else if (bytes !== null && size !== bytes) altered.push(key);
    else if (readsContent && sha256 !== null && (await computeSha256(storage, key)) !== sha256)
      altered.push(key);
  }
  const untracked = (await listUntracked({ db, storage })).map(({ key }) => key);
  return { missing, altered, untracked };
}

/**
 * Moves files whose content has changed out of the keys that are served, so that their books say that the file is
 * unavailable. They are kept below `damaged/`.
 */
export async function moveDamagedFiles(
  { db, storage }: Pick<Services, "db" | "storage">,
  keys: readonly string[],
): Promise<void> {
  const altered = new Set(keys);
  const files = altered.size > 0 ? await listStoredFiles(db) : [];
  for (const { key, sha256 } of files) {
    // Archives are served to nobody, and a copy of them would keep what an erasure removes.
    if (!altered.has(key) || sha256 === null || key.startsWith("archive/")) continue;
    // The first reading may have been wrong, not the file.
    if ((await computeSha256(storage, key)) === sha256) continue;
    await storage.put(`damaged/${key}`, await storage.read(key));
    await storage.remove(key);
  }
}

async function computeSha256(storage: Services["storage"], key: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(await storage.read(key), hash);
  return hash.digest("hex");
}

async function listUntracked({ db, storage }: Pick<Services, "db" | "storage">): Promise<FileWithAge[]> {
  // Files are listed first: those stored meanwhile have a row, or are not in the list.
  const files: FileWithAge[] = [];
  for (const folder of folders) for await (const file of storage.listWithAge(folder)) files.push(file);
  const stored = new Set((await listStoredFiles(db)).map(({ key }) => key));
  const covers = await getCovers(db, files);
  return files.filter(({ key }) => !stored.has(key) && !covers.has(withoutWidth(key)));
}

const coverPattern = /^covers\/([0-9a-f-]{36})\/([0-9a-f]+)-\d+\.webp$/;
const withoutWidth = (key: string) => key.replace(/-\d+\.webp$/, "");

async function getCovers(db: Services["db"], files: readonly FileWithAge[]): Promise<ReadonlySet<string>> {
  const found = files.flatMap(({ key }) => {
    const [, id, hash = ""] = coverPattern.exec(key) ?? [];
    const bookId = BookId.safeParse(id);
    return bookId.success ? [{ key, bookId: bookId.data, hash }] : [];
  });
  const ids = [...new Set(found.map(({ bookId }) => bookId))];
  const hashes = new Map<BookId, string>();
  for (let at = 0; at < ids.length; at += 1000) {
    for (const [id, hash] of await listCovers(db, ids.slice(at, at + 1000))) hashes.set(id, hash);
  }
  const coverFiles = found.filter(
    ({ bookId, hash }) => hashes.has(bookId) && (hash === hashes.get(bookId) || isGeneratedCover(hash)),
  );
  return new Set(coverFiles.map(({ key }) => withoutWidth(key)));
}
