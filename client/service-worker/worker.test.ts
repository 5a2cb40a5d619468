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
/** Paths that the server fails to answer. */
let isBroken: (path: string) => boolean;

beforeEach(async () => {
  stubCaches();
  [isOnline, openPages, isBroken] = [true, 1, () => false];
  await (await caches.open(accountCacheName)).put(accountUrl, new Response(userId));
  const cache = await caches.open(getBookCacheName(userId, bookId));
  await writeContact(cache, { contactAt: Date.now(), isLocked: false });
  await cache.put(chapterPath, new Response("Chapter 1"));
});

/** Installs and activates the service worker of a build. */
async function start(version: string) {
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
    if (isBroken(pathname)) return new Response(null, { status: 503 });
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
  const dispatch = async (type: string, event: object = {}) => {
    let done: Promise<unknown> | undefined;
    listeners.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => (done = work) });
    await done;
  };
  await dispatch("install");
  await dispatch("activate");
  return { listeners, dispatch };
}

/** @returns a request to the service worker of a build */
async function deploy(version: string) {
  const { listeners } = await start(version);
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

test("an update is installed only with all screens while books are kept", async () => {
  const request = await deploy("a1");
  isBroken = (path) => path.includes("reader-b2");
  await expect(start("b2")).rejects.toThrow();
  expect(await caches.keys()).toContain("shell-a1");
  isOnline = false;
  expect(await request("/assets/reader-a1.js")).toBe("/assets/reader-a1.js");
});

test("a page that keeps a book learns that a screen is missing, until it is stored", async () => {
  await caches.delete(accountCacheName);
  const { dispatch } = await start("a1");
  await (await caches.open(accountCacheName)).put(accountUrl, new Response(userId));
  const keep = async () => {
    const postMessage = vi.fn();
    await dispatch("message", { ports: [{ postMessage }] });
    return postMessage.mock.calls[0];
  };

  isBroken = (path) => path.includes("reader-a1");
  expect(await keep()).toEqual([expect.stringContaining("Error")]);
  isBroken = () => false;
  expect(await keep()).toEqual([null]);
});
