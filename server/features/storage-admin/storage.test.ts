import { utimes, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { BookId } from "#shared/books/book.ts";
import { playerContract } from "#shared/player/contract.ts";
import { storageContract } from "#shared/staff/storage.ts";
import { audioFiles, ebooks } from "#server/db/schema/books/formats.ts";
import { createKey } from "#server/storage/keys.ts";
import { test } from "#server/testing/test.ts";
import { checkStorage } from "./service.ts";

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
    expect(report.kinds).toEqual([
      { kind: "epub", files: 2, bytes: 9 },
      { kind: "damaged", files: 1, bytes: 6 },
    ]);

    expect(await admin(deleteUntracked, {})).toEqual({ removed: 0 });
    const old = new Date(services.clock().getTime() - 7_200_000);
    await utimes(services.storageDrivers.disk.localPath(untracked.key), old, old);
    await utimes(services.storageDrivers.disk.localPath(intact.key), old, old);
    expect(await admin(deleteUntracked, {})).toEqual({ removed: 1 });
    expect(await services.storage.size(intact.key)).toBe(5);
  });

  test("a changed byte is found by the weekly check, and the file is served no more", async ({ app }) => {
    const { storage, storageDrivers, jobs } = app.services;
    const [damaged, intact] = [
      await app.make.audiobook({ chapters: 1 }),
      await app.make.audiobook({ chapters: 1 }),
    ];
    const files = await app.db.select().from(audioFiles);
    const content = Buffer.from("forty bytes of sound, none of them wrong");
    for (const { id } of files) {
      const stored = await storage.put(createKey("audio", "wav"), Readable.from([content]));
      await app.db
        .update(audioFiles)
        .set({ storageKey: stored.key, bytes: stored.bytes, sha256: stored.sha256 })
        .where(eq(audioFiles.id, id));
    }
    const [file] = await app.db.select().from(audioFiles).where(eq(audioFiles.bookId, damaged.id));
    const key = file?.storageKey ?? "";
    const flipped = Buffer.from(content);
    flipped[7] = (flipped[7] ?? 0) ^ 1;
    await writeFile(storageDrivers.disk.localPath(key), flipped);

    await jobs.add(checkStorage, {});
    await app.runJobs();

    const admin = app.as(await app.make.user({ isAdmin: true }));
    expect((await admin(getStorage, {})).check).toMatchObject({ altered: [key], readsContent: true });
    const getStatus = async (bookId: string) => {
      const reader = await app.make.user();
      const { chapters } = await app.as(reader)(playerContract.getPlaylist, {
        params: { bookId: BookId.parse(bookId) },
      });
      return (await app.fetch(chapters[0]?.audioUrl ?? "", { as: reader })).status;
    };
    expect(await getStatus(damaged.id)).toBe(503);
    expect(await getStatus(intact.id)).toBe(200);
    expect(await storage.size(`damaged/${key}`)).toBe(content.length);
  });

  test("is for admins", async ({ app }) => {
    const employee = app.as(await app.make.user({ isEmployee: true }));
    await expect(employee(getStorage, {})).rejects.toMatchObject({ status: 403 });
    await expect(employee(deleteUntracked, {})).rejects.toMatchObject({ status: 403 });
  });
});
