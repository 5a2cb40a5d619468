import { beforeEach, expect, test, vi } from "vitest";
import { accountCacheName } from "#client/lib/offline/has-kept-books.ts";
import {
  accountUrl,
  getBookCacheName,
  maxContactAgeMs,
  recordUrl,
  writeContact,
} from "#client/lib/offline/kept-caches.ts";
import { packFile } from "#client/lib/offline/packed-file.ts";
import { getId, makeUser } from "#client/testing/factories.ts";
import { stubCaches } from "#client/testing/fake-caches.ts";
import { classifyKeptRequest } from "./classify-kept-request.ts";
import { serveKept } from "./serve-kept.ts";

const { id: userId } = makeUser();
const bookId = getId(7);
const ebookPath = `/api/books/${bookId}/ebook`;
const chapterPath = `${ebookPath}/0123456789abcdef/entries/1.xhtml`;

let network: () => Promise<Response>;
const isOffline = async () => {
  throw new TypeError("Failed to fetch");
};

beforeEach(async () => {
  stubCaches();
  network = isOffline;
  vi.stubGlobal("fetch", () => network());
  await (await caches.open(accountCacheName)).put(accountUrl, new Response(userId));
  const cache = await caches.open(getBookCacheName(userId, bookId));
  await writeContact(cache, { contactAt: Date.now(), isLocked: false });
  await cache.put(recordUrl, Response.json({ hasText: true, hasAudio: false }));
  await cache.put(ebookPath, Response.json({ portion: "whole" }));
  await cache.put(chapterPath, await packFile(new Response("Chapter 1")));
});

async function request(path: string): Promise<string> {
  const request = new Request(location.origin + path);
  const target = classifyKeptRequest(request, location.origin);
  if (!target) throw new Error(`${path} has no stored copy`);
  const pending: Promise<unknown>[] = [];
  const event = { request, waitUntil: (work: Promise<unknown>) => pending.push(work), respondWith: () => {} };
  const reply = await serveKept(event, target);
  await Promise.all(pending);
  return reply.text();
}

/** Constructed responses have no URL. */
const withUrl = (make: () => Response): Response =>
  Object.defineProperties(make(), {
    url: { value: location.origin + ebookPath },
    clone: { value: () => withUrl(make) },
  });

const setContact = async (contactAt: number, isLocked: boolean) =>
  writeContact(await caches.open(getBookCacheName(userId, bookId)), { contactAt, isLocked });

test("a kept book opens offline until its server was not reached for 30 days", async () => {
  expect([await request(ebookPath), await request(chapterPath)]).toEqual([
    '{"portion":"whole"}',
    "Chapter 1",
  ]);

  await setContact(Date.now() - maxContactAgeMs, false);

  await expect(request(ebookPath)).rejects.toThrow("Failed to fetch");
  await expect(request(chapterPath)).rejects.toThrow("Failed to fetch");
});

test.each([
  ["403", () => Response.json({ code: "forbidden" }, { status: 403 })],
  ["a sample", () => Response.json({ portion: "sample" })],
])("a reply with %s locks the book, and one with the whole text opens it again", async (_, refuse) => {
  network = async () => withUrl(refuse);
  await request(ebookPath);
  network = isOffline;
  await expect(request(chapterPath)).rejects.toThrow("Failed to fetch");
  await expect(request(ebookPath)).rejects.toThrow("Failed to fetch");

  network = async () => withUrl(() => Response.json({ portion: "whole" }));
  await request(ebookPath);

  network = isOffline;
  expect(await request(chapterPath)).toBe("Chapter 1");
});

test("another account sees nothing of a kept book", async () => {
  await (await caches.open(accountCacheName)).put(accountUrl, new Response(getId(2)));

  await expect(request(ebookPath)).rejects.toThrow("Failed to fetch");
  await expect(request(chapterPath)).rejects.toThrow("Failed to fetch");
});
