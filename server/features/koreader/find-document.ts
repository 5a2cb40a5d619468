import { createHash } from "node:crypto";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { getAccess, listByDigest } from "#server/features/books/service.ts";
import { isInLibrary, listLibraryEbooks } from "./queries.ts";

type Edition = Awaited<ReturnType<typeof listByDigest>>[number]["edition"];

/** A book that a document of KOReader is. */
export interface KnownDocument {
  readonly bookId: BookId;
  readonly storageKey: string;
  /** Of the current text, so that XPointers fit; null for a file of an earlier one. */
  readonly edition: Edition | null;
}

/**
 * Finds the book of a file by its digest, else by the digest of its name among the books of the library.
 *
 * @param digests strongest first
 * @returns null when it is none, or none that the user can see
 */
export async function findDocument(
  db: Database,
  user: User,
  digests: readonly string[],
): Promise<KnownDocument | null> {
  const rows = await listByDigest(db, digests);
  const visible: KnownDocument[] = [];
  for (const { bookId, edition, sha256, currentSha256, storageKey } of rows) {
    if (!(await isVisible(db, user, bookId))) continue;
    visible.push({ bookId, storageKey, edition: sha256 === currentSha256 ? edition : null });
  }
  for (const document of visible) if (await isInLibrary(db, user.id, document.bookId)) return document;
  return visible[0] ?? findByFileName(db, user, digests);
}

const isVisible = (db: Database, user: User, bookId: BookId) =>
  getAccess({ db }, user, bookId).then(
    () => true,
    () => false,
  );

const maxBooks = 2_000;

/** Null when several books of the library have that name. */
async function findByFileName(
  db: Database,
  user: User,
  digests: readonly string[],
): Promise<KnownDocument | null> {
  const rows = await listLibraryEbooks(db, user, maxBooks);
  const found = rows.filter((row) => listFileNames(row).some((name) => digests.includes(md5(name))));
  const [only, other] = found;
  if (!only || other) return null;
  return { bookId: only.bookId, storageKey: only.storageKey, edition: "original" };
}

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

/** The names that browsers and KOReader's catalogue give a downloaded book. */
function listFileNames(book: { title: string; author: string; fileName: string }): string[] {
  const { title, author, fileName } = book;
  const names = [title, `${author} - ${title}`].flatMap((name) => [
    `${name}.epub`,
    `${name.replace(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]+/gu, "_").slice(0, 145)}.epub`,
  ]);
  return [...new Set([fileName, ...names])].filter(Boolean);
}
