import { eq } from "drizzle-orm";
import { parseFeed } from "podcast-partytime";
import sharp from "sharp";
import { describe, expect } from "vitest";
import type { AppScope } from "#shared/api/app-scopes.ts";
import { podcastsContract } from "#shared/podcasts/contract.ts";
import { appTokens } from "#server/db/schema/accounts/accounts.ts";
import { audioFiles } from "#server/db/schema/books/formats.ts";
import { getRequestPath } from "#server/http/request-log.ts";
import { storeBook, storedAudio } from "#server/testing/books/stored-book.ts";
import { createToken } from "#server/testing/opds/catalogue.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const toPath = (url: string) => url.replace("http://localhost", "");

async function readFeed(app: TestApp, path: string) {
  const reply = await app.fetch(path);
  expect([reply.status, reply.headers.get("content-type")]).toEqual([
    200,
    "application/rss+xml;charset=utf-8",
  ]);
  const feed = parseFeed(await reply.text());
  if (!feed) throw new Error("The feed could not be parsed.");
  return feed;
}

async function createPrivatePath(app: TestApp, bookId: string, scopes: AppScope[], isSupporter = false) {
  const user = await app.make.user({ isSupporter });
  const secret = await createToken(app, user, scopes);
  return { user, secret, path: `/podcasts/private/${secret}/${bookId}/feed.xml` };
}

describe("the public podcast of a book", () => {
  test("is a serial whose files, chapters and square cover can be loaded", async ({ app }) => {
    const book = await storeBook(app.services, {
      title: "Tales & <more>",
      author: "A. Writer",
      isDemo: true,
    });
    const feed = await readFeed(app, `/podcasts/${book.id}/feed.xml`);
    const [episode] = feed.items;

    expect(feed).toMatchObject({
      title: "Tales & <more>",
      author: "A. Writer",
      itunesType: "serial",
      explicit: false,
      medium: "audiobook",
      guid: book.id,
    });
    expect(feed.items).toHaveLength(1);
    expect(episode).toMatchObject({
      title: "Tales & <more>",
      duration: 200,
      itunesEpisode: 1,
      itunesEpisodeType: "full",
    });
    const { url = "", length, type } = episode?.enclosure ?? {};
    expect([length, type]).toEqual([1000, "audio/mpeg"]);
    expect(url).toMatch(/\.mp3$/);
    const [whole, part] = await Promise.all([
      app.fetch(toPath(url)),
      app.fetch(toPath(url), { headers: { Range: "bytes=500-599" } }),
    ]);
    expect((await whole.arrayBuffer()).byteLength).toBe(length);
    expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 500-599/1000"]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(storedAudio.subarray(500, 600));
    const chapters = await app.fetch(toPath(episode?.podcastChapters?.url ?? ""));
    expect(chapters.headers.get("content-type")).toBe("application/json+chapters");
    expect(await chapters.json()).toEqual({
      version: "1.2.0",
      chapters: [
        { startTime: 0, title: "One" },
        { startTime: 100, title: "Two" },
      ],
    });
    const cover = await app.fetch(toPath(feed.itunesImage ?? ""));
    const image = await sharp(Buffer.from(await cover.arrayBuffer())).metadata();
    expect(image).toMatchObject({ format: "jpeg", width: 1400, height: 1400 });
  });

  test("has no file with a locked part, also for those who are signed in", async ({ app }) => {
    const free = await storeBook(app.services);
    const sampled = await storeBook(app.services, { isFree: false });
    await app.db.update(audioFiles).set({ sampleEnd: 200 }).where(eq(audioFiles.bookId, sampled.id));
    const hidden = await storeBook(app.services, { state: "hidden", isDemo: true });
    const admin = await app.make.user({ isAdmin: true });

    for (const { id, fileId } of [free, hidden]) {
      expect((await app.fetch(`/podcasts/${id}/feed.xml`, { as: admin })).status).toBe(404);
      expect((await app.fetch(`/podcasts/${id}/chapters/${fileId}.json`, { as: admin })).status).toBe(404);
    }
    expect((await readFeed(app, `/podcasts/${sampled.id}/feed.xml`)).items).toHaveLength(1);
    const { fileId } = free;
    const audio = await app.fetch(`/podcasts/${free.id}/audio/${fileId}.mp3`, { as: admin });
    expect((await audio.arrayBuffer()).byteLength).toBe(400);
  });

  test("is offered with the private one where the caller may hear more", async ({ app }) => {
    const { id } = await storeBook(app.services);
    const demo = await storeBook(app.services, { isDemo: true });
    const user = await app.make.user();
    const getOffer = (as: typeof user | null, bookId = id) =>
      app.as(as)(podcastsContract.getPodcastOffer, { params: { bookId } });

    expect(await getOffer(null)).toEqual({ publicUrl: null, isPublicWhole: false, hasMore: false });
    expect(await getOffer(user)).toEqual({ publicUrl: null, isPublicWhole: false, hasMore: true });
    expect(await getOffer(user, demo.id)).toEqual({
      publicUrl: `http://localhost/podcasts/${demo.id}/feed.xml`,
      isPublicWhole: true,
      hasMore: false,
    });
  });
});

describe("a private podcast", () => {
  test("has what the owner of the token may hear, and is kept out of directories", async ({ app }) => {
    const { id } = await storeBook(app.services, { isFree: false });
    const { path, secret } = await createPrivatePath(app, id, ["podcast"], true);
    const feed = await readFeed(app, path);
    const enclosure = feed.items[0]?.enclosure.url ?? "";

    expect(feed.itunesBlock).toBe(true);
    expect(enclosure).toContain(`/podcasts/private/${secret}/${id}/audio/`);
    const part = await app.fetch(toPath(enclosure), { headers: { Range: "bytes=990-" } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
    expect((await app.fetch(toPath(feed.items[0]?.podcastChapters?.url ?? ""))).status).toBe(200);
    expect((await app.fetch(path)).headers.get("cache-control")).toBe("private, no-cache");
    expect((await createPrivatePath(app, id, ["podcast"])).path).not.toBe(path);
  });

  test("opens with a token of its scope alone, which opens nothing else", async ({ app }) => {
    const { id } = await storeBook(app.services);
    const { path, secret, user } = await createPrivatePath(app, id, ["podcast"]);
    const others = await createPrivatePath(app, id, ["read", "sync", "publish"]);
    const premium = await storeBook(app.services, { isFree: false });

    expect((await app.fetch(path)).status).toBe(200);
    expect((await app.fetch(path.replace(id, premium.id))).status).toBe(404);
    expect((await app.fetch(others.path)).status).toBe(403);
    for (const url of ["/api/books", "/api/user/library", "/opds/v2", `/media/${id}/${premium.fileId}`]) {
      expect((await app.fetch(url, { headers: { Authorization: `Bearer ${secret}` } })).status).toBe(403);
    }
    const unknown = path.replace(secret, "app_unknown");
    expect((await app.fetch(unknown, { as: user })).status).toBe(401);
    await app.db.delete(appTokens).where(eq(appTokens.userId, user.id));
    expect((await app.fetch(path)).status).toBe(401);
  });

  test("is logged without its token", () => {
    expect(getRequestPath("/podcasts/private/app_secret/1/feed.xml?x=1")).toBe(
      "/podcasts/private/…/1/feed.xml",
    );
  });
});
