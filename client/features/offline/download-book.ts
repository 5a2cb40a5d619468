import type { UserId } from "#shared/accounts/user.ts";
import { CallError } from "#shared/api/http-client.ts";
import { userHeader } from "#shared/api/user-header.ts";
import {
  contactUrl,
  type FileInfo,
  getBookCacheName,
  getFileInfoUrl,
  getPartUrl,
  partBytes,
  recordUrl,
  writeContact,
} from "#client/lib/offline/kept-caches.ts";
import { packFile } from "#client/lib/offline/packed-file.ts";
import type { BookPlan } from "./book-plan.ts";
import { type KeptBook, writeKeptBook } from "./kept-book.ts";

const maxParallel = 3;
/** Between two writes of the progress, which a reload shows. */
const recordIntervalMs = 2_000;

export interface DownloadOptions {
  readonly userId: UserId;
  readonly signal: AbortSignal;
  readonly onProgress: (record: KeptBook) => void;
  /** Resolves when the screens are stored that open the book. */
  readonly appStored: Promise<unknown>;
}

/** The signed-in account is another one than the books are kept for. */
export class OtherAccountError extends Error {
  override readonly name = "OtherAccountError";
}

/**
 * Stores what is missing of a book, then removes files of an earlier version.
 *
 * @throws {CallError} when the server refuses a file
 * @throws {DOMException} `AbortError`, or `QuotaExceededError` when the device is full
 */
export async function downloadBook(plan: BookPlan, options: DownloadOptions): Promise<KeptBook> {
  const { userId, signal, onProgress, appStored } = options;
  // It may fail before it is awaited.
  appStored.catch(() => undefined);
  const cache = await caches.open(getBookCacheName(userId, plan.record.bookId));
  const expected = new Set<string>([
    recordUrl,
    contactUrl,
    ...plan.replies,
    ...plan.files.map(({ url }) => url),
  ]);
  const contact = { contactAt: Date.now(), isLocked: false };
  let record: KeptBook = { ...plan.record, storedBytes: 0, state: "downloading", ...contact };
  let recordedAt = 0;
  const addBytes = async (bytes: number) => {
    record = { ...record, storedBytes: Math.min(record.bytes, record.storedBytes + bytes) };
    onProgress(record);
    if (Date.now() - recordedAt < recordIntervalMs) return;
    recordedAt = Date.now();
    await writeKeptBook(cache, record);
  };
  await writeContact(cache, contact);
  await writeKeptBook(cache, record);
  onProgress(record);

  await forEach(plan.files, signal, async ({ url, bytes }) => {
    if (!(await cache.match(url))) await storeReply(cache, url, options, packFile);
    await addBytes(bytes);
  });
  await forEach(plan.audio, signal, async (url) => {
    const parts = await storeParts(cache, url, signal, addBytes);
    for (const name of parts) expected.add(name);
  });
  await forEach(plan.replies, signal, (url) => storeReply(cache, url, options).catch(ignoreMissing));
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    if (!expected.has(pathname + search)) await cache.delete(request);
  }
  await waitFor(appStored, signal);
  signal.throwIfAborted();
  record = { ...record, storedBytes: record.bytes, state: "complete" };
  await writeKeptBook(cache, record);
  return record;
}

/** Resolves early when the download is stopped. */
function waitFor(work: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  const stopped = new Promise((resolve) => signal.addEventListener("abort", resolve));
  return Promise.race([work, stopped]);
}

/** A book without a list of printed pages is complete all the same. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof CallError) || error.status !== 404) throw error;
}

async function storeReply(
  cache: Cache,
  url: string,
  { userId, signal }: DownloadOptions,
  pack = dropHeaders,
): Promise<void> {
  const reply = await fetch(url, { signal, cache: "no-cache" });
  if (!reply.ok) throw new CallError(reply.status, await reply.text());
  if (url.startsWith("/api/") && reply.headers.get(userHeader) !== userId) throw new OtherAccountError();
  await cache.put(url, await pack(reply));
}

/** They may be larger than the reply. */
const dropHeaders = async (reply: Response): Promise<Response> =>
  new Response(await reply.arrayBuffer(), {
    headers: { "Content-Type": reply.headers.get("Content-Type") ?? "application/json" },
  });

/** @returns the URLs of what is stored of the file */
async function storeParts(
  cache: Cache,
  url: string,
  signal: AbortSignal,
  addBytes: (bytes: number) => Promise<void>,
): Promise<string[]> {
  const urls: string[] = [];
  let info: FileInfo | null = null;
  for (let index = 0; info === null || index * partBytes < info.bytes; index++) {
    const partUrl = getPartUrl(url, index);
    urls.push(partUrl);
    info = (await findPart(cache, partUrl)) ?? (await storePart(cache, url, index, signal));
    await addBytes(Math.min(partBytes, info.bytes - index * partBytes));
  }
  await cache.put(getFileInfoUrl(url), Response.json(info));
  return [...urls, getFileInfoUrl(url)];
}

const fileBytesHeader = "X-File-Bytes";

async function findPart(cache: Cache, partUrl: string): Promise<FileInfo | null> {
  const part = await cache.match(partUrl);
  return part ? readFileInfo(part.headers) : null;
}

const readFileInfo = (headers: Headers): FileInfo => ({
  bytes: Number(headers.get(fileBytesHeader)),
  mediaType: headers.get("Content-Type") ?? "audio/mpeg",
});

async function storePart(cache: Cache, url: string, index: number, signal: AbortSignal): Promise<FileInfo> {
  const first = index * partBytes;
  const range = `bytes=${first}-${first + partBytes - 1}`;
  const reply = await fetch(url, { signal, cache: "no-store", headers: { Range: range } });
  if (reply.status !== 206) throw new CallError(reply.status, await reply.text());
  const content = await reply.arrayBuffer();
  const headers = new Headers({
    "Content-Type": reply.headers.get("Content-Type") ?? "audio/mpeg",
    [fileBytesHeader]: reply.headers.get("Content-Range")?.split("/")[1] ?? "0",
  });
  await cache.put(getPartUrl(url, index), new Response(content, { headers }));
  return readFileInfo(headers);
}

/** @throws the first error, after the running ones have ended */
async function forEach<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items].reverse();
  const workNext = async (): Promise<void> => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
      signal.throwIfAborted();
      try {
        await work(item);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: maxParallel }, workNext));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
