import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { marksContract } from "#shared/marks/contract.ts";
import { type MarkAnchor, type MarkChange, MarkChangeId, MarkId, maxMarks } from "#shared/marks/mark.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { marks } from "#server/db/schema/reading/marks.ts";
import { saveSyncMaps } from "#server/features/alignment/service.ts";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { noBook } from "#server/testing/factories.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { saveMarks, listMarksOfBook } = marksContract;

const audio: MarkAnchor = { chapter: 1, offset: 12, fraction: 0.1 };
const createMarkId = () => MarkId.parse(randomUUID());

const change = (bookId: BookId, seconds: number, fields: Partial<MarkChange>) => ({
  id: MarkChangeId.parse(randomUUID()),
  markId: createMarkId(),
  bookId,
  at: new Date(seconds * 1000).toISOString(),
  ...fields,
});

const send = (app: TestApp, user: User, changes: readonly unknown[]) =>
  app.as(user)(saveMarks, { body: { changes: [...changes] } });

const list = (app: TestApp, user: User, bookId: BookId, since?: number) =>
  app.as(user)(listMarksOfBook, { params: { bookId }, query: { since } });

describe("marks", () => {
  test("arrive once, are changed and deleted, and other devices get only what changed", async ({ app }) => {
    const [reader, { id: bookId }] = [await app.make.user(), await app.make.book()];
    const created = change(bookId, 1, { anchor: audio, style: "yellow", note: "**Mine**", tags: ["a", "b"] });
    const [first, again] = [await send(app, reader, [created]), await send(app, reader, [created])];
    expect(first).toMatchObject({ accepted: [created.id], refused: [] });
    expect(again.accepted).toEqual([created.id]);
    const all = await list(app, reader, bookId);
    expect(all.marks).toMatchObject([
      { id: created.markId, style: "yellow", note: "**Mine**", tags: ["a", "b"], isDeleted: false },
    ]);
    expect(all.marks[0]?.content).toMatchObject([{ children: [{ type: "strong" }] }]);
    expect(await list(app, reader, bookId, all.version)).toMatchObject({
      marks: [],
      newestVersion: all.version,
    });

    await send(app, reader, [change(bookId, 2, { markId: created.markId, isDeleted: true })]);
    const later = await list(app, reader, bookId, all.version);
    expect(later.marks).toMatchObject([{ id: created.markId, isDeleted: true, note: "**Mine**" }]);
    await send(app, reader, [change(bookId, 3, { markId: created.markId, isDeleted: false })]);
    expect((await list(app, reader, bookId)).marks).toMatchObject([{ isDeleted: false }]);
  });

  test("belong to their reader alone", async ({ app }) => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    const { id: bookId } = await app.make.book();
    const created = change(bookId, 1, { anchor: audio, note: "Private" });
    await send(app, reader, [created]);
    const before = await listRowsAbout(app.db, [reader.id]);
    const { refused } = await send(app, other, [
      change(bookId, 5, { markId: created.markId, note: "Changed", isDeleted: true }),
    ]);
    expect(refused).toMatchObject([{ reason: "not_found" }]);
    expect((await list(app, other, bookId)).marks).toEqual([]);
    // The same id of another reader is another mark.
    await send(app, other, [{ ...created, note: "Theirs", id: randomUUID() }]);
    expect((await list(app, other, bookId)).marks).toMatchObject([{ note: "Theirs" }]);
    expect(await listRowsAbout(app.db, [reader.id])).toEqual(before);
  });

  test("a refused change does not affect the others", async ({ app }) => {
    const [reader, { id: bookId }] = [await app.make.user(), await app.make.book()];
    const hidden = await app.make.book({ state: "draft" });
    const good = change(bookId, 1, { anchor: audio });
    const { accepted, refused } = await send(app, reader, [
      "nothing",
      { ...change(bookId, 1, { anchor: audio }), style: "red" },
      change(hidden.id, 1, { anchor: audio }),
      change(noBook, 1, { anchor: audio }),
      change(bookId, 1, { note: "without an anchor" }),
      change(hidden.id, 2, { markId: good.markId, note: "another book" }),
      good,
    ]);
    expect(accepted).toEqual([good.id]);
    expect(refused.map(({ reason }) => reason).sort()).toEqual([
      "invalid",
      "invalid",
      ...Array.from({ length: 4 }, () => "not_found"),
    ]);
  });

  test("of two devices that were offline none is lost or doubled, also when batches arrive twice", async ({
    app,
  }) => {
    const [reader, { id: bookId }] = [await app.make.user(), await app.make.book()];
    const common = Array.from({ length: 50 }, (_, n) => change(bookId, n, { anchor: audio, note: `${n}` }));
    await send(app, reader, common);
    const devices = ["phone", "desk"].map((device, index) => [
      ...Array.from({ length: 450 }, (_, n) =>
        change(bookId, 1_000 + 2 * n + index, { anchor: audio, style: "blue", note: `${device} ${n}` }),
      ),
      ...common.map(({ markId, id }, n) =>
        change(bookId, 5_000 + 2 * n + index, { markId, note: `${n} ${device}`, replacesNote: id }),
      ),
    ]);
    for (let from = 0; from < 500; from += 100) {
      for (const changes of devices) {
        const batch = changes.slice(from, from + 100);
        const { accepted } = await send(app, reader, batch);
        expect(accepted).toHaveLength(batch.length);
        if (from % 200 === 0) await send(app, reader, batch);
      }
    }
    const { marks: found } = await list(app, reader, bookId);
    expect(found).toHaveLength(950);
    expect(new Set(found.map(({ note }) => note)).size).toBe(950);
    for (const [n, { markId }] of common.entries()) {
      const note = found
        .find(({ id }) => id === markId)
        ?.note.split("\n\n")
        .sort();
      expect(note).toEqual([`${n} desk`, `${n} phone`]);
    }
  });

  test("a device clock that is ahead is corrected", async ({ app }) => {
    const [reader, { id: bookId }] = [await app.make.user(), await app.make.book()];
    const now = app.services.clock().getTime();
    const ahead = { ...change(bookId, 0, { anchor: audio, style: "pink" }), at: new Date(now + 86_400_000) };
    await send(app, reader, [ahead]);
    const [mark] = (await list(app, reader, bookId)).marks;
    expect(mark?.changedAt.getTime()).toBeLessThanOrEqual(now + 60_000);
  });

  test("are limited, deleted ones not counted", async ({ app }) => {
    const [reader, { id: bookId }] = [await app.make.user(), await app.make.book()];
    const created = change(bookId, 1, { anchor: audio });
    await send(app, reader, [created]);
    await app.db.execute(sql`
      insert into ${marks} select p.* from ${marks} m, generate_series(2, ${maxMarks}::int) n,
        lateral jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'version', n)) p
      where m.user_id = ${reader.id}`);
    const refused = await send(app, reader, [change(bookId, 2, { anchor: audio })]);
    expect(refused).toMatchObject({ accepted: [], refused: [{ reason: "too_many" }] });
    const { accepted } = await send(app, reader, [
      change(bookId, 3, { markId: created.markId, isDeleted: true }),
      change(bookId, 4, { anchor: audio }),
    ]);
    expect(accepted).toHaveLength(2);
  });

  test("a bookmark in aligned audio has the sentence that is spoken there, if the reader may read it", async ({
    app,
  }) => {
    const reader = await app.make.user();
    const bookmark = async (isFree: boolean) => {
      const bookId = await createEpubBook(
        app,
        { isFree, hasAudiobook: true },
        { chapters: ["<p>Alpha one. Beta two.</p>".repeat(500)] },
      );
      const sentence = SentenceId.parse("s0-999");
      await saveSyncMaps(app.db, bookId, [
        { chapterNumber: 1, source: "aligned", sentences: [[sentence, 10, 20, 1]] },
      ]);
      await send(app, reader, [
        change(bookId, 1, { anchor: { ...audio, quote: { exact: "Mine", prefix: "", suffix: "" } } }),
      ]);
      return (await list(app, reader, bookId)).marks[0]?.anchor;
    };
    expect(await bookmark(true)).toMatchObject({
      ...audio,
      sentence: "s0-999",
      quote: { exact: "Beta two." },
    });
    expect(await bookmark(false)).toMatchObject({ ...audio, quote: { exact: "Mine" } });
  });

  test("a clip in aligned audio has the sentences of which it has the middle, as far as the reader may read", async ({
    app,
  }) => {
    const reader = await app.make.user();
    const clip = async (isFree: boolean, offset: number, end: number, last = 3) => {
      const bookId = await createEpubBook(
        app,
        { isFree, hasAudiobook: true },
        { chapters: ["<p>Alpha one. Beta two. Gamma three. Delta four.</p>".repeat(500)] },
      );
      await saveSyncMaps(app.db, bookId, [
        {
          chapterNumber: 1,
          source: "aligned",
          sentences: [
            [SentenceId.parse("s0-0"), 0, 10, 1],
            [SentenceId.parse("s0-1"), 10, 20, 1],
            [SentenceId.parse("s0-2"), 20, 30, 1],
            [SentenceId.parse(`s0-${last}`), 30, 40, 1],
          ],
        },
      ]);
      await send(app, reader, [change(bookId, 1, { anchor: { ...audio, offset, end } })]);
      return (await list(app, reader, bookId)).marks[0]?.anchor;
    };
    expect(await clip(true, 12, 28)).toMatchObject({
      offset: 12,
      end: 28,
      sentence: "s0-1",
      quote: { exact: "Beta two. Gamma three.", prefix: "", suffix: "" },
    });
    // Shorter than half of a sentence: the one that is spoken where it begins.
    expect(await clip(true, 12, 14)).toMatchObject({ sentence: "s0-1", quote: { exact: "Beta two." } });
    // Ends before the first sentence that is not in the sample.
    expect(await clip(false, 22, 40, 1_999)).toMatchObject({
      sentence: "s0-2",
      quote: { exact: "Gamma three." },
    });
    // After the last sentence nothing is spoken.
    expect(await clip(true, 50, 60)).toEqual({ ...audio, offset: 50, end: 60 });
  });

  test("new passages are placed by their words when the text says something else there", async ({ app }) => {
    const reader = await app.make.user();
    const bookId = await createEpubBook(app, {}, { chapters: ["<p>Alpha one. Beta two.</p>"] });
    const { version } = await app.as(reader)(readerContract.getEbook, { params: { bookId } });
    const anchorTo = (exact: string, from: MarkAnchorStart, madeIn = version): MarkAnchor => ({
      start: from,
      end: { ...from, offset: from.offset + exact.replaceAll(" ", "").length },
      quote: { exact, prefix: "", suffix: "" },
      cfi: "epubcfi(/6/2!/4/2)",
      fraction: 0,
      version: madeIn,
    });
    const beta = SentenceId.parse("s0-1");
    await send(app, reader, [
      change(bookId, 1, { anchor: anchorTo("Beta two.", { sentence: beta, offset: 0 }) }),
      change(bookId, 2, { anchor: anchorTo("Beta two.", { sentence: SentenceId.parse("s0-9"), offset: 3 }) }),
      change(bookId, 3, { anchor: anchorTo("eta two.", { sentence: beta, offset: 0 }, "0123456789abcdef") }),
      change(bookId, 4, { anchor: anchorTo("Gamma", { sentence: beta, offset: 0 }) }),
    ]);
    const found = (await list(app, reader, bookId)).marks;
    expect(found.map(({ placement }) => placement)).toEqual(["exact", "exact", "exact", "lost"]);
    expect(found.map(({ anchor }) => "start" in anchor && anchor.start)).toEqual([
      { sentence: beta, offset: 0 },
      { sentence: beta, offset: 0 },
      { sentence: beta, offset: 1 },
      { sentence: beta, offset: 0 },
    ]);
    // A CFI is kept only where it was right.
    expect(found.map(({ anchor }) => "cfi" in anchor)).toEqual([true, false, false, false]);
    expect(found[3]?.anchor.quote?.exact).toBe("Gamma");
  });
});

type MarkAnchorStart = { readonly sentence: SentenceId; readonly offset: number };
