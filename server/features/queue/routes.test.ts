import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { queueContract } from "#shared/queue/contract.ts";
import { maxQueuedBooks } from "#shared/queue/queue.ts";
import { queuedBooks } from "#server/db/schema/reading/queue.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { getQueue, replaceQueue, saveQueuedBook, deleteQueuedBook } = queueContract;

const list = async (app: TestApp, user: User) =>
  (await app.as(user)(getQueue, {})).books.map(({ title }) => title);

const listStored = (app: TestApp, user: User) =>
  app.db.select().from(queuedBooks).where(eq(queuedBooks.userId, user.id)).orderBy(queuedBooks.bookId);

const add = (app: TestApp, user: User, bookId: BookId, position?: number) =>
  app.as(user)(saveQueuedBook, { params: { bookId }, body: position === undefined ? {} : { position } });

async function createScene(app: TestApp) {
  const [first, second, third] = [
    await app.make.audiobook({ title: "First", chapters: 1 }),
    await app.make.audiobook({ title: "Second", chapters: 1 }),
    await app.make.audiobook({ title: "Third", chapters: 1 }),
  ];
  return { reader: await app.make.user(), first, second, third };
}

describe("the queue", () => {
  test("takes books at its end or at a position and moves known ones", async ({ app }) => {
    const { reader, first, second, third } = await createScene(app);
    await add(app, reader, first.id);
    await add(app, reader, second.id);
    await add(app, reader, third.id, 0);
    expect(await list(app, reader)).toEqual(["Third", "First", "Second"]);

    await add(app, reader, third.id, 1);
    await add(app, reader, third.id, 1);
    expect(await list(app, reader)).toEqual(["First", "Third", "Second"]);

    await app.as(reader)(deleteQueuedBook, { params: { bookId: first.id } });
    await app.as(reader)(deleteQueuedBook, { params: { bookId: first.id } });
    expect(await list(app, reader)).toEqual(["Third", "Second"]);
  });

  test("is replaced as a whole, without books that cannot be heard", async ({ app }) => {
    const { reader, first, second } = await createScene(app);
    const [draft, text] = [await app.make.audiobook({ state: "draft", chapters: 1 }), await app.make.book()];
    await app.as(reader)(replaceQueue, {
      body: { bookIds: [second.id, draft.id, first.id, text.id, second.id] },
    });
    expect(await list(app, reader)).toEqual(["Second", "First"]);
    await app.as(reader)(replaceQueue, { body: { bookIds: [] } });
    expect(await list(app, reader)).toEqual([]);
  });

  test("refuses books without audio, hidden ones, and too many", async ({ app }) => {
    const { reader, first } = await createScene(app);
    const [draft, text] = [await app.make.audiobook({ state: "draft", chapters: 1 }), await app.make.book()];
    await expect(add(app, reader, draft.id)).rejects.toMatchObject({ status: 404 });
    await expect(add(app, reader, text.id)).rejects.toMatchObject({ status: 404 });
    const many = await Promise.all(
      Array.from({ length: maxQueuedBooks }, () => app.make.audiobook({ chapters: 1 })),
    );
    await app.as(reader)(replaceQueue, { body: { bookIds: many.map(({ id }) => id) } });
    await expect(add(app, reader, first.id)).rejects.toMatchObject({ status: 409 });
  });

  test("is the reader's own: no call of another account reads or changes it", async ({ app }) => {
    const { reader, first, second, third } = await createScene(app);
    const other = await app.make.user();
    await add(app, reader, first.id);
    await add(app, reader, second.id);
    const stored = await listStored(app, reader);
    expect(await list(app, other)).toEqual([]);
    await add(app, other, second.id, 0);
    await add(app, other, third.id);
    await app.as(other)(deleteQueuedBook, { params: { bookId: first.id } });
    await app.as(other)(replaceQueue, { body: { bookIds: [second.id, first.id] } });
    expect(await list(app, other)).toEqual(["Second", "First"]);
    await app.as(other)(replaceQueue, { body: { bookIds: [] } });
    expect(await list(app, other)).toEqual([]);
    expect(await listStored(app, other)).toEqual([]);
    expect(await list(app, reader)).toEqual(["First", "Second"]);
    expect(await listStored(app, reader)).toEqual(stored);
  });

  test("takes no private book of another account, by any call", async ({ app }) => {
    const { reader, first } = await createScene(app);
    const other = await app.make.user();
    const mine = await app.make.audiobook({
      title: "Private",
      chapters: 1,
      state: "draft",
      ownerId: reader.id,
    });
    await add(app, reader, mine.id);
    expect(await list(app, reader)).toEqual(["Private"]);
    await expect(add(app, other, mine.id)).rejects.toMatchObject({ status: 404 });
    await app.as(other)(replaceQueue, { body: { bookIds: [mine.id, first.id] } });
    expect(await list(app, other)).toEqual(["First"]);
    expect(await list(app, reader)).toEqual(["Private"]);
  });
});
