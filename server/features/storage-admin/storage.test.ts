import { utimes, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { storageContract } from "#shared/staff/storage.ts";
import { ebooks } from "#server/db/schema/books/formats.ts";
import { createKey } from "#server/storage/keys.ts";
import { test } from "#server/testing/test.ts";

const { getStorage, startCheck, deleteUntracked } = storageContract;

describe("storage", () => {
  test("is compared with the database: missing, altered and untracked files are listed", async ({ app }) => {
    const { services } = app;
    const admin = app.as(await app.make.user({ isAdmin: true }));
    const put = (text: string) =>
      services.storage.put(createKey("epub", "epub"), Readable.from([Buffer.from(text)]));
    const [deletedFile, altered, untracked, intact] = [
      await put("gone"),
      await put("before"),
      await put("lost"),
      await put("valid"),
    ];
    for (const { key, bytes, sha256 } of [deletedFile, altered, intact]) {
      const book = await app.make.ebook({ wordCount: 1, pageCount: 1 });
      await app.db.update(ebooks).set({ storageKey: key, bytes, sha256 }).where(eq(ebooks.bookId, book.id));
    }
    await services.storage.remove(deletedFile.key);
    await writeFile(services.storageDrivers.disk.localPath(altered.key), "after!");

    const started = await admin(startCheck, { body: { readsContent: true } });
    expect(started.check).toMatchObject({ finishedAt: null });
    await expect(admin(startCheck, { body: { readsContent: false } })).rejects.toMatchObject({ status: 409 });
    await app.runJobs();

    const report = await admin(getStorage, {});
    expect(report.check).toMatchObject({
      missing: [deletedFile.key],
      altered: [altered.key],
      untracked: [untracked.key],
      readsContent: true,
    });
    expect(report.kinds).toContainEqual({ kind: "epub", files: 3, bytes: 15 });

    expect(await admin(deleteUntracked, {})).toEqual({ removed: 0 });
    const old = new Date(services.clock().getTime() - 7_200_000);
    await utimes(services.storageDrivers.disk.localPath(untracked.key), old, old);
    await utimes(services.storageDrivers.disk.localPath(intact.key), old, old);
    expect(await admin(deleteUntracked, {})).toEqual({ removed: 1 });
    expect(await services.storage.size(intact.key)).toBe(5);
  });

  test("is for admins", async ({ app }) => {
    const employee = app.as(await app.make.user({ isEmployee: true }));
    await expect(employee(getStorage, {})).rejects.toMatchObject({ status: 403 });
    await expect(employee(deleteUntracked, {})).rejects.toMatchObject({ status: 403 });
  });
});
