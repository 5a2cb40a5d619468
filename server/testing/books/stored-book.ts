import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { books } from "#server/db/schema/books/books.ts";
import { audioFiles, chapters, ebooks } from "#server/db/schema/books/formats.ts";
import type { Services } from "#server/services.ts";
import { createKey } from "#server/storage/keys.ts";

export const makeNumberedBytes = (length: number) => Buffer.from(Array.from({ length }, (_, i) => i % 251));

/** Audio bytes: 1000, of which the sample has the first 400 and the last 100. */
export const storedAudio = makeNumberedBytes(1000);
export const storedSample = [
  [0, 400],
  [900, 1000],
] as const;

/** The EPUB file of a stored book. */
export const storedEpub = makeNumberedBytes(2000);

/**
 * A published book with an EPUB and one audio file in two chapters of 100 s, with real bytes in storage; the
 * sample ends after 60 s.
 */
export async function storeBook(
  { db, storage }: Pick<Services, "db" | "storage">,
  input: Partial<typeof books.$inferSelect> = {},
) {
  const row = {
    title: `Stored ${randomUUID().slice(0, 8)}`,
    state: "published" as const,
    hasEbook: true,
    hasAudiobook: true,
    duration: 200,
  };
  const book = expectOneRow(
    await db
      .insert(books)
      .values({ ...row, ...input })
      .returning(),
  );
  const storeFile = async (kind: "audio" | "epub", content: Buffer) => {
    const { key, bytes } = await storage.put(createKey(kind, "bin"), Readable.from([content]));
    return { storageKey: key, bytes, sha256: createHash("sha256").update(content).digest("hex") };
  };
  const audio = expectOneRow(
    await db
      .insert(audioFiles)
      .values({
        ...(await storeFile("audio", storedAudio)),
        bookId: book.id,
        position: 1,
        mediaType: "audio/mpeg",
        duration: 200,
        sampleRanges: storedSample,
        sampleEnd: 60,
      })
      .returning(),
  );
  await db.insert(chapters).values([
    {
      bookId: book.id,
      chapterNumber: 1,
      title: "One",
      audioFileId: audio.id,
      start: 0,
      end: 100,
      inSample: true,
    },
    { bookId: book.id, chapterNumber: 2, title: "Two", audioFileId: audio.id, start: 100, end: 200 },
  ]);
  await db.insert(ebooks).values({
    ...(await storeFile("epub", storedEpub)),
    bookId: book.id,
    packagePath: "package.opf",
    spine: [],
    toc: [],
    entries: [],
    sample: { spineIndex: 0, paragraphs: 1, sentences: 1, resources: [] },
  });
  return { ...book, fileId: audio.id, storageKey: audio.storageKey };
}
