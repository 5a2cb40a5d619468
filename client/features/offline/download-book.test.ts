import { beforeEach, expect, test, vi } from "vitest";
import { userHeader } from "#shared/api/user-header.ts";
import { BookId } from "#shared/books/book.ts";
import { getFileInfoUrl, getPartUrl, partBytes } from "#client/lib/offline/kept-caches.ts";
import { makeUser } from "#client/testing/factories.ts";
import type { BookPlan } from "./book-plan.ts";
import { downloadBook } from "./download-book.ts";

const { id: userId } = makeUser();
const bookId = BookId.parse("6f0f9b0e-4a55-4a3b-9a43-0a3d3a6f5c11");
const audioUrl = `/media/${bookId}/audio/a.m4b`;
const audioBytes = partBytes * 2 + 10;

let stored: Map<string, Response>;
let requested: string[];
let isCut: (url: string) => boolean;
/** The text that the server has. */
let textVersion: string;
/** Called before something is stored. */
let onPut: () => void;

beforeEach(() => {
  stored = new Map();
  requested = [];
  isCut = () => false;
  textVersion = "a1";
  onPut = () => {};
  const cache = {
    match: async (url: string) => stored.get(url)?.clone(),
    put: async (url: string, reply: Response) => {
      onPut();
      stored.set(url, reply);
    },
    delete: async ({ url }: Request) => stored.delete(url.replace(location.origin, "")),
    keys: async () => [...stored.keys()].map((url) => ({ url: location.origin + url })),
  };
  vi.stubGlobal("caches", { open: async () => cache, match: cache.match });
  vi.stubGlobal("fetch", async (url: string, { headers }: { headers?: { Range: string } }) => {
    const name = headers ? `${url} ${headers.Range}` : url;
    requested.push(name);
    if (isCut(name)) throw new TypeError("Failed to fetch");
    const [first = 0, last = 0] = (headers?.Range.match(/\d+/g) ?? []).map(Number);
    return headers
      ? new Response(new Uint8Array(Math.min(last, audioBytes - 1) - first + 1), {
          status: 206,
          headers: { "Content-Range": `bytes ${first}-${last}/${audioBytes}`, "Content-Type": "audio/mp4" },
        })
      : new Response(textVersion, { headers: { [userHeader]: userId } });
  });
});

const makePlan = (version: string): BookPlan => ({
  record: {
    bookId,
    title: "Letters",
    author: "Amina",
    coverImageUrl: "",
    hasText: true,
    hasAudio: true,
    bytes: audioBytes + 7,
    version,
  },
  files: [{ url: `/api/books/${bookId}/ebook/${version}/entries/1.xhtml`, bytes: 7 }],
  audio: [audioUrl],
  replies: [`/api/books/${bookId}`],
  book: {} as BookPlan["book"],
  needsDictionary: false,
});

const download = (plan: BookPlan, signal = new AbortController().signal) =>
  downloadBook(plan, { userId, signal, onProgress: () => {}, appStored: Promise.resolve() });

test("a download that was cut continues with what is missing", async () => {
  isCut = (name) => name.includes(`bytes=${partBytes * 2}-`);
  await expect(download(makePlan("a1"))).rejects.toThrow("Failed to fetch");
  expect(await stored.get("/kept/book")?.clone().json()).toMatchObject({ state: "downloading" });
  requested = [];
  isCut = () => false;

  const record = await download(makePlan("a1"));

  expect(record).toMatchObject({ state: "complete", storedBytes: audioBytes + 7 });
  expect(requested).toEqual([
    `${audioUrl} bytes=${partBytes * 2}-${partBytes * 3 - 1}`,
    `/api/books/${bookId}`,
  ]);
});

test("a revision replaces the text, and keeps the audio that is the same", async () => {
  await download(makePlan("a1"));
  requested = [];

  await download(makePlan("b2"));

  expect(requested).toEqual([`/api/books/${bookId}/ebook/b2/entries/1.xhtml`, `/api/books/${bookId}`]);
  expect([...stored.keys()].filter((url) => url.includes("/ebook/"))).toEqual([
    `/api/books/${bookId}/ebook/b2/entries/1.xhtml`,
  ]);
  expect(stored.has(getPartUrl(audioUrl, 2))).toBe(true);
});

test("a paused download stops between two parts and is not complete", async () => {
  const stop = new AbortController();
  isCut = (name) => {
    if (name.includes(`bytes=${partBytes}-`)) stop.abort();
    return stop.signal.aborted;
  };

  await expect(download(makePlan("a1"), stop.signal)).rejects.toThrow();

  expect(await stored.get("/kept/book")?.clone().json()).toMatchObject({ state: "downloading" });
  expect(stored.has(`/api/books/${bookId}`)).toBe(false);
});

async function readStored(): Promise<Record<string, string>> {
  const all = [...stored].map(async ([url, reply]) => [url, await reply.clone().text()] as const);
  const { "/kept/contact": _, ...others } = Object.fromEntries(await Promise.all(all));
  return others;
}

/** Downloads until a write fails. @returns whether the download ended before */
async function downloadUntilWrite(failAt: number, version: string): Promise<boolean> {
  let puts = 0;
  onPut = () => {
    puts += 1;
    if (puts >= failAt) throw new DOMException("The device is full.", "QuotaExceededError");
  };
  textVersion = version;
  const isComplete = await download(makePlan(version)).then(
    () => true,
    () => false,
  );
  onPut = () => {};
  return isComplete;
}

const hasAllParts = () => [0, 1, 2].every((part) => stored.has(getPartUrl(audioUrl, part)));

test("whichever write is the last one, a book is not complete and continues to the same copy", async () => {
  await download(makePlan("a1"));
  const whole = await readStored();

  let failAt = 1;
  for (; ; failAt++) {
    stored.clear();
    if (await downloadUntilWrite(failAt, "a1")) break;
    expect((await readStored())["/kept/book"] ?? "").not.toContain("complete");
    expect(stored.has(getFileInfoUrl(audioUrl)) && !hasAllParts()).toBe(false);
    await download(makePlan("a1"));
    expect(await readStored()).toEqual(whole);
  }
  expect(failAt).toBeGreaterThan(stored.size);
});

test("a revision that is cut in any write leaves a text with all of its files", async () => {
  for (let failAt = 1; ; failAt++) {
    stored.clear();
    textVersion = "a1";
    await download(makePlan("a1"));
    if (await downloadUntilWrite(failAt, "b2")) break;
    const version = (await readStored())[`/api/books/${bookId}`];
    expect(stored.has(`/api/books/${bookId}/ebook/${version}/entries/1.xhtml`)).toBe(true);
    expect(stored.has(getFileInfoUrl(audioUrl)) && hasAllParts()).toBe(true);
    await download(makePlan("b2"));
    expect([...stored.keys()].filter((url) => url.includes("/ebook/a1/"))).toEqual([]);
  }
});

test("a book is not complete while a part of the app is missing", async () => {
  const appStored = Promise.reject(new DOMException("", "NetworkError"));
  const signal = new AbortController().signal;
  const done = downloadBook(makePlan("a1"), { userId, signal, onProgress: () => {}, appStored });

  await expect(done).rejects.toThrow();
  expect(await stored.get("/kept/book")?.clone().json()).toMatchObject({ state: "downloading" });
});
