import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import type { CommunityId } from "#shared/community/community.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { marksContract } from "#shared/marks/contract.ts";
import { playerContract } from "#shared/player/contract.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { books } from "#server/db/schema/books/books.ts";
import { discussions } from "#server/db/schema/community/communities.ts";
import { bookReach } from "#server/db/schema/reading/reading-activity.ts";
import { saveSyncMaps } from "#server/features/alignment/service.ts";
import { addSampleCommunity } from "#server/features/community/service.ts";
import { addRevision } from "#server/features/publishing/service.ts";
import { performAction, put, setUp } from "#server/testing/books/revised-book.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import { purgeReplacedFiles } from "./jobs.ts";

const { getPublishingBook, listRevisions, listOwnBooks, listAllBooks } = publishingContract;
const dayMs = 86_400_000;

const first = ["<p>Alpha one. Alpha two.</p>", "<p>Beta one. Beta two. Beta three.</p>"];
const second = [
  "<p>A new preface.</p>",
  ...first.slice(0, 1),
  "<p>Beta one. Something new. Beta two. Beta three.</p>",
];

const toSentenceId = (text: string) => SentenceId.parse(text);

describe("a revision of the text", () => {
  test("keeps the marks of its readers by their words; what was removed is kept as lost", async ({ app }) => {
    const { author, reader, bookId, ebook, publish } = await setUp(app, {
      chapters: [
        "<p>Alpha one. Alpha two. Alpha three is gone soon.</p>",
        "<p>Beta one. Beta two. Beta three.</p>",
      ],
    });
    const { version } = await ebook();
    const at = new Date().toISOString();
    const quotes: ReadonlyArray<readonly [sentence: string, offset: number, exact: string]> = [
      ["s0-2", 5, "two."],
      ["s0-3", 0, "Alpha three is gone"],
      ["s1-1", 0, "Beta one. Beta two."],
      ["s1-3", 0, "Beta three."],
    ];
    const changes = quotes.map(([sentence, offset, exact]) => {
      const end = { sentence: exact === "Beta one. Beta two." ? "s1-2" : sentence, offset: 0 };
      end.offset = end.sentence === sentence ? offset + exact.replaceAll(" ", "").length : 8;
      const anchor = {
        start: { sentence, offset },
        end,
        quote: { exact, prefix: "", suffix: "" },
        fraction: 0,
        version,
      };
      return { id: randomUUID(), markId: randomUUID(), bookId, at, anchor, style: "yellow", note: exact };
    });
    const { refused } = await app.as(reader)(marksContract.saveMarks, { body: { changes } });
    expect(refused).toEqual([]);
    const revision = await put(
      app,
      author,
      {
        chapters: [
          "<p>A new preface.</p>",
          "<p>Alpha one. Alpha two.</p>",
          "<p>Beta one. Beta two. Beta three and more.</p>",
        ],
      },
      bookId,
    );
    await publish(revision);
    const current = await ebook();
    const { marks } = await app.as(reader)(marksContract.listMarksOfBook, { params: { bookId }, query: {} });
    const byNote = new Map(marks.map((mark) => [mark.note, mark]));
    expect(byNote.get("two.")).toMatchObject({
      placement: "exact",
      anchor: { start: { sentence: "s1-2", offset: 5 }, version: current.version },
    });
    expect(byNote.get("Beta one. Beta two.")).toMatchObject({
      placement: "exact",
      anchor: { start: { sentence: "s2-1", offset: 0 }, end: { sentence: "s2-2", offset: 8 } },
    });
    expect(byNote.get("Beta three.")).toMatchObject({
      placement: "moved",
      anchor: { start: { sentence: "s2-3" }, quote: { exact: "Beta three." } },
    });
    expect(byNote.get("Alpha three is gone")).toMatchObject({
      placement: "lost",
      anchor: { quote: { exact: "Alpha three is gone" } },
    });
  });

  test("is reviewed; readers keep their sentence, also with the old text open", async ({ app }) => {
    const { author, reader, bookId, ebook, position, save, publish } = await setUp(app, { chapters: first });
    const old = await ebook();
    // "Beta two." of the second chapter; number 0 is its heading.
    await save({ cfi: "epubcfi(/6/4!/4/4)", sentence: toSentenceId("s1-2"), fraction: 0.8 });
    const neighbour = await setUp(app, { chapters: first });
    await put(app, neighbour.author, { chapters: second }, neighbour.bookId);
    const revision = await put(app, author, { chapters: second }, bookId);

    const listed = await app.as(author)(listRevisions, { params: { bookId } });
    expect(listed.revisions).toMatchObject([{ bookId: revision, number: 1, state: "draft", hasEbook: true }]);
    expect((await app.as(author)(listOwnBooks, { query: {} })).books.map(({ id }) => id)).not.toContain(
      revision,
    );
    await expect(
      app.as(reader)(readerContract.getEbook, { params: { bookId: revision } }),
    ).rejects.toMatchObject({ status: 404 });
    expect((await ebook()).version).toBe(old.version);

    const at = new Date();
    const preview = { id: randomUUID(), bookId: revision, locator: { fraction: 0.5 }, at, device: "Test" };
    await app.as(author)(positionsContract.savePositions, {
      body: { events: [{ ...preview, isDeliberate: true }] },
    });
    const ofPreview = { params: { bookId: revision } };
    expect((await app.as(author)(positionsContract.getPosition, ofPreview)).current).toBeNull();
    await publish(revision);

    const current = await ebook();
    expect(current.version).not.toBe(old.version);
    expect(current.spine).toHaveLength(3);
    const { current: moved } = await position();
    expect(moved?.locator.sentence).toBe("s2-3");
    expect(moved?.locator.cfi).toBeUndefined();
    const fetchEntry = (version: string, file: string) =>
      app.fetch(`/api/books/${bookId}/ebook/${version}/entries/${file}`, { as: reader });
    expect(await (await fetchEntry(old.version, "c1.xhtml")).text()).toContain("Beta one");
    expect(await (await fetchEntry(current.version, "c0.xhtml")).text()).toContain("A new preface");

    // A device that still shows the replaced text.
    await save({ cfi: "epubcfi(/6/4!/4/6)", sentence: toSentenceId("s1-3"), fraction: 0.9 }, old.version);
    expect((await position()).current?.locator).toMatchObject({ sentence: "s2-4" });
    await save({ sentence: toSentenceId("s1-1"), fraction: 0.4 }, current.version);
    expect((await position()).current?.locator).toMatchObject({ sentence: "s1-1", fraction: 0.4 });
  });

  test("moves the discussions about a sentence; who had reached one keeps it open", async ({ app }) => {
    const { employee, author, reader, bookId, publish } = await setUp(app, { chapters: first });
    const neighbour = await setUp(app, { chapters: first });
    const other = await app.make.user();
    const communityId = await addSampleCommunity(app.services, {
      name: `Revised ${randomUUID()}`,
      about: "",
      rules: "",
      language: "en",
      members: [employee.id],
      bookId: null,
      discussions: [],
    });
    const body = { text: "Text", clientId: randomUUID() };
    const start = async (about: BookId, n: number) => {
      app.setClock(new Date(app.services.clock().getTime() + 60_000));
      const locator = { cfi: "epubcfi(/6/4!/4/4)", sentence: toSentenceId("s1-2"), fraction: 0.8 };
      return app.as(employee)(discussionsContract.createDiscussion, {
        params: { communityId: communityId as CommunityId },
        body: { ...body, title: `About ${n}`, clientId: randomUUID(), anchor: { bookId: about, locator } },
      });
    };
    const [moved, kept] = [await start(bookId, 1), await start(neighbour.bookId, 2)];
    const listAnchors = async () =>
      new Map((await app.db.select().from(discussions)).map((each) => [each.id, each]));
    const before = await listAnchors();
    const reached = before.get(moved.id)?.anchorText ?? 0;
    const updatedAt = new Date();
    await app.db.insert(bookReach).values([
      { userId: reader.id, bookId, textReach: reached, updatedAt },
      { userId: other.id, bookId, textReach: reached - 0.1, updatedAt },
    ]);
    const isAhead = async (by: User) =>
      (await app.as(by)(discussionsContract.getDiscussion, { params: { discussionId: moved.id } })).isAhead;
    expect([await isAhead(reader), await isAhead(other)]).toEqual([false, true]);

    const revision = await put(app, author, { chapters: [...second.slice(0, 2), ...second] }, bookId);
    await publish(revision);
    const after = await listAnchors();
    const { anchor, anchorText } = after.get(moved.id) ?? {};
    expect(anchor?.cfi).toBeUndefined();
    expect(anchor?.sentence).not.toBe("s1-2");
    expect(anchor?.fraction).toBeCloseTo(anchorText ?? 0, 3);
    expect(anchorText).toBeGreaterThan(reached);
    expect(after.get(kept.id)).toEqual(before.get(kept.id));
    expect([await isAhead(reader), await isAhead(other)]).toEqual([false, true]);
  });

  test("can be undone for 30 days; then the replaced files are deleted", async ({ app }) => {
    const { author, employee, reader, bookId, ebook, save, position, publish } = await setUp(app, {
      chapters: first,
    });
    const old = await ebook();
    const neighbour = await setUp(app, { chapters: first });
    const otherRevision = await put(app, neighbour.author, { chapters: second }, neighbour.bookId);
    const neighbours = await listRowsAbout(app.db, [otherRevision, neighbour.bookId]);
    const revision = await put(app, author, { chapters: second }, bookId);
    await publish(revision);
    await save({ sentence: toSentenceId("s2-3"), fraction: 0.8 });

    await performAction(app, employee, revision, "revert");
    expect((await ebook()).version).toBe(old.version);
    expect((await position()).current?.locator.sentence).toBe("s1-2");
    const { revision: state } = await app.as(author)(getPublishingBook, { params: { bookId: revision } });
    expect(state).toMatchObject({ number: 1, isApplied: false });

    await publish(revision);
    expect(await listRowsAbout(app.db, [otherRevision, neighbour.bookId])).toEqual(neighbours);
    app.setClock(new Date(Date.now() + 31 * dayMs));
    await expect(performAction(app, employee, revision, "revert")).rejects.toMatchObject({ status: 409 });
    await purgeReplacedFiles.run(app.services, {}, AbortSignal.timeout(10_000));
    expect((await app.db.select().from(books).where(eq(books.id, revision))).length).toBe(0);
    expect((await ebook()).spine).toHaveLength(3);
    expect(
      (await app.as(reader)(positionsContract.getPosition, { params: { bookId } })).current,
    ).not.toBeNull();
  });

  test("is refused for others' books, without review, and for known files", async ({ app }) => {
    const { author, employee, reader, bookId } = await setUp(app, { chapters: first });
    const revision = await put(app, author, { chapters: second }, bookId);
    const other = await app.make.user({ isAuthor: true });
    await expect(app.as(other)(listRevisions, { params: { bookId } })).rejects.toMatchObject({ status: 403 });
    await expect(app.as(reader)(getPublishingBook, { params: { bookId: revision } })).rejects.toMatchObject({
      status: 403,
    });
    await expect(performAction(app, author, revision, "publish")).rejects.toMatchObject({ status: 409 });
    await expect(performAction(app, employee, revision, "publish")).rejects.toMatchObject({ status: 409 });
    const listOwn = async () => (await app.as(author)(listOwnBooks, { query: {} })).books;
    expect(await listOwn()).toMatchObject([{ id: bookId, revisionState: "draft" }]);
    await performAction(app, author, revision, "submit");
    expect(await listOwn()).toMatchObject([{ id: bookId, state: "published", revisionState: "in-review" }]);
    const detail = await app.as(author)(booksContract.getBook, { params: { bookId: revision } });
    expect(detail).toMatchObject({ state: "in-review", revisionOf: { id: bookId } });
    expect((await app.as(author)(booksContract.getBook, { params: { bookId } })).revisionOf).toBeNull();
    expect((await app.as(employee)(listAllBooks, { query: { state: "in-review" } })).books).toContainEqual(
      expect.objectContaining({ id: revision, isRevision: true }),
    );
    await performAction(app, employee, revision, "reject", "The preface has no author.");
    expect((await app.as(author)(getPublishingBook, { params: { bookId: revision } })).state).toBe(
      "rejected",
    );
    const unregistered = await app.make.book({ state: "draft", ownerId: author.id, revisionOf: bookId });
    await expect(performAction(app, author, unregistered.id, "submit")).rejects.toMatchObject({
      status: 409,
    });
    await expect(addRevision(app.services, bookId, bookId)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a revision of one format", () => {
  test("keeps the audio and the times of remaining sentences", async ({ app }) => {
    const { author, reader, bookId, publish } = await setUp(app, { chapters: first, audio: ["one", "two"] });
    await saveSyncMaps(app.db, bookId, [
      {
        chapterNumber: 2,
        source: "manual",
        sentences: [
          [toSentenceId("s1-1"), 0.5, 1, 1],
          [toSentenceId("s1-2"), 1.2, 2, 1],
          [toSentenceId("s1-3"), 2.2, 3, 1],
        ],
      },
    ]);
    const before = await app.as(reader)(playerContract.getPlaylist, { params: { bookId } });
    await publish(await put(app, author, { chapters: second }, bookId));

    const after = await app.as(reader)(playerContract.getPlaylist, { params: { bookId } });
    expect(after.chapters.map(({ audioUrl }) => audioUrl)).toEqual(
      before.chapters.map(({ audioUrl }) => audioUrl),
    );
    const { chapters } = await app.as(reader)(readerContract.getSyncMap, { params: { bookId } });
    expect(chapters.flatMap((chapter) => chapter.sentences)).toEqual([
      ["s2-1", 0.5, 1, 1],
      ["s2-3", 1.2, 2, 1],
      ["s2-4", 2.2, 3, 1],
    ]);
    // The inserted sentence has no time.
    expect(app.listQueuedJobs()).toContain("alignment.align");
  });

  test("replaces the audio: listeners keep their sentence, an open player its file", async ({ app }) => {
    const { author, reader, bookId, save, position, publish } = await setUp(app, {
      chapters: first,
      audio: ["one", "two"],
    });
    await saveSyncMaps(app.db, bookId, [
      { chapterNumber: 2, source: "manual", sentences: [[toSentenceId("s1-2"), 1.2, 2, 1]] },
    ]);
    await save({ chapter: 2, offset: 1.5, fraction: 0.7 });
    const before = await app.as(reader)(playerContract.getPlaylist, { params: { bookId } });
    await publish(await put(app, author, { audio: ["intro", "three", "four"] }, bookId));

    const after = await app.as(reader)(playerContract.getPlaylist, { params: { bookId } });
    expect(after.chapters).toHaveLength(3);
    expect((await position()).current?.locator).toMatchObject({ sentence: "s1-2" });
    const open = await app.fetch(before.chapters[1]?.audioUrl ?? "", { as: reader });
    expect(open.status).toBe(200);
    await performAction(app, author, bookId, "hide");
    const hidden = await app.fetch(before.chapters[1]?.audioUrl ?? "", { as: reader });
    expect(hidden.status).toBe(404);
  });

  test("keeps a listener's fraction without a sync map", async ({ app }) => {
    const { author, bookId, save, position, publish } = await setUp(app, { audio: ["one", "two"] });
    await save({ chapter: 2, offset: 2, fraction: 0.75 });
    await publish(await put(app, author, { audio: ["a", "b", "c", "d"] }, bookId));
    const { current } = await position();
    expect(current?.locator).toMatchObject({ chapter: 4, fraction: 0.75 });
  });
});
