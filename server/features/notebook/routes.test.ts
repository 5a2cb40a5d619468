import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { communityContract } from "#shared/community/contract.ts";
import { marksContract } from "#shared/marks/contract.ts";
import { type MarkChange, MarkChangeId, MarkId } from "#shared/marks/mark.ts";
import { notebookContract } from "#shared/notebook/contract.ts";
import { marks } from "#server/db/schema/reading/marks.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { eraseMarks } from "./jobs.ts";

const { listMarks, getMarkSummary, getNotebook, saveNotebook, listMarksToReview, reviewMark } =
  notebookContract;
const start = Date.UTC(2026, 0, 1);

interface Made extends Partial<MarkChange> {
  readonly quote?: string;
  readonly fraction?: number;
  readonly day?: number;
}

async function mark(app: TestApp, user: User, bookId: BookId, made: Made = {}): Promise<MarkId> {
  const { quote = "words", fraction = 0.5, day = 1, ...fields } = made;
  const markId = MarkId.parse(randomUUID());
  const anchor = { chapter: 1, offset: 1, fraction, quote: { exact: quote, prefix: "", suffix: "" } };
  const change = {
    id: MarkChangeId.parse(randomUUID()),
    markId,
    bookId,
    at: new Date(start + day * 86_400_000).toISOString(),
    anchor,
    style: "yellow",
    ...fields,
  };
  const { refused } = await app.as(user)(marksContract.saveMarks, { body: { changes: [change] } });
  expect(refused).toEqual([]);
  return markId;
}

async function changeMark(app: TestApp, user: User, bookId: BookId, markId: MarkId, fields: object) {
  const change = { id: randomUUID(), markId, bookId, at: app.services.clock().toISOString(), ...fields };
  await app.as(user)(marksContract.saveMarks, { body: { changes: [change] } });
}

type Query = InputOf<typeof listMarks>["query"];
const list = async (app: TestApp, user: User, query: Query = {}) =>
  (await app.as(user)(listMarks, { query })).marks.map(({ id }) => id);

const makeBook = (app: TestApp, title: string) =>
  app.make.book({ title, normalizedTitle: normalizeSearchText(title) });

describe("the notebook of all books", () => {
  test("is filtered, searched, ordered and paged", async ({ app }) => {
    const reader = await app.make.user();
    const [b, a] = [await makeBook(app, "B"), await makeBook(app, "A")];
    const first = await mark(app, reader, b.id, {
      quote: "إِنَّ العِلْمَ نُورٌ",
      fraction: 0.9,
      day: 1,
      tags: ["x"],
    });
    const second = await mark(app, reader, b.id, {
      fraction: 0.1,
      day: 2,
      note: "Light, again",
      style: "blue",
    });
    const third = await mark(app, reader, a.id, { fraction: 0.2, day: 3, style: null });

    expect(await list(app, reader)).toEqual([third, second, first]);
    expect(await list(app, reader, { order: "place" })).toEqual([third, second, first]);
    expect(await list(app, reader, { search: "العلم" })).toEqual([first]);
    expect(await list(app, reader, { search: "again light" })).toEqual([second]);
    expect(await list(app, reader, { search: "again dark" })).toEqual([]);
    expect(await list(app, reader, { tag: "x" })).toEqual([first]);
    expect(await list(app, reader, { style: "blue" })).toEqual([second]);
    expect(await list(app, reader, { kind: "note" })).toEqual([second]);
    expect(await list(app, reader, { kind: "bookmark" })).toEqual([third]);
    expect(await list(app, reader, { kind: "highlight", bookId: b.id })).toEqual([second, first]);
    const [from, to] = [2, 3].map((day) => new Date(start + day * 86_400_000));
    expect(await list(app, reader, { from, to })).toEqual([second]);

    for (const order of ["place", "date"] as const) {
      const page = await app.as(reader)(listMarks, { query: { order, limit: 2 } });
      expect(page.marks.map(({ id }) => id)).toEqual([third, second]);
      const cursor = page.nextCursor ?? "";
      const next = await app.as(reader)(listMarks, { query: { order, limit: 2, cursor } });
      expect(next).toMatchObject({ marks: [{ id: first, book: { title: "B" } }], nextCursor: null });
      await expect(
        app.as(reader)(listMarks, { query: { order, kind: "note", cursor } }),
      ).rejects.toMatchObject({ status: 400 });
    }
  });

  test("lists lost and deleted marks apart, and counts books and tags", async ({ app }) => {
    const [reader, book] = [await app.make.user(), await makeBook(app, "C")];
    const kept = await mark(app, reader, book.id, { tags: ["y", "z"] });
    const lost = await mark(app, reader, book.id, { tags: ["y"] });
    const deleted = await mark(app, reader, book.id, { tags: ["y"] });
    await app.db.execute(sql`update ${marks} set placement = 'lost' where id = ${lost}`);
    await changeMark(app, reader, book.id, deleted, { isDeleted: true });

    expect((await list(app, reader)).sort()).toEqual([kept, lost].sort());
    expect(await list(app, reader, { state: "lost" })).toEqual([lost]);
    expect(await list(app, reader, { state: "deleted" })).toEqual([deleted]);
    expect(await app.as(reader)(getMarkSummary, {})).toEqual({
      total: 2,
      lost: 1,
      deleted: 1,
      books: [{ id: book.id, title: "C", author: book.author, count: 2, isInCommunity: false }],
      tags: [
        { tag: "y", count: 2 },
        { tag: "z", count: 1 },
      ],
    });
  });

  test("says which books a community of the reader reads", async ({ app }) => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    const [read, alone] = [await makeBook(app, "Read together"), await makeBook(app, "Read alone")];
    const body = { name: `Readers ${randomUUID()}`, about: "", visibility: "public" as const };
    const { id: communityId } = await app.as(reader)(communityContract.createCommunity, { body });
    await app.as(reader)(communityContract.saveScheduledBook, {
      params: { communityId, bookId: read.id },
      body: { startsOn: "2026-01-01" as never, isCurrent: true },
    });
    const listShared = async (user: User) => {
      const { books } = await app.as(user)(getMarkSummary, {});
      return books.filter(({ isInCommunity }) => isInCommunity).map(({ id }) => id);
    };
    for (const user of [reader, other]) {
      for (const { id } of [read, alone]) await mark(app, user, id, {});
    }

    expect(await listShared(reader)).toEqual([read.id]);
    expect(await listShared(other)).toEqual([]);
  });

  test("does not have deleted marks after 30 days; their content is erased, their id stays", async ({
    app,
  }) => {
    const [reader, other, book] = [await app.make.user(), await app.make.user(), await makeBook(app, "D")];
    const old = await mark(app, reader, book.id, { note: "Secret", tags: ["secret"], quote: "Secret words" });
    const recent = await mark(app, reader, book.id, { note: "Recent" });
    for (const id of [old, recent]) await changeMark(app, reader, book.id, id, { isDeleted: true });
    await app.db.execute(sql`
      update ${marks} set deletion_changed_at = deletion_changed_at - interval '31 days' where id = ${old}`);
    // The same id of another reader is another mark.
    await app.db.execute(sql`
      insert into ${marks} select p.* from ${marks} m, lateral jsonb_populate_record(m,
        jsonb_build_object('user_id', ${other.id}::text, 'is_deleted', false)) p where m.id = ${old}`);
    const others = await listRowsAbout(app.db, [other.id]);

    expect(await list(app, reader, { state: "deleted" })).toEqual([recent]);
    await eraseMarks.run(app.services, {});
    const rows = await listRowsAbout(app.db, [reader.id]);
    expect(rows.filter((row) => /secret/i.test(row))).toEqual([]);
    expect(rows.filter((row) => row.includes(old))).toHaveLength(1);
    expect(rows.some((row) => row.includes("Recent"))).toBe(true);
    expect(await listRowsAbout(app.db, [other.id])).toEqual(others);
  });
});

describe("the order of a book's notebook", () => {
  test("has marks and headings, and is not overwritten by another device", async ({ app }) => {
    const [reader, book] = [await app.make.user(), await makeBook(app, "E")];
    const ids = [await mark(app, reader, book.id), await mark(app, reader, book.id)];
    const params = { bookId: book.id };
    const empty = await app.as(reader)(getNotebook, { params });
    const items = [{ headingId: randomUUID(), heading: "Part" }, ...ids.map((markId) => ({ markId }))];

    const { version } = await app.as(reader)(saveNotebook, {
      params,
      body: { items, replaces: empty.version },
    });
    expect(await app.as(reader)(getNotebook, { params })).toEqual({ items, version });
    await expect(
      app.as(reader)(saveNotebook, { params, body: { items: [], replaces: empty.version } }),
    ).rejects.toMatchObject({ status: 409 });
    await app.as(reader)(saveNotebook, { params, body: { items: [], replaces: version } });
    expect(await app.as(reader)(getNotebook, { params })).toEqual(empty);
  });

  test("has only the reader's own marks of the book", async ({ app }) => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    const [book, another] = [await makeBook(app, "F"), await makeBook(app, "G")];
    const foreign = [await mark(app, other, book.id), await mark(app, reader, another.id)];
    const { version } = await app.as(reader)(getNotebook, { params: { bookId: book.id } });
    const rows = await listRowsAbout(app.db, [other.id]);
    for (const markId of foreign) {
      const body = { items: [{ markId }], replaces: version };
      await expect(app.as(reader)(saveNotebook, { params: { bookId: book.id }, body })).rejects.toMatchObject(
        { status: 404 },
      );
    }
    expect(await listRowsAbout(app.db, [other.id])).toEqual(rows);
  });
});

describe("the review", () => {
  const review = (app: TestApp, user: User) =>
    app.as(user)(listMarksToReview, {
      query: { since: new Date(app.services.clock().getTime() - 3_600_000) },
    });

  test("shows five marks a day that are a day old, and a mark again after its interval", async ({ app }) => {
    const [reader, book] = [await app.make.user(), await makeBook(app, "H")];
    for (let n = 0; n < 6; n++) await mark(app, reader, book.id);
    await mark(app, reader, book.id, { style: null });
    const { marks: due } = await review(app, reader);
    expect(due).toHaveLength(5);

    const [kept, later, stopped] = due.map(({ id }) => id) as [MarkId, MarkId, MarkId];
    const act = (markId: MarkId, action: "keep" | "later" | "stop") =>
      app.as(reader)(reviewMark, { params: { markId }, body: { action } });
    await act(kept, "keep");
    await act(later, "later");
    await act(stopped, "stop");
    const rest = await review(app, reader);
    expect(rest.done).toBe(3);
    expect(rest.marks.map(({ id }) => id)).toEqual(due.slice(3).map(({ id }) => id));

    const moveBack = (days: number) =>
      app.db.execute(sql`update mark_reviews set reviewed_at = reviewed_at - ${days} * interval '1 day',
        due_at = due_at - ${days} * interval '1 day' where user_id = ${reader.id}`);
    await moveBack(2);
    const next = (await review(app, reader)).marks.map(({ id }) => id);
    expect(next.slice(0, 2).sort()).toEqual([kept, later].sort());
    expect(next).not.toContain(stopped);
    await act(kept, "keep");
    await moveBack(2);
    expect((await review(app, reader)).marks.map(({ id }) => id)).not.toContain(kept);
    await moveBack(2);
    expect((await review(app, reader)).marks.map(({ id }) => id)).toContain(kept);
  });

  test("is of the reader's own marks", async ({ app }) => {
    const [reader, other, book] = [await app.make.user(), await app.make.user(), await makeBook(app, "I")];
    const foreign = await mark(app, other, book.id);
    const rows = await listRowsAbout(app.db, [other.id]);
    expect((await review(app, reader)).marks).toEqual([]);
    await expect(
      app.as(reader)(reviewMark, { params: { markId: foreign }, body: { action: "stop" } }),
    ).rejects.toMatchObject({ status: 404 });
    expect(await listRowsAbout(app.db, [other.id])).toEqual(rows);
  });
});
