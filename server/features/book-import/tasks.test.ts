import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { books } from "#server/db/schema/books/books.ts";
import { bookTasks } from "#server/db/schema/system/tasks.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { deleteOrphans } from "./delete-orphans.ts";
import { importFolder } from "./service.ts";
import { createCover } from "./tasks.ts";

const { getBook } = booksContract;

/** A draft with a small text, as `import --draft` creates it, and its owner. */
async function importDraft(app: TestApp, title: string) {
  const folder = await mkdtemp(path.join(tmpdir(), "maktaba-draft-"));
  const cover = await sharp({ create: { width: 400, height: 600, channels: 3, background: "#0F4A3A" } })
    .jpeg()
    .toBuffer();
  await writeSmallEpub(path.join(folder, "book.epub"), { title, cover });
  await importFolder(app.services, folder, { isDraft: true });
  await rm(folder, { recursive: true });
  const owner = await app.make.user({ isAuthor: true });
  const [book] = await app.db
    .update(books)
    .set({ ownerId: owner.id })
    .where(eq(books.title, title))
    .returning();
  return { owner, bookId: expectOneRow(book ? [book] : []).id };
}

describe("import tasks of a draft", () => {
  test("continue after the upload, and owner and staff are notified", async ({ app }) => {
    const { owner, bookId } = await importDraft(app, "A Draft With a Cover");
    const employee = await app.make.user({ isEmployee: true });
    const params = { bookId };

    const before = await app.as(owner)(getBook, { params });
    await app.runJobs();

    expect(before).toMatchObject({ state: "draft", coverImageUrl: "", hasEbook: true });
    expect(before.tasks).toEqual([{ name: "cover", state: "waiting", reason: null }]);
    const after = await app.as(employee)(getBook, { params });
    expect(after.coverImageUrl).toContain(`/covers/${bookId}/`);
    expect(after.tasks).toEqual([{ name: "cover", state: "done", reason: null }]);
    const events = app.published.filter(({ event }) => event.topics.includes("book-task"));
    expect(events.map(({ userId }) => userId)).toEqual(expect.arrayContaining([owner.id, employee.id]));
  });

  test("show why they failed, and succeed when retried", async ({ app }) => {
    const { owner, bookId } = await importDraft(app, "A Draft Without Its Picture");
    const lost = { storageKey: "draft-picture/00/lost.bin" };
    await app.db.update(bookTasks).set(lost).where(eq(bookTasks.bookId, bookId));
    const listTasks = async () => (await app.as(owner)(getBook, { params: { bookId } })).tasks;

    await expect(app.runJobs()).rejects.toMatchObject({ code: "ENOENT" });

    expect(await listTasks()).toEqual([{ name: "cover", state: "failed", reason: "lost-file" }]);
    await app.db.update(bookTasks).set({ storageKey: null }).where(eq(bookTasks.bookId, bookId));
    await createCover.run(app.services, { bookId });
    await createCover.run(app.services, { bookId });
    expect(await listTasks()).toEqual([{ name: "cover", state: "done", reason: null }]);
  });

  test("are private, and hidden after publication", async ({ app }) => {
    const { owner, bookId } = await importDraft(app, "A Draft of Somebody");
    const params = { bookId };

    await expect(app.as(await app.make.user())(getBook, { params })).rejects.toMatchObject({ status: 404 });
    await expect(app.as(null)(getBook, { params })).rejects.toMatchObject({ status: 404 });
    await app.db.update(books).set({ state: "published" }).where(eq(books.id, bookId));

    expect((await app.as(owner)(getBook, { params })).tasks).toEqual([]);
  });

  test("keep their files when orphans are removed", async ({ app }) => {
    const { bookId } = await importDraft(app, "A Draft That Waits");
    const [waiting] = await app.db.select().from(bookTasks).where(eq(bookTasks.bookId, bookId));
    const image = waiting?.storageKey ?? "";

    app.setClock(new Date(Date.now() + 2 * 3_600_000));
    await deleteOrphans(app.services);

    expect(await app.services.storage.size(image)).not.toBeNull();
    await app.runJobs();
    expect(await app.services.storage.size(image)).toBeNull();
  });
});
