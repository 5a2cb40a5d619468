import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Reason } from "#shared/api/problem.ts";
import type { BookId } from "#shared/books/book.ts";
import {
  type NewUploadSet,
  type UploadFileId,
  type UploadSetId,
  type UploadState,
  uploadExpiryDays,
} from "#shared/uploads/contract.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { books } from "#server/db/schema/books/books.ts";
import { audioFiles, ebooks } from "#server/db/schema/books/formats.ts";
import { uploadFiles, uploadSets } from "#server/db/schema/publishing/uploads.ts";

export type UploadSetRow = typeof uploadSets.$inferSelect;
export type UploadFileRow = typeof uploadFiles.$inferSelect;

/** Creates one upload at a time per user, so that the limits hold. */
export async function lockUploader(tx: Database, userId: UserId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploader ${userId}`}, 0))`);
}

export async function insertUpload(
  tx: Database,
  set: typeof uploadSets.$inferInsert,
  files: NewUploadSet["files"],
): Promise<{ set: UploadSetRow; files: UploadFileRow[] }> {
  const added = expectOneRow(await tx.insert(uploadSets).values(set).returning());
  const rows = files.map((file) => ({ ...file, setId: added.id }));
  return { set: added, files: await tx.insert(uploadFiles).values(rows).returning() };
}

/** Null for the uploads of others. */
export async function findUpload(
  db: Database,
  userId: UserId,
  setId: UploadSetId,
  lock = false,
): Promise<UploadSetRow | null> {
  const found = db
    .select()
    .from(uploadSets)
    .where(and(eq(uploadSets.id, setId), eq(uploadSets.ownerId, userId)));
  const [row] = lock ? await found.for("update") : await found;
  return row ?? null;
}

/** States in which files can be sent. */
const unfinishedStates: UploadState[] = ["open", "failed"];
const activeStates: UploadState[] = ["open", "processing", "failed", "rejected"];

export function countUnfinishedUploads(db: Database, userId: UserId): Promise<number> {
  return db.$count(
    uploadSets,
    and(eq(uploadSets.ownerId, userId), inArray(uploadSets.state, unfinishedStates)),
  );
}

/** Uploads that are not books, oldest first. */
export function listActiveUploads(db: Database, userId: UserId): Promise<UploadSetRow[]> {
  return db
    .select()
    .from(uploadSets)
    .where(and(eq(uploadSets.ownerId, userId), inArray(uploadSets.state, activeStates)))
    .orderBy(asc(uploadSets.createdAt), asc(uploadSets.id))
    .limit(100);
}

export function listUploadFiles(db: Database, setIds: readonly UploadSetId[]): Promise<UploadFileRow[]> {
  if (setIds.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(uploadFiles)
    .where(inArray(uploadFiles.setId, [...setIds]))
    .orderBy(asc(uploadFiles.path));
}

/** A file whose upload is not a book yet; null for others' files. */
export async function findOpenFile(
  db: Database,
  userId: UserId,
  fileId: UploadFileId,
): Promise<UploadFileRow | null> {
  const [row] = await db
    .select({ file: uploadFiles })
    .from(uploadFiles)
    .innerJoin(uploadSets, eq(uploadSets.id, uploadFiles.setId))
    .where(
      and(
        eq(uploadFiles.id, fileId),
        eq(uploadSets.ownerId, userId),
        inArray(uploadSets.state, unfinishedStates),
      ),
    );
  return row?.file ?? null;
}

export async function findFile(db: Database, fileId: string): Promise<UploadFileRow | null> {
  const [row] = await db
    .select()
    .from(uploadFiles)
    .where(eq(uploadFiles.id, fileId as UploadFileId));
  return row ?? null;
}

export async function setDigest(db: Database, fileId: UploadFileId, digest: string): Promise<void> {
  await db.update(uploadFiles).set({ digest }).where(eq(uploadFiles.id, fileId));
}

/** @returns false when it was not in one of the states */
export async function setUploadState(
  db: Database,
  setId: UploadSetId,
  from: readonly UploadState[],
  change: { readonly state: UploadState; readonly reason?: Reason | null; readonly bookId?: BookId },
): Promise<boolean> {
  const changed = await db
    .update(uploadSets)
    .set(change)
    .where(and(eq(uploadSets.id, setId), inArray(uploadSets.state, [...from])))
    .returning({ id: uploadSets.id });
  return changed.length > 0;
}

/** Keeps an upload that is still being sent. */
export const getExpiry = (now: Date) => new Date(now.getTime() + uploadExpiryDays * 24 * 3_600_000);

export async function postponeExpiry(db: Database, setId: UploadSetId, expiresAt: Date): Promise<void> {
  await db.update(uploadSets).set({ expiresAt }).where(eq(uploadSets.id, setId));
}

export async function findUploadById(db: Database, setId: UploadSetId): Promise<UploadSetRow | null> {
  const [row] = await db.select().from(uploadSets).where(eq(uploadSets.id, setId));
  return row ?? null;
}

export async function deleteUpload(db: Database, setId: UploadSetId): Promise<void> {
  await db.delete(uploadSets).where(eq(uploadSets.id, setId));
}

/** @returns the deleted ids */
export async function deleteExpiredUploads(db: Database, now: Date): Promise<UploadSetId[]> {
  const deleted = await db
    .delete(uploadSets)
    .where(lte(uploadSets.expiresAt, now))
    .returning({ id: uploadSets.id });
  return deleted.map(({ id }) => id);
}

export async function listUploadIds(db: Database): Promise<UploadSetId[]> {
  return (await db.select({ id: uploadSets.id }).from(uploadSets)).map(({ id }) => id);
}

/** Declared bytes of all uploads that are not books yet. */
export async function sumDeclaredBytes(db: Database, userId?: UserId): Promise<number> {
  const [sum] = await db
    .select({ bytes: sql<string>`coalesce(sum(${uploadFiles.bytes}), 0)` })
    .from(uploadFiles)
    .innerJoin(uploadSets, eq(uploadSets.id, uploadFiles.setId))
    .where(
      and(
        inArray(uploadSets.state, ["processing", ...unfinishedStates]),
        userId && and(eq(uploadSets.ownerId, userId), eq(uploadSets.isForSite, false)),
      ),
    );
  return Number(sum?.bytes ?? 0);
}

/** Stored bytes of the books of an account. */
export async function sumBookBytes(db: Database, userId: UserId): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(sql`
    select coalesce(sum(bytes), 0) as bytes from (
      select ${ebooks.bytes} as bytes from ${ebooks} join ${books} on ${books.id} = ${ebooks.bookId}
        where ${books.ownerId} = ${userId}
      union all
      select ${audioFiles.bytes} from ${audioFiles} join ${books} on ${books.id} = ${audioFiles.bookId}
        where ${books.ownerId} = ${userId}
    ) files`);
  return Number(rows[0]?.bytes ?? 0);
}
