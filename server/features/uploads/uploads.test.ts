import { createHash, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer, json } from "node:stream/consumers";
import { eq, sql } from "drizzle-orm";
import { describe, expect, vi } from "vitest";
import { ZipFile } from "yazl";
import type { User } from "#shared/accounts/user.ts";
import { booksContract } from "#shared/books/contract.ts";
import {
  type UploadFileId,
  type UploadSet,
  uploadBlockBytes,
  uploadsContract,
} from "#shared/uploads/contract.ts";
import { books } from "#server/db/schema/books/books.ts";
import { audioFiles, chapters, ebooks } from "#server/db/schema/books/formats.ts";
import { uploadFiles, uploadSets } from "#server/db/schema/publishing/uploads.ts";
import { SessionLocks } from "#server/db/session-locks.ts";
import { unavailable } from "#server/http/api/problem.ts";
import { getDiskSpace, getMinFreeBytes } from "#server/storage/disk-space.ts";
import { createEpubBytes } from "#server/testing/books/small-epub.ts";
import { getFixturePath } from "#server/testing/fixtures/fixture.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { test } from "#server/testing/test.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { waitForLock } from "#server/testing/wait-for-lock.ts";
import { computeDigest, importUpload } from "./finish-upload.ts";
import { purgeUploads } from "./jobs.ts";
import { getExpiry, setUploadState } from "./queries.ts";
import { getReceivedBytes } from "./upload-folder.ts";

const { createUpload, finishUpload, getUpload, listUploads, cancelUpload } = uploadsContract;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("base64");

let serial = 0;

const createEpub = (title = `Uploaded ${++serial}`) => createEpubBytes({ title });

function patch(
  app: TestApp,
  as: User | null,
  fileId: string,
  offset: number,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
) {
  return app.fetch(`/api/uploads/${fileId}`, {
    as,
    method: "PATCH",
    headers: {
      "Tus-Resumable": "1.0.0",
      "Upload-Offset": String(offset),
      "Content-Type": "application/offset+octet-stream",
      ...headers,
    },
    body: new Uint8Array(bytes),
  });
}

const fetchUploadHead = (app: TestApp, as: User | null, fileId: string) =>
  app.fetch(`/api/uploads/${fileId}`, { as, method: "HEAD", headers: { "Tus-Resumable": "1.0.0" } });

async function startUpload(
  app: TestApp,
  as: User,
  files: Record<string, number>,
  title = "Title",
): Promise<UploadSet> {
  const list = Object.entries(files).map(([name, bytes]) => ({ path: name, bytes }));
  return app.as(as)(createUpload, { body: { title, files: list } });
}

async function finish(app: TestApp, as: User, { id: setId }: UploadSet, digests = {}): Promise<UploadSet> {
  const finishing = await app.as(as)(finishUpload, { params: { setId }, body: { digests } });
  expect(finishing.state).toBe("processing");
  await app.runJobs();
  return app.as(as)(getUpload, { params: { setId } });
}

async function send(app: TestApp, as: User, files: Record<string, Uint8Array>, title = "Title") {
  const sizes = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, bytes.length]));
  const set = await startUpload(app, as, sizes, title);
  for (const file of set.files) {
    const bytes = files[file.path] ?? new Uint8Array();
    expect((await patch(app, as, file.id, 0, bytes)).status).toBe(204);
  }
  return set;
}

const listExpiries = async (app: TestApp, { id }: User) =>
  (await app.db.select().from(uploadSets).where(eq(uploadSets.ownerId, id))).map(
    ({ expiresAt }) => expiresAt,
  );

const getFile = (set: UploadSet) => set.files[0] ?? expect.fail("no file");

describe("an upload", () => {
  test("continues at the server's offset, and becomes a draft of its owner", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const title = `Resumed ${++serial}`;
    const bytes = await createEpub(title);
    const set = await startUpload(app, author, { "book.epub": bytes.length });
    const { id } = getFile(set);

    const half = Math.floor(bytes.length / 2);
    const first = await patch(app, author, id, 0, bytes.subarray(0, half), {
      "Upload-Checksum": `sha256 ${sha256(bytes.subarray(0, half))}`,
    });
    expect([first.status, first.headers.get("Upload-Offset")]).toEqual([204, String(half)]);
    expect(first.headers.get("Access-Control-Allow-Origin")).toBeNull();

    const known = await fetchUploadHead(app, author, id);
    expect(known.status).toBe(200);
    expect(known.headers.get("Upload-Offset")).toBe(String(half));
    expect(known.headers.get("Upload-Length")).toBe(String(bytes.length));
    expect(known.headers.get("Cache-Control")).toBe("no-store");

    const gapReply = await patch(app, author, id, half + 1, bytes.subarray(half));
    expect(gapReply.status).toBe(409);
    expect(await gapReply.json()).toMatchObject({ code: "conflict", reason: { code: "upload_offset" } });
    expect((await fetchUploadHead(app, author, id)).headers.get("Upload-Offset")).toBe(String(half));

    await expect(app.as(author)(finishUpload, { params: { setId: set.id }, body: {} })).rejects.toMatchObject(
      { status: 409, problem: { reason: { code: "upload_incomplete", file: "book.epub" } } },
    );

    expect((await patch(app, author, id, half, bytes.subarray(half))).status).toBe(204);
    const finished = await finish(app, author, set);

    expect(finished).toMatchObject({ state: "done", reason: null, files: [{ offset: bytes.length }] });
    const [book] = await app.db
      .select()
      .from(books)
      .where(eq(books.id, finished.bookId ?? expect.fail()));
    expect(book).toMatchObject({ title, state: "draft", ownerId: author.id });
    const [text] = await app.db
      .select()
      .from(ebooks)
      .where(eq(ebooks.bookId, book?.id ?? expect.fail()));
    expect(text?.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(await readdir(path.join(app.services.settings.dataDir, "uploads"))).not.toContain(set.id);
  });

  test("rejects a damaged chunk and keeps the rest", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const bytes = await createEpub();
    const { id } = getFile(await startUpload(app, author, { "book.epub": bytes.length }));
    await patch(app, author, id, 0, bytes.subarray(0, 100));

    const damaged = await patch(app, author, id, 100, bytes.subarray(100), {
      "Upload-Checksum": `sha256 ${sha256(bytes)}`,
    });

    expect(damaged.status).toBe(409);
    expect((await damaged.json()).reason.code).toBe("upload_damaged_chunk");
    expect((await fetchUploadHead(app, author, id)).headers.get("Upload-Offset")).toBe("100");
  });

  test("refuses a chunk of another version of the protocol", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const { id } = getFile(await startUpload(app, author, { "book.epub": 10 }));

    const reply = await patch(app, author, id, 0, Buffer.alloc(10), { "Tus-Resumable": "0.2.0" });

    expect([reply.status, (await reply.json()).code]).toEqual([400, "invalid_input"]);
    expect((await fetchUploadHead(app, author, id)).headers.get("Upload-Offset")).toBe("0");
  });

  test("accepts no more bytes than declared", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const { id } = getFile(await startUpload(app, author, { "book.epub": 1000 }));

    const reply = await patch(app, author, id, 0, Buffer.alloc(1001));

    expect(reply.status).toBe(413);
    expect((await reply.json()).code).toBe("too_large");
    expect(Number((await fetchUploadHead(app, author, id)).headers.get("Upload-Offset"))).toBeLessThanOrEqual(
      1000,
    );
  });

  test("creates one book, however often it is finished", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const set = await send(app, author, { "book.epub": await createEpub() });
    const finishCalls = Array.from({ length: 20 }, () =>
      app.as(author)(finishUpload, { params: { setId: set.id }, body: {} }),
    );
    await Promise.all(finishCalls);
    await app.runJobs();

    const ends = app.published.filter(({ event }) => event.uploadId === set.id);
    const event = { topics: ["upload", "publication"], uploadId: set.id };
    expect(ends).toEqual([{ userId: author.id, event }]);
    expect(await app.db.$count(books, eq(books.ownerId, author.id))).toBe(1);
    expect(await app.as(author)(finishUpload, { params: { setId: set.id }, body: {} })).toMatchObject({
      state: "done",
    });
  });

  test("of the same files by another author is a separate draft", async ({ app }) => {
    const [author, other] = [
      await app.make.user({ isAuthor: true }),
      await app.make.user({ isAuthor: true }),
    ];
    const bytes = await createEpub();
    const first = await finish(app, author, await send(app, author, { "book.epub": bytes }));
    const second = await finish(app, other, await send(app, other, { "book.epub": bytes }));
    const again = await finish(app, author, await send(app, author, { "book.epub": bytes }));

    expect(second.bookId).not.toBe(first.bookId);
    expect(again.bookId).toBe(first.bookId);
    await expect(
      app.as(other)(booksContract.getBook, { params: { bookId: first.bookId ?? expect.fail() } }),
    ).rejects.toMatchObject({ status: 404 });
  });

  test("is rejected with a reason for invalid files, whose bytes are deleted", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const failed = await finish(
      app,
      author,
      await send(app, author, { "book.epub": Buffer.from("not a ZIP") }),
    );

    expect(failed).toMatchObject({ state: "rejected", bookId: null, files: [{ offset: 0 }] });
    expect(failed.reason?.code).toEqual(expect.any(String));
    expect(await app.db.$count(books, eq(books.ownerId, author.id))).toBe(0);
    expect(await readdir(path.join(app.services.settings.dataDir, "uploads"))).not.toContain(failed.id);
    expect((await fetchUploadHead(app, author, getFile(failed).id)).status).toBe(404);
    expect((await app.as(author)(listUploads, {})).uploads).toEqual([failed]);
    expect(await app.as(author)(finishUpload, { params: { setId: failed.id }, body: {} })).toEqual(failed);
    await app.as(author)(cancelUpload, { params: { setId: failed.id } });
    expect((await app.as(author)(listUploads, {})).uploads).toEqual([]);
  });

  test.for([
    ["a server error", new Error("The disk broke.")],
    ["an unavailable store", unavailable()],
  ] as const)("can be finished again after %s", async ([, error], { app }) => {
    const author = await app.make.user({ isAuthor: true });
    const set = await send(app, author, { "book.epub": await createEpub() });
    const put = vi.spyOn(app.services.storage, "put").mockRejectedValueOnce(error);

    const failed = await finish(app, author, set);
    expect(failed).toMatchObject({ state: "failed", reason: { code: "try_again" } });
    expect((await app.as(author)(listUploads, {})).uploads).toEqual([failed]);
    put.mockRestore();

    expect(await finish(app, author, set)).toMatchObject({ state: "done", reason: null });
  });

  test("is verified by the digest of the whole file", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const bytes = await createEpub();
    const file = path.join(await mkdtemp(path.join(tmpdir(), "maktaba-digest-")), "book");
    await writeFile(file, bytes);
    const set = await send(app, author, { "book.epub": bytes });

    const refused = await finish(app, author, set, { [getFile(set).id]: "0".repeat(64) });
    expect(refused).toMatchObject({
      state: "failed",
      reason: { code: "upload_damaged", file: "book.epub" },
      files: [{ offset: 0 }],
    });
    await patch(app, author, getFile(set).id, 0, bytes);

    const finished = await finish(app, author, set, { [getFile(set).id]: await computeDigest(file) });
    expect(finished.state).toBe("done");
  });

  test("has a digest for each of its files", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const sources = { "01.mp3": "audio/chap-cbr.mp3", "02.m4b": "audio/front-moov.m4b" };
    const bytes: Record<string, Uint8Array> = {};
    for (const [name, source] of Object.entries(sources))
      bytes[name] = await readFile(getFixturePath(source));
    const set = await send(app, author, bytes);
    const digests: Record<string, string> = {};
    for (const { id, path: name } of set.files) {
      digests[id] = await computeDigest(getFixturePath(sources[name as keyof typeof sources]));
    }

    expect((await finish(app, author, set, digests)).state).toBe("done");
  });

  test("has the digest of the digests of its blocks", async () => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), "maktaba-digest-")), "blocks");
    for (const size of [0, uploadBlockBytes, 2 * uploadBlockBytes + 5]) {
      const bytes = randomBytes(size);
      await writeFile(file, bytes);
      const all = createHash("sha256");
      for (let at = 0; at < size; at += uploadBlockBytes) {
        all.update(Buffer.from(sha256(bytes.subarray(at, at + uploadBlockBytes)), "base64"));
      }
      expect(await computeDigest(file)).toBe(all.digest("hex"));
    }
  });

  test("has the title that the uploader chose, else the one in its files", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const create = async (title: string, isTitleChosen: boolean) => {
      const bytes = await createEpub("In the file");
      const files = [{ path: "book.epub", bytes: bytes.length }];
      const set = await app.as(author)(createUpload, { body: { title, isTitleChosen, files } });
      await patch(app, author, getFile(set).id, 0, bytes);
      const { bookId } = await finish(app, author, set);
      const [book] = await app.db
        .select()
        .from(books)
        .where(eq(books.id, bookId ?? expect.fail()));
      await app.db.delete(books).where(eq(books.id, bookId ?? expect.fail()));
      return book?.title;
    };

    expect(await create("Chosen", true)).toBe("Chosen");
    expect(await create("Name of the file", false)).toBe("In the file");
  });

  test("imports audio files of folders and ZIPs as one book", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const audio = await readFile(getFixturePath("audio/chap-cbr.mp3"));
    const other = await readFile(getFixturePath("audio/front-moov.m4b"));
    const zip = new ZipFile();
    zip.addBuffer(other, "CD 2/01.m4b");
    zip.addBuffer(Buffer.from("x"), "notes.txt");
    zip.end();
    const zipBytes = await buffer(zip.outputStream);

    const set = await send(app, author, { "CD 1/01.mp3": audio, "rest.zip": zipBytes }, "A long journey");
    const finished = await finish(app, author, set);

    expect(finished.state).toBe("done");
    expect(await app.db.$count(audioFiles, eq(audioFiles.bookId, finished.bookId ?? expect.fail()))).toBe(2);
  });
});

describe("a file", () => {
  test("with the chapters or the order of the audio is used", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const audio = await readFile(getFixturePath("audio/vbr-bare.mp3"));
    const listTitles = async (files: Record<string, Uint8Array>) => {
      const { bookId } = await finish(app, author, await send(app, author, files));
      const rows = app.db
        .select()
        .from(chapters)
        .where(eq(chapters.bookId, bookId ?? expect.fail()));
      return (await rows.orderBy(chapters.chapterNumber)).map(({ title }) => title);
    };
    const track = (title: string, at: string) => `TRACK 01 AUDIO\nTITLE "${title}"\nINDEX 01 ${at}\n`;
    const cue = Buffer.from(`FILE "a.mp3" MP3\n${track("One", "00:00:00")}${track("Two", "00:02:00")}`);
    const zip = new ZipFile();
    zip.addBuffer(audio, "Dawn.mp3");
    zip.addBuffer(Buffer.concat([audio, audio]), "Dusk.mp3");
    zip.addBuffer(Buffer.from("Dusk.mp3\nDawn.mp3"), "all.m3u");
    zip.end();

    expect(await listTitles({ "a.mp3": audio, "a.cue": cue })).toEqual(["One", "Two"]);
    expect(await listTitles({ "a.zip": await buffer(zip.outputStream) })).toEqual(["Dusk", "Dawn"]);
  });

  test("is written by one request at a time; a new one replaces a hanging one", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const bytes = await createEpub();
    const set = await startUpload(app, author, { "book.epub": bytes.length });
    const { id } = getFile(set);
    let close = () => {};
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(bytes.subarray(0, 400)));
        close = () => controller.close();
      },
    });
    const hangingReply = app
      .fetch(`/api/uploads/${id}`, {
        as: author,
        method: "PATCH",
        headers: {
          "Tus-Resumable": "1.0.0",
          "Upload-Offset": "0",
          "Content-Type": "application/offset+octet-stream",
        },
        body,
        duplex: "half",
      } as RequestInit)
      .catch(() => null);
    await expect.poll(async () => getReceivedBytes(app.services, { id, setId: set.id })).toBe(400);

    const known = await fetchUploadHead(app, author, id);
    expect([known.status, known.headers.get("Upload-Offset")]).toEqual([200, "400"]);
    expect((await patch(app, author, id, 400, bytes.subarray(400))).status).toBe(204);
    close();
    await hangingReply;

    expect((await finish(app, author, set)).state).toBe("done");
  });

  test("that another process writes is written after it", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const set = await startUpload(app, author, { "book.epub": 20 });
    const file = getFile(set);
    const contender = new SessionLocks(app.databaseUrl);
    expect(await contender.tryLock(`upload ${set.id}/${file.id}`, () => {})).toBe(true);
    const asked = new Promise<string>((resolve) => {
      app.services.live.onBroadcast("upload-release", resolve);
    });

    const sending = patch(app, author, file.id, 0, Buffer.alloc(20));

    expect(await asked).toBe(`${set.id}/${file.id}`);
    expect(await getReceivedBytes(app.services, { id: file.id, setId: set.id })).toBe(0);
    await contender.close();
    expect((await sending).status).toBe(204);
  });

  test("that does not fit beside those on their way is refused with 507 before its first byte", async ({
    app,
  }) => {
    const author = await app.make.user({ isAuthor: true });
    const { free, total } = await getDiskSpace(app.services.settings.dataDir);
    const bytes = Math.floor((free - getMinFreeBytes(total)) * 0.6);
    const set = await startUpload(app, author, { "a.mp3": 10, "b.mp3": 10, "c.mp3": 10 });
    const [one, two, three] = set.files.map(({ id }) => id) as [UploadFileId, UploadFileId, UploadFileId];
    await app.db.update(uploadFiles).set({ bytes: free }).where(eq(uploadFiles.setId, set.id));
    const send = async (fileId: string, length: number) => {
      const cookie = await createSessionCookie(app.services, author);
      return request(`${app.baseUrl}/api/uploads/${fileId}`, {
        method: "PATCH",
        headers: {
          Cookie: cookie,
          Origin: "http://localhost",
          "Tus-Resumable": "1.0.0",
          "Upload-Offset": "0",
          "Content-Type": "application/offset+octet-stream",
          "Content-Length": String(length),
        },
      });
    };
    const getReply = async (sending: ClientRequest) => {
      const [reply] = (await once(sending, "response")) as [IncomingMessage];
      const body = (await json(reply)) as { code: string };
      sending.destroy();
      return [reply.statusCode, body.code];
    };
    const tooLarge = await send(three, free);
    tooLarge.flushHeaders();
    expect(await getReply(tooLarge)).toEqual([507, "insufficient_storage"]);

    const first = await send(one, bytes);
    first.on("error", () => {}).write(Buffer.alloc(10));
    const getOffset = async (fileId: string) =>
      (await fetchUploadHead(app, author, fileId)).headers.get("Upload-Offset");
    await expect.poll(() => getReceivedBytes(app.services, { id: one, setId: set.id })).toBe(10);

    const second = await send(two, bytes);
    second.flushHeaders();
    expect(await getReply(second)).toEqual([507, "insufficient_storage"]);
    expect(await getOffset(two)).toBe("0");
    first.destroy();
    await app.db.delete(uploadSets).where(eq(uploadSets.ownerId, author.id));
  });

  test("is locked across processes until the holder disconnects", async ({ app }) => {
    const [one, two] = [new SessionLocks(app.databaseUrl), new SessionLocks(app.databaseUrl)];
    const lost = vi.fn();
    expect(await one.tryLock("upload x", lost)).toBe(true);
    expect(await one.tryLock("upload x", lost)).toBe(false);
    expect(await two.tryLock("upload x", lost)).toBe(false);
    await one.unlock("upload x");
    expect(await two.tryLock("upload x", lost)).toBe(true);

    await app.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'maktaba locks' and datname = current_database()`);

    await expect.poll(() => lost.mock.calls.length).toBe(1);
    // A call on a connection that ended, but whose end was not noticed yet, fails.
    await expect.poll(() => one.tryLock("upload x", lost).catch(() => false)).toBe(true);
    await Promise.all([one.close(), two.close()]);
  });
});

describe("uploads", () => {
  test("are for authors and staff, and private", async ({ app }) => {
    const [author, other, reader] = [
      await app.make.user({ isAuthor: true }),
      await app.make.user({ isAuthor: true }),
      await app.make.user(),
    ];
    const set = await startUpload(app, author, { "book.epub": 100 });
    const { id } = getFile(set);
    const params = { setId: set.id };

    for (const [as, status] of [
      [null, 401],
      [reader, 403],
      [other, 404],
    ] as const) {
      expect((await fetchUploadHead(app, as, id)).status).toBe(status);
      expect((await patch(app, as, id, 0, Buffer.alloc(10))).status).toBe(status);
      await expect(app.as(as)(getUpload, { params })).rejects.toMatchObject({ status });
      await expect(app.as(as)(finishUpload, { params, body: {} })).rejects.toMatchObject({ status });
      await expect(app.as(as)(cancelUpload, { params })).rejects.toMatchObject({ status });
    }
    expect((await app.as(other)(listUploads, {})).uploads).toEqual([]);
    const pair = await startUpload(app, author, { "a.epub": 100, "cover.jpg": 50 });
    expect((await app.as(author)(listUploads, {})).uploads).toEqual(expect.arrayContaining([set, pair]));
    expect((await fetchUploadHead(app, author, id)).headers.get("Upload-Offset")).toBe("0");
    await expect(
      app.as(author)(createUpload, {
        body: { title: "x", isForSite: true, files: [{ path: "a.epub", bytes: 1 }] },
      }),
    ).rejects.toMatchObject({ status: 403 });
  });

  test("that are sent, refused, cancelled or imported leave others as they were", async ({ app }) => {
    const [author, other] = [
      await app.make.user({ isAuthor: true }),
      await app.make.user({ isAuthor: true }),
    ];
    const bytes = await createEpub();
    const neighbours = [
      await startUpload(app, author, { "book.epub": bytes.length }),
      await startUpload(app, other, { "book.epub": bytes.length }),
    ];
    for (const set of neighbours) await patch(app, other, getFile(set).id, 0, bytes.subarray(0, 10));
    const ids = neighbours.map(({ id }) => id);
    const list = async () => [
      await listRowsAbout(app.db, ids),
      await Promise.all(ids.map((id) => readdir(path.join(app.services.settings.dataDir, "uploads", id)))),
    ];
    const before = await list();
    app.setClock(new Date("2026-03-02T12:00:00Z"));

    const [sent, cancelled] = [
      await send(app, author, { "book.epub": bytes }),
      await send(app, author, { "book.epub": bytes }),
    ];
    await app.as(author)(cancelUpload, { params: { setId: cancelled.id } });
    await finish(app, author, sent, { [getFile(sent).id]: "0".repeat(64) });
    await fetchUploadHead(app, author, getFile(neighbours[0] ?? expect.fail()).id);
    const now = new Date("2026-03-03T12:00:00Z");
    app.setClock(now);
    await patch(app, author, getFile(sent).id, 0, bytes);
    const [kept] = await app.db.select().from(uploadSets).where(eq(uploadSets.id, sent.id));
    expect(kept?.expiresAt).toEqual(getExpiry(now));
    expect(await finish(app, author, sent)).toMatchObject({ id: sent.id, state: "done" });

    app.setClock(new Date("2026-03-01T12:00:00Z"));
    expect(await list()).toEqual(before);
    const listed = (await app.as(author)(listUploads, {})).uploads;
    expect(listed.map(({ id, files }) => [id, files.map(({ offset }) => offset)])).toEqual([[ids[0], [0]]]);
    expect((await patch(app, author, getFile(sent).id, 0, bytes)).status).toBe(404);
    await expect(app.as(author)(cancelUpload, { params: { setId: sent.id } })).rejects.toMatchObject({
      status: 409,
    });
  });

  test("that are not finished are not imported", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const set = await send(app, author, { "book.epub": await createEpub() });

    await importUpload.run(app.services, { setId: set.id });
    const done = { state: "done" } as const;
    expect(await setUploadState(app.db, set.id, ["processing"], done)).toBe(false);
    expect(await app.as(author)(getUpload, { params: { setId: set.id } })).toMatchObject({ state: "open" });
    await app.as(author)(finishUpload, { params: { setId: set.id }, body: {} });
    await expect(app.as(author)(cancelUpload, { params: { setId: set.id } })).rejects.toMatchObject({
      status: 409,
    });
    await app.db.delete(uploadSets).where(eq(uploadSets.id, set.id));
    await app.runJobs();

    expect(await app.db.$count(books, eq(books.ownerId, author.id))).toBe(0);
  });

  test("that are being finished cannot be cancelled", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const set = await send(app, author, { "book.epub": await createEpub() });
    // The other request commits while the cancellation waits for it.
    const { refused } = await app.db.transaction(async (tx) => {
      await setUploadState(tx, set.id, ["open"], { state: "processing" });
      const cancelling = app.as(author)(cancelUpload, { params: { setId: set.id } });
      const refused = expect(cancelling).rejects.toMatchObject({ status: 409 });
      await waitForLock(app.db);
      return { refused };
    });

    await refused;
    expect(await app.as(author)(getUpload, { params: { setId: set.id } })).toMatchObject({
      state: "processing",
    });
  });

  test("that are being sent are kept for another week", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const [set] = [
      await startUpload(app, author, { "book.epub": 20 }),
      await startUpload(app, author, { "book.epub": 20 }),
    ];
    const soon = new Date("2026-03-02T12:00:00Z");
    await app.db.update(uploadSets).set({ expiresAt: soon }).where(eq(uploadSets.ownerId, author.id));

    await patch(app, author, getFile(set).id, 0, Buffer.alloc(10));

    const expiries = (await listExpiries(app, author)).sort((a, b) => a.getTime() - b.getTime());
    expect(expiries).toEqual([soon, new Date("2026-03-08T12:00:00Z")]);
  });

  test("that are imported take no more bytes", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const set = await startUpload(app, author, { "book.epub": 20 });
    await setUploadState(app.db, set.id, ["open"], { state: "processing" });

    expect((await patch(app, author, getFile(set).id, 0, Buffer.alloc(20))).status).toBe(404);
  });

  test("require the same origin", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const { id } = getFile(await startUpload(app, author, { "book.epub": 100 }));

    const foreign = await patch(app, author, id, 0, Buffer.alloc(10), { Origin: "https://evil.example" });

    expect(foreign.status).toBe(403);
    expect((await fetchUploadHead(app, author, id)).headers.get("Upload-Offset")).toBe("0");
  });

  test.for([
    ["../book.epub", 10, 400],
    ["a/../../book.epub", 10, 400],
    ["/etc/book.epub", 10, 400],
    ["book.exe", 10, 415],
    ["cover.jpg", 10, 415],
    ["book.epub", 600_000_000, 413],
    ["book.m4b", 1e15, 413],
    ["book.zip", 4_000_000_001, 413],
    ["cover.WEBP", 20_000_001, 413],
    ["cover.jpeg", 20_000_000, 415],
    ["book.cue", 10, 415],
    ["book.m3u8", 1_000_001, 413],
  ] as const)("of %s with %d bytes are refused with %d", async ([name, bytes, status], { app }) => {
    const author = await app.make.user({ isAuthor: true });

    await expect(startUpload(app, author, { [name]: bytes })).rejects.toMatchObject({ status });
    expect((await app.as(author)(listUploads, {})).uploads).toEqual([]);
  });

  test("are limited in number, and released when cancelled", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const sets: UploadSet[] = [];
    for (let n = 0; n < 18; n++) sets.push(await startUpload(app, author, { "book.epub": 10 }));
    const atOnce = Array.from({ length: 6 }, () => startUpload(app, author, { "book.epub": 10 }));
    const ends = await Promise.allSettled(atOnce);

    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    await expect(startUpload(app, author, { "book.epub": 10 })).rejects.toMatchObject({ status: 409 });

    await app.as(author)(cancelUpload, { params: { setId: sets[0]?.id ?? expect.fail() } });

    await expect(startUpload(app, author, { "book.epub": 10 })).resolves.toMatchObject({ state: "open" });
  });

  test.for([
    [
      { "a.epub": 10, "a.epub/b.mp3": 10 },
      { "files.1.path": { code: "folder_and_file", file: "a.epub/b.mp3" } },
    ],
    [
      { "a.epub": 10, [`${"x".repeat(396)}.mp3`]: 10 },
      { "files.1.path": { code: "name_too_long", file: `${"x".repeat(396)}.mp3` } },
    ],
  ] as const)("with paths that cannot be stored are refused %#", async ([files, fields], { app }) => {
    const author = await app.make.user({ isAuthor: true });

    await expect(startUpload(app, author, files)).rejects.toMatchObject({ status: 400, problem: { fields } });
    expect(await app.db.$count(uploadSets, eq(uploadSets.ownerId, author.id))).toBe(0);
  });

  test("that failed count as unfinished, and those of others do not", async ({ app }) => {
    const [author, other] = [
      await app.make.user({ isAuthor: true }),
      await app.make.user({ isAuthor: true }),
    ];
    for (let n = 0; n < 20; n++) await startUpload(app, author, { "book.epub": 10 });
    await app.db.update(uploadSets).set({ state: "failed" }).where(eq(uploadSets.ownerId, author.id));

    await expect(startUpload(app, author, { "book.epub": 10 })).rejects.toMatchObject({ status: 409 });
    expect((await app.as(author)(listUploads, {})).uploads).toHaveLength(20);
    await expect(startUpload(app, other, { "book.epub": 10 })).resolves.toMatchObject({ state: "open" });

    await app.db.update(uploadSets).set({ state: "rejected" }).where(eq(uploadSets.ownerId, author.id));
    await expect(startUpload(app, author, { "book.epub": 10 })).resolves.toMatchObject({ state: "open" });
  });

  test("that are abandoned are deleted after a week with their files", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const set = await startUpload(app, author, { "book.epub": 10 });
    const current = await startUpload(app, author, { "book.epub": 10 });
    expect(await listExpiries(app, author)).toEqual(Array(2).fill(new Date("2026-03-08T12:00:00Z")));
    const getFolder = (id: string) => path.join(app.services.settings.dataDir, "uploads", id);
    const [unknown, recent] = [randomUUID(), randomUUID()];
    for (const id of [unknown, recent]) await mkdir(getFolder(id));
    const twoHoursBefore = new Date("2026-03-01T10:00:00Z");
    for (const id of [unknown, current.id]) await utimes(getFolder(id), twoHoursBefore, twoHoursBefore);
    expect(await readdir(getFolder(set.id))).toHaveLength(1);
    await app.db
      .update(uploadSets)
      .set({ expiresAt: new Date("2026-02-01") })
      .where(eq(uploadSets.id, set.id));

    await purgeUploads.run(app.services, {});

    for (const id of [set.id, unknown]) await expect(readdir(getFolder(id))).rejects.toThrow();
    expect(await readdir(getFolder(current.id))).toHaveLength(1);
    expect(await readdir(getFolder(recent))).toEqual([]);
    expect((await app.as(author)(listUploads, {})).uploads.map(({ id }) => id)).toEqual([current.id]);
    await expect(app.as(author)(getUpload, { params: { setId: set.id } })).rejects.toMatchObject({
      status: 404,
    });
  });

  test("beyond an author's quota are rejected", async () => {
    const unit = 1_500_000;
    const limits = { epub: 2e9, epubUnpacked: 2e9, audio: 1e9, image: 1e6, quota: 1000 * unit };
    const app = await startTestApp({ uploadLimits: limits });
    try {
      const [author, other] = [
        await app.make.user({ isAuthor: true }),
        await app.make.user({ isAuthor: true }),
      ];
      const set = await startUpload(app, author, { "a.epub": 600 * unit });
      const setState = (state: UploadSet["state"]) =>
        app.db.update(uploadSets).set({ state }).where(eq(uploadSets.id, set.id));

      for (const state of ["open", "processing", "failed"] as const) {
        await setState(state);
        await expect(startUpload(app, author, { "b.epub": 600 * unit })).rejects.toMatchObject({
          status: 413,
          problem: { reason: { code: "upload_quota", gb: 1.5 } },
        });
      }
      for (const size of [400, 600]) await startUpload(app, other, { "b.epub": size * unit });
      await expect(startUpload(app, other, { "c.epub": 1 })).rejects.toMatchObject({ status: 413 });
      await setState("rejected");
      await expect(startUpload(app, author, { "b.epub": 600 * unit })).resolves.toMatchObject({
        state: "open",
      });

      await app.make.ebook({ ownerId: author.id, wordCount: 1, pageCount: 1 });
      await app.make.ebook({ ownerId: other.id, wordCount: 1, pageCount: 1 });
      await expect(startUpload(app, author, { "c.epub": 400 * unit })).rejects.toMatchObject({ status: 413 });
      await expect(startUpload(app, author, { "c.epub": 400 * unit - 1 })).resolves.toMatchObject({
        state: "open",
      });
      const employee = await app.make.user({ isEmployee: true, isAuthor: true });
      const files = [{ path: "a.epub", bytes: 1001 * unit }];
      await app.as(employee)(createUpload, { body: { title: "x", isForSite: true, files } });
      await expect(startUpload(app, employee, { "b.epub": 1000 * unit })).resolves.toMatchObject({
        state: "open",
      });
    } finally {
      await app.stop();
    }
  });

  test("beyond the space of the disk beside those on their way are refused", async () => {
    const limits = { epub: 2e9, epubUnpacked: 2e9, audio: 1e15, image: 1e6, quota: 1e16 };
    const app = await startTestApp({ uploadLimits: limits });
    try {
      const author = await app.make.user({ isAuthor: true });
      const { free, total } = await getDiskSpace(app.services.settings.dataDir);
      // The import copies the files, so that two of them need 80 % of the space.
      const bytes = Math.floor((free - getMinFreeBytes(total)) * 0.2);
      const start = () => startUpload(app, author, { "a.mp3": bytes });
      for (let n = 0; n < 2; n++) await start();

      await expect(start()).rejects.toMatchObject({
        status: 507,
        problem: { reason: { code: "disk_full" } },
      });
      expect(await app.db.$count(uploadSets)).toBe(2);
    } finally {
      await app.stop();
    }
  });
});
