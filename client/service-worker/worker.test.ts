import { beforeEach, expect, test, vi } from "vitest";
import { accountCacheName } from "#client/lib/offline/has-kept-books.ts";
import { accountUrl, getBookCacheName, writeContact } from "#client/lib/offline/kept-caches.ts";
import { getId, makeUser } from "#client/testing/factories.ts";
import { stubCaches } from "#client/testing/fake-caches.ts";

const { id: userId } = makeUser();
const bookId = getId(7);
const chapterPath = `/api/books/${bookId}/ebook/0123456789abcdef/entries/1.xhtml`;

let isOnline = true;
let openPages = 1;

beforeEach(async () => {
  stubCaches();
  [isOnline, openPages] = [true, 1];
  await (await caches.open(accountCacheName)).put(accountUrl, new Response(userId));
  const cache = await caches.open(getBookCacheName(userId, bookId));
  await writeContact(cache, { contactAt: Date.now(), isLocked: false });
  await cache.put(chapterPath, new Response("Chapter 1"));
});

/** Installs and activates the service worker of a build. @returns a request to it */
async function deploy(version: string) {
  vi.resetModules();
  const entry = `/assets/index-${version}.js`;
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal("BUILD", {
    version,
    entry,
    first: [entry],
    messages: { en: [], ar: [] },
    all: [entry, `/assets/reader-${version}.js`],
  });
  vi.stubGlobal("fetch", async (request: Request | string) => {
    if (!isOnline) throw new TypeError("Failed to fetch");
    const { pathname } = new URL(request instanceof Request ? request.url : request, location.origin);
    if (pathname === "/shell.html") return new Response(`<html lang="en"><script src="${entry}">`);
    return pathname.includes(version) ? new Response(pathname) : new Response(null, { status: 404 });
  });
  vi.stubGlobal("self", {
    location: { origin: location.origin },
    registration: {},
    clients: { claim: async () => {}, matchAll: async () => Array.from({ length: openPages }, () => ({})) },
    skipWaiting: async () => {},
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  });
  await import("./worker.ts");
  for (const type of ["install", "activate"]) {
    let done: Promise<unknown> | undefined;
    listeners.get(type)?.({ waitUntil: (work: Promise<unknown>) => (done = work) });
    await done;
  }
  return async (path: string): Promise<string> => {
    let reply: Promise<Response> | undefined;
    const request = new Request(location.origin + path);
    const respondWith = (response: Promise<Response>) => {
      reply = response;
    };
    listeners.get("fetch")?.({ request, waitUntil: () => {}, respondWith });
    return (await (reply ?? fetch(request))).text();
  };
}

test("an update leaves an open tab its screens and a kept book its text, also offline", async () => {
  await deploy("a1");
  const request = await deploy("b2");
  isOnline = false;

  for (const version of ["a1", "b2"]) {
    expect(await request(`/assets/reader-${version}.js`)).toBe(`/assets/reader-${version}.js`);
  }
  expect(await request(chapterPath)).toBe("Chapter 1");
  expect(await caches.keys()).not.toContain("shell-a1");
});

test("the screens of earlier builds are removed when no tab is open, the kept books stay", async () => {
  await deploy("a1");
  await deploy("b2");
  openPages = 0;
  const request = await deploy("c3");
  isOnline = false;

  await expect(request("/assets/reader-a1.js")).rejects.toThrow("Failed to fetch");
  await expect(request("/assets/reader-b2.js")).rejects.toThrow("Failed to fetch");
  expect(await request("/assets/reader-c3.js")).toBe("/assets/reader-c3.js");
  expect(await request(chapterPath)).toBe("Chapter 1");
});
