import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { test as base, expect } from "vitest";
import { storageContract } from "#shared/staff/storage.ts";
import { storageCopies, storageMigrations } from "#server/db/schema/system/storage.ts";
import { createKey } from "#server/storage/keys.ts";
import type { Storage } from "#server/storage/storage.ts";
import { SwitchableStorage } from "#server/storage/switchable.ts";
import { startS3Server } from "#server/testing/s3-server.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { migrateStorage } from "./migrate-storage.ts";
import { readActiveStorage } from "./service.ts";

const { getStorage, startMigration, cancelMigration } = storageContract;
const day = 24 * 3_600_000;

async function startApp() {
  const s3 = await startS3Server();
  const app = await startTestApp({ s3: s3.settings });
  const { services } = app;
  const { disk, s3: bucket } = services.storageDrivers;
  if (!bucket) throw new Error("S3 is configured.");
  return {
    app,
    disk,
    bucket,
    admin: app.as(await app.make.user({ isAdmin: true })),
    put: async (content: string) =>
      (await openStorage().put(createKey("epub", "epub"), Readable.from([Buffer.from(content)]))).key,
    read: async (key: string) => text(await openStorage().read(key)),
    openStorage,
    run: () => migrateStorage.run(services, {}),
    async stop() {
      await app.stop();
      await s3.stop();
    },
  };

  /** Opens the storage as another process does, without a cached state. */
  function openStorage(): Storage {
    return new SwitchableStorage(services.storageDrivers, () => readActiveStorage(app.db));
  }
}

const test = base.extend<{ setup: Awaited<ReturnType<typeof startApp>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern to find dependencies.
  setup: async ({}, use) => {
    const setup = await startApp();
    await use(setup);
    await setup.stop();
  },
});

const listKeys = async (storage: Storage) => {
  const keys: string[] = [];
  for await (const key of storage.list("")) keys.push(key);
  return keys.sort();
};

test("files move to S3, the old ones are deleted after a week, and back", async ({ setup }) => {
  const { app, admin, disk, bucket, put, read, run } = setup;
  const [first, second] = [await put("one"), await put("two")];
  await disk.put("reference-speech/ab/cached.bin", Readable.from([Buffer.from("x")]));

  const started = await admin(startMigration, { body: { target: "s3" } });
  expect(started).toMatchObject({ driver: "disk", migration: { target: "s3", state: "copying" } });
  await expect(admin(startMigration, { body: { target: "s3" } })).rejects.toMatchObject({ status: 409 });
  await run();
  expect(await admin(getStorage, {})).toMatchObject({
    driver: "s3",
    isS3Configured: true,
    migration: { state: "switched", totalFiles: 2, copiedFiles: 2, copiedBytes: 6, error: "" },
  });
  expect(await listKeys(bucket)).toEqual([first, second].sort());

  const third = await put("three");
  expect(await disk.size(third)).toBeNull();
  const late = await disk.put(createKey("audio", "mp3"), Readable.from([Buffer.from("late")]));
  expect(await read(late.key)).toBe("late");
  await run();
  expect(await bucket.size(late.key)).toBe(4);
  await setup.openStorage().remove(second);
  expect(await disk.size(second)).toBeNull();

  app.setClock(new Date(app.services.clock().getTime() + 8 * day));
  await run();
  expect(await listKeys(disk)).toEqual(["reference-speech/ab/cached.bin"]);
  expect(await read(first)).toBe("one");
  expect(await app.db.$count(storageCopies)).toBe(0);

  await admin(startMigration, { body: { target: "disk" } });
  await run();
  expect(await admin(getStorage, {})).toMatchObject({ driver: "disk", migration: { state: "switched" } });
  expect(await read(third)).toBe("three");
  expect(await disk.size(third)).toBe(5);
});

test("an interrupted move continues, and every file stays readable", async ({ setup }) => {
  const { admin, bucket, put, read, run } = setup;
  const keys = await Promise.all(["a", "b", "c", "d"].map(put));
  await admin(startMigration, { body: { target: "s3" } });

  const originalPut = bucket.put.bind(bucket);
  let puts = 0;
  Object.assign(bucket, {
    put: (...input: Parameters<Storage["put"]>) =>
      ++puts > 2 ? Promise.reject(new Error("connection lost")) : originalPut(...input),
  });
  await run();
  expect(await admin(getStorage, {})).toMatchObject({
    driver: "disk",
    migration: { state: "copying", copiedFiles: 2, error: "connection lost" },
  });
  expect(await Promise.all(keys.map(read))).toEqual(["a", "b", "c", "d"]);

  Object.assign(bucket, { put: originalPut });
  await run();
  expect(await admin(getStorage, {})).toMatchObject({
    driver: "s3",
    migration: { state: "switched", copiedFiles: 4, error: "" },
  });
  expect(await Promise.all(keys.map(read))).toEqual(["a", "b", "c", "d"]);
});

test("a damaged copy is replaced, and an original that differs is kept", async ({ setup }) => {
  const { app, admin, disk, bucket, put, read, run } = setup;
  const key = await put("right");
  await bucket.put(key, Readable.from([Buffer.from("wrong")]));
  await admin(startMigration, { body: { target: "s3" } });
  await run();
  expect(await read(key)).toBe("right");

  await bucket.put(key, Readable.from([Buffer.from("other")]));
  app.setClock(new Date(app.services.clock().getTime() + 8 * day));
  await run();
  expect(await text(await disk.read(key))).toBe("right");
});

test("a move can be cancelled before the switch", async ({ setup }) => {
  const { admin, disk, bucket, put, run } = setup;
  const key = await put("one");
  await admin(startMigration, { body: { target: "s3" } });
  await bucket.put(key, Readable.from([Buffer.from("one")]));
  await admin(cancelMigration, {});
  await run();
  expect(await admin(getStorage, {})).toMatchObject({ driver: "disk", migration: { state: "cancelled" } });
  expect([await listKeys(bucket), await listKeys(disk)]).toEqual([[], [key]]);
  await expect(admin(cancelMigration, {})).rejects.toMatchObject({ status: 409 });
});

test("without S3 and without permission nothing moves", async ({ setup }) => {
  const { app } = setup;
  const employee = app.as(await app.make.user({ isEmployee: true }));
  await expect(employee(startMigration, { body: { target: "s3" } })).rejects.toMatchObject({ status: 403 });
  const other = await startTestApp();
  const admin = other.as(await other.make.user({ isAdmin: true }));
  await expect(admin(startMigration, { body: { target: "s3" } })).rejects.toMatchObject({ status: 409 });
  await expect(admin(startMigration, { body: { target: "disk" } })).rejects.toMatchObject({ status: 409 });
  await other.db.insert(storageMigrations).values({ target: "s3", state: "finished", startedAt: new Date() });
  expect((await other.fetch("/readyz")).status).toBe(503);
  await other.stop();
});
