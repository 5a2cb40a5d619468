import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { eq, inArray, sql } from "drizzle-orm";
import { describe, expect, onTestFinished } from "vitest";
import { fromBuffer } from "yauzl";
import type { UserId } from "#shared/accounts/user.ts";
import { createPartitions } from "#server/db/partitions.ts";
import { dataExports, users } from "#server/db/schema/accounts/accounts.ts";
import { positionArchives } from "#server/db/schema/reading/positions.ts";
import { deleteDueAccounts } from "#server/features/accounts/deletion.ts";
import { insertExport } from "#server/features/accounts/export-queries.ts";
import { createExportFile } from "#server/features/accounts/exports.ts";
import { eraseAccount } from "#server/features/accounts/service.ts";
import type { Services } from "#server/services.ts";
import { S3Storage } from "#server/storage/s3.ts";
import { startS3Server } from "#server/testing/s3-server.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { archivePositions } from "./jobs.ts";
import { listArchives } from "./queries.ts";

const now = new Date("2029-06-15T12:00:00Z");

function archive({ services }: TestApp, replaced: Partial<Services> = {}) {
  const settings = { ...services.settings, archivePositionsMonths: 12 };
  return archivePositions.run({ ...services, settings, clock: () => now, ...replaced }, {});
}

/** A reader whose id begins like those of the others, with events of 2027 to 2029 in two books. */
async function makeReader(app: TestApp): Promise<UserId> {
  await createPartitions(app.db, now);
  const { id } = await app.make.user({ id: `ab${randomUUID().slice(2)}` as UserId });
  for (const { id: bookId } of [await app.make.book(), await app.make.book()]) {
    const events = Array.from({ length: 30 }, (_, n) => {
      const at = new Date(Date.UTC(2027, n, 1));
      // The newest old one is a fall below 1 %.
      const locator = { fraction: n === 16 ? 0 : 0.01 + n / 100 };
      return {
        id: randomUUID(),
        userId: id,
        bookId,
        locator,
        at,
        deviceAt: at,
        reportedAt: at,
        device: "Test",
      };
    }).map((event) => ({ ...event, isDeliberate: false, reset: false }));
    await app.db.execute(sql`select from record_positions(${JSON.stringify(events)}::jsonb, now())`);
  }
  return id;
}

async function listStored({ db }: TestApp, userId: UserId): Promise<string[]> {
  const { rows } = await db.execute<{ line: string }>(
    sql`select to_jsonb(e)::text as line from position_events e where user_id = ${userId} order by 1`,
  );
  return rows.map(({ line }) => line);
}

async function listFiles({ services: { storage } }: TestApp): Promise<string[]> {
  const files: string[] = [];
  for await (const key of storage.list("archive")) files.push(key);
  return files;
}

/** Those of readers of earlier tests may cover the ids of later ones. */
async function removeArchives(app: TestApp): Promise<void> {
  for (const key of await listFiles(app)) await app.services.storage.remove(key);
  await app.db.delete(positionArchives);
}

/** The lines of all files, with or without a row. */
async function listArchived(app: TestApp, userId: UserId): Promise<string[]> {
  const contents = (await listFiles(app)).map(async (key) =>
    gunzipSync(await buffer(await app.services.storage.read(key))).toString(),
  );
  return (await Promise.all(contents))
    .flatMap((text) => text.split("\n"))
    .filter((line) => line.includes(userId))
    .sort();
}

async function exportPositions({ services }: TestApp, userId: UserId): Promise<{ id: string }[]> {
  const { db, storage } = services;
  const { id } = await insertExport(db, userId, now);
  await createExportFile.run(services, { id });
  const [stored] = await db.select().from(dataExports).where(sql`id = ${id}`);
  const zip = await buffer(await storage.read(stored?.storageKey ?? ""));
  return JSON.parse(await readEntry(zip, "positions.json"));
}

const readEntry = (zipped: Buffer, name: string) =>
  new Promise<string>((resolve, reject) => {
    fromBuffer(zipped, (failed, zip) => {
      if (failed) return reject(failed);
      zip.on("entry", (entry) => {
        if (entry.fileName === name)
          zip.openReadStream(entry, (error, stream) =>
            error ? reject(error) : buffer(stream).then((content) => resolve(content.toString()), reject),
          );
      });
    });
  });

describe("the archive of positions", () => {
  test("takes old events as they are, but what later ones are compared with", async ({ app }) => {
    const [reader, other] = [await makeReader(app), await makeReader(app)];
    const before = [await listStored(app, reader), await listStored(app, other)];
    const current = () => app.db.execute(sql`select * from current_positions order by user_id, book_id`);
    const { rows: currentBefore } = await current();

    await archive(app);
    const files = await listFiles(app);
    await archive(app);

    expect(await listFiles(app)).toEqual(files);
    for (const [index, id] of [reader, other].entries()) {
      const [stored, archived] = [await listStored(app, id), await listArchived(app, id)];
      expect([...stored, ...archived].sort()).toEqual(before[index]);
      // Of each book 13 events are recent, and two of the old ones are kept.
      expect([stored.length, archived.length]).toEqual([30, 30]);
      expect(stored.filter((line) => line.includes('"fraction": 0}'))).toHaveLength(2);
      expect(new Set((await exportPositions(app, id)).map((event) => event.id)).size).toBe(60);
      expect(await exportPositions(app, id)).toHaveLength(60);
    }
    expect((await current()).rows).toEqual(currentBefore);
    const { rows } = await app.db.execute(
      sql`select pg_relation_size('partitions.position_events_2027q2')::int as bytes`,
    );
    expect(rows).toEqual([{ bytes: 0 }]);
  });

  test("can be in a bucket", async ({ app }) => {
    const { settings, stop } = await startS3Server();
    const folder = await mkdtemp(path.join(tmpdir(), "maktaba-archive-"));
    const storage = new S3Storage(settings, folder);
    onTestFinished(async () => {
      storage.close();
      await stop();
      await rm(folder, { recursive: true, force: true });
    });
    const inBucket = { ...app, services: { ...app.services, storage } };
    // Those of other tests are on the disk.
    await app.db.delete(positionArchives);
    const [reader, other] = [await makeReader(app), await makeReader(app)];

    await archive(inBucket);

    expect(await listArchived(app, reader)).toEqual([]);
    expect(await listArchived(inBucket, reader)).toHaveLength(30);
    expect(await exportPositions(inBucket, reader)).toHaveLength(60);
    await eraseAccount(inBucket.services, null, reader);
    expect(await listArchived(inBucket, reader)).toEqual([]);
    expect(await exportPositions(inBucket, other)).toHaveLength(60);
    await eraseAccount(inBucket.services, null, other);
    expect(await listFiles(inBucket)).toEqual([]);
  });

  test("leaves everything in place when a file is not what was written", async ({ app }) => {
    const reader = await makeReader(app);
    const before = await listStored(app, reader);
    const archives = await app.db.$count(positionArchives);
    const { storage } = app.services;
    const damaged: Services["storage"] = Object.create(storage, {
      put: {
        value: async (key: string, content: Readable) => {
          const bytes = await buffer(content);
          bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1;
          return storage.put(key, Readable.from([bytes]));
        },
      },
      read: { value: (key: string) => storage.read(key) },
    });

    await expect(archive(app, { storage: damaged })).rejects.toThrow("differs from what was archived");

    expect(await listStored(app, reader)).toEqual(before);
    expect(await app.db.$count(positionArchives)).toBe(archives);
    await removeArchives(app);
  });

  test("does not move the events of a reader who waits for an export", async ({ app }) => {
    const reader = await makeReader(app);
    const { id } = await insertExport(app.db, reader, now);
    await archive(app);
    expect(await listStored(app, reader)).toHaveLength(60);

    await createExportFile.run(app.services, { id });
    await archive(app);

    expect(await listStored(app, reader)).toHaveLength(30);
  });

  test("has nothing of an erased account, and all of the others", async ({ app }) => {
    const [reader, other] = [await makeReader(app), await makeReader(app)];
    await archive(app);
    const kept = await listArchived(app, other);
    expect(await listArchived(app, reader)).toHaveLength(30);

    await eraseAccount(app.services, null, reader);

    expect(await listArchived(app, reader)).toEqual([]);
    expect(await listArchived(app, other)).toEqual(kept);
    expect(kept).toHaveLength(30);
    expect(await listStored(app, reader)).toEqual([]);
    expect(await exportPositions(app, other)).toHaveLength(60);
  });

  test("that is damaged keeps its reader's account, and no other one", async ({ app }) => {
    const { storage, storageDrivers } = app.services;
    await removeArchives(app);
    const [reader, other] = [await makeReader(app), await app.make.user()];
    await archive(app);
    const [{ storageKey: key } = expect.fail()] = await listArchives(app.db, reader);
    const path = storageDrivers.disk.localPath(key);
    const content = await readFile(path);
    await writeFile(path, "damaged");
    const due = { deletionRequestedAt: new Date("2020-01-01T00:00:00Z") };
    await app.db
      .update(users)
      .set(due)
      .where(inArray(users.id, [reader, other.id]));

    await expect(deleteDueAccounts(app.services)).rejects.toThrow("differs from what was archived");

    expect(
      await app.db
        .select({ id: users.id })
        .from(users)
        .where(inArray(users.id, [reader, other.id])),
    ).toEqual([{ id: reader }]);
    const erased = await app.make.user();
    await eraseAccount(app.services, null, erased.id);
    expect(await app.db.$count(users, eq(users.id, erased.id))).toBe(0);

    await writeFile(path, content);
    await deleteDueAccounts(app.services);
    expect(await app.db.$count(users, eq(users.id, reader))).toBe(0);
    expect(await storage.size(key)).toBeNull();
  });
});
