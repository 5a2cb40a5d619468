import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import type { Services } from "#server/services.ts";
import { createKey } from "#server/storage/keys.ts";
import type { Storage } from "#server/storage/storage.ts";
import {
  type Archive,
  deleteArchive,
  insertArchive,
  listArchives,
  lockArchives,
  type Range,
  takeOldEvents,
} from "./queries.ts";

/** An event, by the columns of its table. */
interface ArchivedEvent {
  readonly id: string;
  readonly user_id: UserId;
  readonly book_id: string;
  readonly locator: object;
  readonly at: string;
  readonly device: string;
  readonly is_deliberate: boolean;
}

const maxRows = 20_000;

/**
 * Moves old events to a file, which is read back before the transaction ends that deletes them: after a crash they are
 * in the database, and the file has no row and is deleted as an orphan.
 *
 * @returns the number of events
 */
export async function archiveBatch(
  tx: Database,
  storage: Storage,
  range: Range,
  archivedAt: Date,
): Promise<number> {
  await lockArchives(tx);
  const rows = await takeOldEvents(tx, { ...range, limit: maxRows });
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return 0;
  const lines = rows.map(({ line }) => line);
  await store(tx, storage, lines, { firstUserId: first.userId, lastUserId: last.userId, archivedAt });
  return rows.length;
}

/** @throws {Error} when the stored file is not what was written */
async function store(
  tx: Database,
  storage: Storage,
  lines: readonly string[],
  readers: Pick<Archive, "firstUserId" | "lastUserId" | "archivedAt">,
): Promise<void> {
  const storageKey = createKey("archive", "jsonl.gz");
  const content = await promisify(gzip)(lines.join("\n"));
  const sha256 = createHash("sha256").update(content).digest("hex");
  await storage.put(storageKey, Readable.from([content]));
  const archive = { ...readers, storageKey, rows: lines.length, bytes: content.length, sha256 };
  await read(storage, archive);
  await insertArchive(tx, archive);
}

/** @throws {Error} when the file is damaged */
async function read(storage: Storage, { storageKey, rows, sha256 }: Archive): Promise<string[]> {
  const content = await buffer(await storage.read(storageKey));
  const isSame = createHash("sha256").update(content).digest("hex") === sha256;
  const lines = isSame ? (await promisify(gunzip)(content)).toString().split("\n") : [];
  if (lines.length !== rows) throw new Error(`${storageKey} differs from what was archived.`);
  return lines;
}

const parse = (line: string): ArchivedEvent => JSON.parse(line);

/** Before an export reads events: after this, those of its reader stay where they are until it is ready. */
export const waitForArchive = (db: Database): Promise<void> => db.transaction(lockArchives);

/** The archived events of a reader, by file, in the form of the data export. */
export async function* readArchivedPositions(
  { db, storage }: Pick<Services, "db" | "storage">,
  userId: UserId,
) {
  for (const archive of await listArchives(db, userId)) {
    const events = (await read(storage, archive)).map(parse).filter((event) => event.user_id === userId);
    yield events.map(({ id, book_id, locator, at, device, is_deliberate }) => {
      return { id, bookId: book_id, locator, at: new Date(at), device, isDeliberate: is_deliberate };
    });
  }
}

/**
 * Removes a reader from all archives, in the transaction that deletes the account.
 *
 * @returns the keys of the replaced files, to be deleted after it
 */
export async function eraseArchivedPositions(
  tx: Database,
  storage: Storage,
  userId: UserId,
): Promise<string[]> {
  await lockArchives(tx);
  const replaced: string[] = [];
  for (const archive of await listArchives(tx, userId)) {
    const lines = await read(storage, archive);
    const others = lines.filter((line) => parse(line).user_id !== userId);
    if (others.length === lines.length) continue;
    await deleteArchive(tx, archive.storageKey);
    const { firstUserId, lastUserId, archivedAt } = archive;
    if (others.length > 0) await store(tx, storage, others, { firstUserId, lastUserId, archivedAt });
    replaced.push(archive.storageKey);
  }
  return replaced;
}
