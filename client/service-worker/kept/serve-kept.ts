import { userHeader } from "#shared/api/user-header.ts";
import { accountCacheName } from "#client/lib/offline/has-kept-books.ts";
import {
  accountUrl,
  getBookCacheName,
  getScreenCacheName,
  isFileList,
  isOpen,
  noteRights,
  readContact,
} from "#client/lib/offline/kept-caches.ts";
import { unpackFile } from "#client/lib/offline/packed-file.ts";
import type { FetchEvent } from "#client/service-worker/scope.ts";
import type { KeptRequest } from "./classify-kept-request.ts";
import { serveParts } from "./serve-parts.ts";

/** After this long the stored copy of a reply is shown. */
const replyTimeoutMs = 5_000;

/** Answers with files of kept books, and with stored replies when the server does not answer. */
export async function serveKept(event: FetchEvent, target: KeptRequest): Promise<Response> {
  const account = await readAccount();
  if (account === null) return fetch(event.request);
  if (target.isFile) return (await findFile(event.request, account, target)) ?? fetch(event.request);
  return serveReply(event, account, target);
}

/** The account whose books may be shown; null when nobody who kept books is signed in. */
export async function readAccount(): Promise<string | null> {
  const stored = await caches.match(accountUrl, { cacheName: accountCacheName }).catch(() => undefined);
  return stored ? stored.text() : null;
}

async function findFile(request: Request, account: string, target: KeptRequest): Promise<Response | null> {
  const name = getBookCacheName(account, target.bookId ?? "");
  const contact = await readContact(name);
  if (!contact || !isOpen(contact, Date.now())) return null;
  const cache = await caches.open(name);
  const range = request.headers.get("Range");
  if (range !== null) return serveParts(cache, target.path, range);
  const stored = await cache.match(target.path);
  return stored ? unpackFile(stored) : serveParts(cache, target.path, null);
}

async function serveReply(event: FetchEvent, account: string, target: KeptRequest): Promise<Response> {
  const name = target.bookId ? getBookCacheName(account, target.bookId) : getScreenCacheName(account);
  const stored = await findReply(name, target);
  const fetched = fetch(event.request);
  const updated = fetched.then((reply) => update(name, account, target, reply.clone()));
  event.waitUntil(updated.catch(() => undefined));
  if (!stored) return fetched;
  try {
    const reply = await Promise.race([fetched, waitForTimeout()]);
    return reply && ![502, 503, 504].includes(reply.status) ? reply : stored;
  } catch {
    return stored;
  }
}

const waitForTimeout = () => new Promise<null>((resolve) => setTimeout(resolve, replyTimeoutMs, null));

async function findReply(cacheName: string, { path, bookId }: KeptRequest): Promise<Response | null> {
  if (bookId !== null) {
    const contact = await readContact(cacheName);
    if (!contact || !isOpen(contact, Date.now())) return null;
  }
  return (await caches.match(path, { cacheName })) ?? null;
}

/** Stores a newer copy of what is kept, and what it says about the reader's rights. */
async function update(name: string, account: string, target: KeptRequest, reply: Response): Promise<void> {
  if (!(await caches.has(name))) return;
  const { pathname } = new URL(reply.url);
  const cache = await caches.open(name);
  if (target.bookId !== null) await noteRights(cache, pathname, reply, Date.now());
  const isOfAccount = reply.headers.get(userHeader) === account;
  if (reply.status !== 200 || !isOfAccount || isFileList(pathname)) return;
  if (await cache.match(target.path)) await cache.put(target.path, reply);
}
