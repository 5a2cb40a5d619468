import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookState } from "#shared/books/book.ts";
import { playerContract } from "#shared/player/contract.ts";
import { audioFiles } from "#server/db/schema/books/formats.ts";
import { storeBook, storedAudio } from "#server/testing/books/stored-book.ts";
import { unknownId } from "#server/testing/factories.ts";
import { readReply } from "#server/testing/read-reply.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

type Viewer = "guest" | "reader" | "supporter" | "owner" | "other author" | "employee" | "admin";
const viewers: readonly Viewer[] = [
  "guest",
  "reader",
  "supporter",
  "owner",
  "other author",
  "employee",
  "admin",
];

const states = {
  free: { isFree: true },
  premium: { isFree: false },
  "free, kept from download": { isFree: true, allowsDownload: false },
  draft: { state: "draft" },
  "in review": { state: "in-review" },
  rejected: { state: "rejected" },
  hidden: { state: "hidden" },
  "coming soon": { state: "scheduled" },
} satisfies Record<string, { isFree?: boolean; allowsDownload?: boolean; state?: BookState }>;
type State = keyof typeof states;

async function createViewer(app: TestApp, viewer: Viewer): Promise<User | null> {
  if (viewer === "guest") return null;
  return app.make.user({
    isSupporter: viewer === "supporter",
    isAuthor: viewer.endsWith("author") || viewer === "owner",
    isEmployee: viewer === "employee",
    isAdmin: viewer === "admin",
  });
}

async function createScene(app: TestApp, viewer: Viewer, state: State) {
  const user = await createViewer(app, viewer);
  const ownerId = viewer === "owner" && user ? user.id : (await app.make.user({ isAuthor: true })).id;
  const book = await storeBook(app.services, { ...states[state], ownerId });
  return { user, book, url: `/media/${book.id}/${book.fileId}` };
}

function getExpectedAudio(viewer: Viewer, state: State): "whole" | "sample" | 404 {
  if (["owner", "employee", "admin"].includes(viewer)) return "whole";
  if (!["free", "premium", "free, kept from download"].includes(state)) return 404;
  if (viewer === "supporter") return "whole";
  return viewer === "guest" || state === "premium" ? "sample" : "whole";
}

function getExpectedStatus(viewer: Viewer, state: State): number {
  if (["owner", "employee", "admin"].includes(viewer)) return 200;
  if (!["free", "premium", "free, kept from download"].includes(state)) return 404;
  if (viewer === "guest") return 401;
  if (state === "free, kept from download") return 403;
  return state === "premium" && viewer !== "supporter" ? 403 : 200;
}

const cases = viewers.flatMap((viewer) =>
  (Object.keys(states) as State[]).map((state) => ({ viewer, state })),
);

const getBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe("audio streams", () => {
  test.for(cases)("$viewer × $state: sends only the permitted bytes", async ({ viewer, state }, { app }) => {
    const { user, url } = await createScene(app, viewer, state);
    const expected = getExpectedAudio(viewer, state);
    const get = (range?: string, method = "GET") =>
      app.fetch(url, { as: user, method, headers: range ? { Range: range } : {} });

    const [fullReply, head, start, tail, beyond] = await Promise.all([
      get(),
      get(undefined, "HEAD"),
      get("bytes=300-599"),
      get("bytes=950-"),
      get("bytes=400-401"),
    ]);

    if (expected === 404) {
      expect([fullReply, head, start, tail, beyond].map(({ status }) => status)).toEqual([
        404, 404, 404, 404, 404,
      ]);
      const missing = await app.fetch(`/media/${unknownId}/${unknownId}`, { as: user });
      expect(await readReply(fullReply)).toBe(await readReply(missing));
      return;
    }
    const isWhole = expected === "whole";
    expect((await getBytes(fullReply)).equals(storedAudio.subarray(0, isWhole ? 1000 : 400))).toBe(true);
    expect(head.headers.get("content-length")).toBe(isWhole ? "1000" : "400");
    expect(start.headers.get("content-range")).toBe(isWhole ? "bytes 300-599/1000" : "bytes 300-399/1000");
    expect((await getBytes(start)).equals(storedAudio.subarray(300, isWhole ? 600 : 400))).toBe(true);
    expect((await getBytes(tail)).equals(storedAudio.subarray(950))).toBe(true);
    expect(beyond.status).toBe(isWhole ? 206 : 416);
    if (!isWhole)
      expect(await beyond.json()).toEqual({
        code: "invalid_input",
        message: "The requested range does not exist.",
      });
  });

  test("of an M4B sample have the file's length, with zeros for locked bytes", async ({ app }) => {
    const { book, url } = await createScene(app, "guest", "premium");
    await app.db.update(audioFiles).set({ mediaType: "audio/mp4" }).where(eq(audioFiles.id, book.fileId));
    const get = (range: string) => app.fetch(url, { headers: { Range: range } });

    const [all, tail, locked] = await Promise.all([get("bytes=0-"), get("bytes=890-"), get("bytes=400-899")]);

    const expected = Buffer.from(storedAudio);
    expected.fill(0, 400, 900);
    expect(all.headers.get("content-range")).toBe("bytes 0-999/1000");
    expect((await getBytes(all)).equals(expected)).toBe(true);
    expect((await getBytes(tail)).equals(expected.subarray(890))).toBe(true);
    expect(locked.status).toBe(416);
  });

  test("of a locked file are refused", async ({ app }) => {
    const premium = await app.make.audiobook({ chapters: 2, isFree: false });
    const { fileId } = await storeBook(app.services);
    const playlist = await app.as(await app.make.user({ isEmployee: true }))(playerContract.getPlaylist, {
      params: { bookId: premium.id },
    });
    const locked = playlist.chapters[1]?.audioUrl ?? "";
    const reader = await app.make.user();

    expect((await app.fetch(locked)).status).toBe(401);
    expect((await app.fetch(locked, { as: reader })).status).toBe(403);
    expect(await (await app.fetch(locked, { as: reader })).json()).toMatchObject({
      code: "subscription_required",
    });
    expect((await app.fetch(`/media/${premium.id}/${fileId}`, { as: reader })).status).toBe(404);
  });

  test("are private, inert and same-origin", async ({ app }) => {
    const { url } = await createScene(app, "guest", "free");

    const { headers } = await app.fetch(url);

    expect(headers.get("content-type")).toBe("audio/mpeg");
    expect(headers.get("cache-control")).toBe("private, no-cache");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("accept-ranges")).toBe("bytes");
  });

  test("are sent whole again when the file changed", async ({ app }) => {
    const { user, url } = await createScene(app, "reader", "free");
    const requestRange = (condition: string) =>
      app.fetch(url, { as: user, headers: { Range: "bytes=0-9", "If-Range": condition } });
    const etag = (await app.fetch(url, { as: user })).headers.get("etag") ?? "";

    expect((await requestRange(etag)).status).toBe(206);
    expect((await requestRange('"another"')).status).toBe(200);
    expect((await app.fetch(url, { as: user, headers: { "If-None-Match": etag } })).status).toBe(304);
  });

  test("have another ETag for samples", async ({ app }) => {
    const { user, url } = await createScene(app, "reader", "free");

    const [mine, guests] = await Promise.all([app.fetch(url, { as: user }), app.fetch(url)]);

    expect(mine.headers.get("etag")).not.toBe(guests.headers.get("etag"));
  });

  test("of a missing file are unavailable, not an error", async ({ app }) => {
    const { user, book, url } = await createScene(app, "reader", "free");
    await app.services.storage.remove(book.storageKey);

    const response = await app.fetch(url, { as: user });

    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: "unavailable" });
  });
});

describe("the EPUB file", () => {
  test.for(cases)("$viewer × $state", async ({ viewer, state }, { app }) => {
    const { user, book } = await createScene(app, viewer, state);
    const url = `/api/media/stream?mediaType=epub&bookId=${book.id}`;
    const expected = getExpectedStatus(viewer, state);

    const fullReply = await app.fetch(url, { as: user });
    const head = await app.fetch(url, { as: user, method: "HEAD" });
    const part = await app.fetch(url, { as: user, headers: { Range: "bytes=10-19" } });

    expect([fullReply.status, head.status]).toEqual([expected, expected]);
    expect(part.status).toBe(expected === 200 ? 206 : expected);
    expect((await getBytes(fullReply)).length === 2000).toBe(expected === 200);
    if (expected === 200) {
      expect(fullReply.headers.get("content-type")).toBe("application/epub+zip");
      expect(fullReply.headers.get("content-disposition")).toMatch(/^attachment; filename="Stored .*\.epub"/);
      expect(fullReply.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
      expect((await getBytes(part)).length).toBe(10);
    }
  });
});

describe("the playlist", () => {
  test("locks chapters after the sample, and ends the last one before the decoder's limit", async ({
    app,
  }) => {
    const { book } = await createScene(app, "guest", "premium");

    const playlist = await app.as(null)(playerContract.getPlaylist, { params: { bookId: book.id } });

    expect(playlist).toMatchObject({ portion: "sample", startFromChapter: 1, startFromTime: 0 });
    expect(playlist.chapters).toMatchObject([
      { chapterNumber: 1, end: 59, isLocked: false, audioUrl: `/media/${book.id}/${book.fileId}` },
      { chapterNumber: 2, end: 200, isLocked: true, audioUrl: "" },
    ]);
  });

  test("contains all chapters for readers, with the start position", async ({ app }) => {
    const { book } = await createScene(app, "guest", "free");
    const reader = await app.make.user();
    await app.fetch("/api/positions", {
      as: reader,
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        events: [
          {
            id: "7b0f3c9e-58c7-4f0e-9d0b-0b5a5d7f7b11",
            bookId: book.id,
            locator: { chapter: 2, offset: 12.5, fraction: 0.5625 },
            at: "2026-03-01T11:00:00.000Z",
            device: "Test",
            isDeliberate: true,
          },
        ],
      }),
    });

    const playlist = await app.as(reader)(playerContract.getPlaylist, { params: { bookId: book.id } });

    expect(playlist).toMatchObject({
      title: book.title,
      portion: "whole",
      startFromChapter: 2,
      startFromTime: 12.5,
      isStartApproximate: false,
    });
    expect(playlist.chapters.map(({ end, isLocked }) => [end, isLocked])).toEqual([
      [100, false],
      [200, false],
    ]);
  });

  test("is not found for drafts, coming-soon books and books without audio", async ({ app }) => {
    const [draft, coming] = [
      await createScene(app, "guest", "draft"),
      await createScene(app, "guest", "coming soon"),
    ];
    const silent = await app.make.book({ hasEbook: true });

    for (const { id } of [draft.book, coming.book, silent]) {
      expect((await app.fetch(`/api/books/${id}/playlist`)).status).toBe(404);
    }
  });
});

describe("player settings of a book", () => {
  test("are the reader's own, and come with the playlist", async ({ app }) => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    const book = await storeBook(app.services, { isFree: true });
    const params = { bookId: book.id };
    const save = app.as(reader);
    await save(playerContract.saveBookPlayerSettings, { params, body: { rate: 2, boost: 6 } });
    await save(playerContract.saveBookPlayerSettings, { params, body: { boost: 9, skipIntro: 30 } });

    const listSettings = (viewers: readonly (User | null)[]) =>
      Promise.all(
        viewers.map(
          async (viewer) => (await app.as(viewer)(playerContract.getPlaylist, { params })).settings,
        ),
      );
    expect(await listSettings([reader, other, null])).toEqual([{ boost: 9, skipIntro: 30 }, {}, {}]);
  });
});
