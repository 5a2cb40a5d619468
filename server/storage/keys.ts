import { randomUUID } from "node:crypto";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { StorageKind } from "#shared/staff/storage.ts";

/** Creates a storage key such as `audio/4f/4f0c….m4b`. The extension never comes from user input. */
export function createKey(
  kind: Exclude<StorageKind, "covers" | "pictures" | "damaged">,
  extension: string,
): string {
  const id = randomUUID();
  return `${kind}/${id.slice(0, 2)}/${id}.${extension}`;
}

/** @throws {Error} for a key that could lead out of the folder of the storage */
export function assertStorageKey(key: string): string {
  if (!/^[\w-]+(\/[\w.-]+)*$/.test(key) || key.includes("..")) throw new Error(`Not a storage key: ${key}`);
  return key;
}

export const getPictureKey = (userId: UserId, hash: string) => `pictures/${userId}/${hash}.webp`;

export const getCoverKey = (bookId: BookId, hash: string, width: number) =>
  getArtworkFileKey(getArtworkKey(bookId, hash), width);

/** Of a picture in all its widths. */
export const getArtworkKey = (bookId: BookId, hash: string) => `covers/${bookId}/${hash}`;

export const getArtworkFileKey = (artworkKey: string, width: number) => `${artworkKey}-${width}.webp`;
