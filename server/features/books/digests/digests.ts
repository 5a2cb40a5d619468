import * as z from "zod/mini";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { deleteOldDigests, findOriginalDigest, findWithoutDigest, insertDigest } from "./digest-queries.ts";
import { getPartialMd5, PartialMd5 } from "./partial-md5.ts";

interface OriginalFile {
  readonly bookId: BookId;
  readonly storageKey: string;
  readonly sha256: string;
}

/** Computes what KOReader calls a book's original EPUB, unless it is known. */
export async function saveOriginalDigest(
  { db, storage, clock }: Pick<Services, "db" | "storage" | "clock">,
  { bookId, storageKey, sha256 }: OriginalFile,
): Promise<void> {
  if ((await findOriginalDigest(db, bookId, sha256)) !== null) return;
  const file = await storage.openFile(storageKey);
  try {
    const digest = await getPartialMd5(file);
    await insertDigest(db, { digest, bookId, edition: "original", sha256, createdAt: clock() });
  } finally {
    await file.close();
  }
}

/** Each download of a read-along edition is a file of its own. */
const maxReadAlongDigests = 100;

/** Passes a read-along EPUB on, and stores what KOReader calls it. */
export async function* saveReadAlongDigest(
  { db, clock }: { readonly db: Database; readonly clock: () => Date },
  { bookId, sha256 }: Pick<OriginalFile, "bookId" | "sha256">,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const md5 = new PartialMd5();
  for await (const piece of content) {
    md5.update(piece);
    yield piece;
  }
  await insertDigest(db, {
    digest: md5.digest(),
    bookId,
    edition: "read-along",
    sha256,
    createdAt: clock(),
  });
  await deleteOldDigests(db, bookId, maxReadAlongDigests);
}

/** Computes the digests of EPUB files that were stored since. */
export const computeDigests = defineJob({
  name: "books.digests",
  queue: "later",
  payload: z.strictObject({}),
  every: "*/10 * * * *",
  ownSlots: 1,
  async run(services) {
    const { db, log } = services;
    let book = await findWithoutDigest(db, null);
    for (; book; book = await findWithoutDigest(db, book.bookId)) {
      try {
        await saveOriginalDigest(services, book);
      } catch (error) {
        // The next run tries again.
        log.warn({ err: error, bookId: book.bookId }, "the digest of an EPUB could not be computed");
      }
    }
  },
});
