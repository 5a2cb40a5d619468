import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { booksStreams } from "#shared/books/contract.ts";
import { koboStreams } from "#shared/kobo/contract.ts";
import { playerStreams } from "#shared/player/contract.ts";
import { podcastStreams } from "#shared/podcasts/contract.ts";
import { recordingsStreams } from "#shared/prayer/recordings.ts";
import { signPath } from "#server/http/file-sender.ts";
import { storeBook, storedAudio } from "#server/testing/books/stored-book.ts";
import { hasNginx, startNginx } from "#server/testing/peers/nginx.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";

const cdn = { path: "/signed-media", signingKey: "change-this-signing-key" };
const now = new Date("2030-01-01T10:07:00Z");

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ usesXAccel: true, cdn });
});
afterAll(() => app.stop());

describe("the signature of a file", () => {
  it("is nginx's, of the path and the time at which it ends", () => {
    const expires = Date.parse("2030-01-01T11:15:00Z") / 1000;
    const digest = createHash("md5").update(`${expires}/signed-media/audio/4f/a.m4b change-this-signing-key`);

    expect(signPath(cdn, "audio/4f/a.m4b", now)).toBe(
      `/signed-media/audio/4f/a.m4b?md5=${digest.digest("base64url")}&expires=${expires}`,
    );
  });

  it("is the same for ranges that are requested soon after each other", () => {
    const later = new Date(now.getTime() + 60_000);

    expect(signPath(cdn, "audio/a.m4b", later)).toBe(signPath(cdn, "audio/a.m4b", now));
  });
});

describe("audio behind a CDN", () => {
  it("is declared in the contract of each route for stored files", () => {
    const answers = [
      playerStreams.getAudio,
      podcastStreams.getPodcastAudio,
      podcastStreams.getPrivatePodcastAudio,
      recordingsStreams.getRecordingAudio,
      booksStreams.getMedia,
      koboStreams.getKoboEpub,
    ].map((contract) => contract.answers[302]);

    for (const answer of answers) expect(answer).toMatch(/CDN$/);
  });

  it("is redirected for users with full access, and the redirect is not stored", async () => {
    const book = await storeBook(app.services);

    const response = await app.fetch(`/media/${book.id}/${book.fileId}`, {
      as: await app.make.user(),
      redirect: "manual",
    });

    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toMatch(
      new RegExp(`^/signed-media/${book.storageKey}\\?md5=[\\w-]{22}&expires=\\d+$`),
    );
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  it("an EPUB is redirected too, with its name, for who may download it", async () => {
    const book = await storeBook(app.services, { title: "The Lamp's Oil" });
    const url = `/api/media/stream?mediaType=epub&bookId=${book.id}`;

    const response = await app.fetch(url, { as: await app.make.user({ isAdmin: true }), redirect: "manual" });

    expect(response.headers.get("location")).toMatch(
      /^\/signed-media\/epub\/.+&name=The%20Lamp%27s%20Oil\.epub$/,
    );
    expect(response.headers.get("content-disposition")).toBeNull();
    expect((await app.fetch(url, { redirect: "manual" })).status).toBeGreaterThanOrEqual(400);
  });

  it("is sent by the server where only a sample may be heard", async () => {
    const book = await storeBook(app.services);

    const response = await app.fetch(`/media/${book.id}/${book.fileId}`, { redirect: "manual" });

    expect([response.status, response.headers.get("location")]).toEqual([200, null]);
    expect(Buffer.from(await response.arrayBuffer()).equals(storedAudio.subarray(0, 400))).toBe(true);
  });

  it("is sent by nginx while the CDN reads a bucket and the file is on the disk", async () => {
    const s3 = {
      bucket: "b",
      accessKeyId: "a",
      secretAccessKey: "s",
      endpoint: "",
      region: "r",
      cacheBytes: 1,
    };
    const withBucket = await startTestApp({ usesXAccel: true, cdn, s3 });
    onTestFinished(withBucket.stop);
    const book = await storeBook(withBucket.services);

    const response = await withBucket.fetch(`/media/${book.id}/${book.fileId}`, {
      as: await withBucket.make.user(),
      redirect: "manual",
    });

    expect(response.headers.get("x-accel-redirect")).toBe(`/protected-media/${book.storageKey}`);
  });

  it.skipIf(!hasNginx)("is verified by the nginx of the guide and arrives whole and in ranges", async () => {
    const { services, baseUrl, make } = app;
    // nginx compares with the real time.
    app.setClock(new Date());
    const nginx = await startNginx(baseUrl, services.settings.dataDir);
    onTestFinished(nginx.stop);
    const book = await storeBook(services);
    const cookie = await createSessionCookie(services, await make.user());
    const get = (url: string, headers: HeadersInit = {}, redirect: RequestRedirect = "follow") =>
      fetch(nginx.url + url, { headers, redirect });
    const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());
    const media = `/media/${book.id}/${book.fileId}`;

    const whole = await get(media, { Cookie: cookie });
    expect([whole.status, whole.redirected]).toEqual([200, true]);
    expect(whole.headers.get("cache-control")).toBe("private, max-age=86400, immutable");
    expect(whole.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect((await readBytes(whole)).equals(storedAudio)).toBe(true);
    const part = await get(media, { Cookie: cookie, Range: "bytes=500-599" });
    expect([part.status, part.headers.get("content-range")]).toEqual([
      206,
      `bytes 500-599/${storedAudio.length}`,
    ]);
    expect((await readBytes(part)).equals(storedAudio.subarray(500, 600))).toBe(true);

    const signed = (await get(media, { Cookie: cookie }, "manual")).headers.get("location") ?? "";
    const named = await get(`${signed}&name=The%20Lamp.epub`);
    expect(named.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''The%20Lamp.epub");
    await services.storage.put("audio/00/book.m4b", Readable.from([storedAudio]));
    const typed = await get(signPath(cdn, "audio/00/book.m4b", new Date()));
    expect(typed.headers.get("content-type")).toBe("audio/mp4");
    const [path = "", query = ""] = signed.split("?");
    const old = signPath(cdn, book.storageKey, new Date(Date.now() - 3 * 3_600_000));
    const refused = [
      path,
      signed.replace(/expires=\d/, "expires=9"),
      `${path.replace(book.storageKey, `${book.storageKey}x`)}?${query}`,
      signPath({ ...cdn, signingKey: "another-key-0000" }, book.storageKey, new Date()),
      old,
    ];
    const statuses = await Promise.all(refused.map(async (url) => (await get(url)).status));
    expect(statuses).toEqual([403, 403, 403, 403, 410]);
  });
});
