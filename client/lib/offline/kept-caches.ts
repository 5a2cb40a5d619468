import type { UserId } from "#shared/accounts/user.ts";

export const accountUrl = "/kept/account";

/** The page's data of a kept book. */
export const recordUrl = "/kept/book";

const prefix = "kept-";

/** Also of the account itself. */
export const isKeptCache = (name: string): boolean => name.startsWith(prefix);

/** The replies of the screens that open offline. */
export const getScreenCacheName = (userId: string): string => `${prefix}${userId}`;

export const getBookCacheName = (userId: string, bookId: string): string => `${prefix}${userId}-${bookId}`;

/** The English dictionary, which all books share. */
export const dictionaryCacheName = `${prefix}dictionary`;

/** Null for other caches. */
export function readBookId(userId: UserId, cacheName: string): string | null {
  const start = `${prefix}${userId}-`;
  return cacheName.startsWith(start) ? cacheName.slice(start.length) : null;
}

/** Audio is stored in parts, so that a download resumes and a range reads little. */
export const partBytes = 2 * 1024 * 1024;

export const getPartUrl = (url: string, index: number): string => `${url}?part=${index}`;

/** The URL of a file's {@link FileInfo}, which is stored after its last part. */
export const getFileInfoUrl = (url: string): string => `${url}?info`;

export interface FileInfo {
  readonly bytes: number;
  readonly mediaType: string;
}

/** A book is locked when its server was not reached for this long. */
export const maxContactAgeMs = 30 * 24 * 60 * 60 * 1000;

export interface Contact {
  /** The time of the last reply about the book, in milliseconds. */
  readonly contactAt: number;
  /** The reader may no longer read or hear all of it. */
  readonly isLocked: boolean;
}

export const isOpen = ({ contactAt, isLocked }: Contact, now: number): boolean =>
  !isLocked && now - contactAt < maxContactAgeMs;

/** Not a part of the record, because the page and the service worker write it. */
export const contactUrl = "/kept/contact";

/** Null for a book that is not kept. */
export async function readContact(cacheName: string): Promise<Contact | null> {
  const stored = await caches.match(contactUrl, { cacheName });
  return stored ? ((await stored.json()) as Contact) : null;
}

export const writeContact = (cache: Cache, contact: Contact): Promise<void> =>
  cache.put(contactUrl, Response.json(contact));

/** Replies that describe the files of a book: they are replaced together with the files only. */
export const isFileList = (pathname: string): boolean =>
  /^\/api\/books\/[^/]+\/(ebook|playlist|sync|overlay)(\/|$)/.test(pathname);

/** Notes what a reply says about the reader's rights in a kept book. */
export async function noteRights(
  cache: Cache,
  pathname: string,
  reply: Response,
  now: number,
): Promise<void> {
  const format = /^\/api\/books\/[^/]+\/(ebook|playlist)$/.exec(pathname)?.[1];
  if (!format || ![200, 401, 403, 404].includes(reply.status)) return;
  const stored = await cache.match(recordUrl);
  if (!stored) return;
  const { hasText, hasAudio } = (await stored.json()) as Record<string, unknown>;
  if (format === "ebook" ? !hasText : !hasAudio) return;
  const isLocked = reply.status !== 200 || (await readPortion(reply)) !== "whole";
  await writeContact(cache, { contactAt: now, isLocked });
}

async function readPortion(reply: Response): Promise<unknown> {
  return ((await reply.clone().json()) as { readonly portion?: unknown }).portion;
}
