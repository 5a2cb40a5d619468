import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { books } from "#server/db/schema/books/books.ts";
import { audioFiles, chapters } from "#server/db/schema/books/formats.ts";
import type { Services } from "#server/services.ts";
import { createKey } from "#server/storage/keys.ts";

const sampleRate = 8_000;
const headerBytes = 44;

/** A quiet tone that browsers can play: PCM, mono, 16 bits. */
export function getTone(seconds: number, hertz = 220): Buffer {
  const samples = Math.round(seconds * sampleRate);
  const wav = Buffer.alloc(headerBytes + samples * 2);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(sampleRate, 24);
  wav.writeUInt32LE(sampleRate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let n = 0; n < samples; n++) {
    const amplitude = Math.sin((2 * Math.PI * hertz * n) / sampleRate) * 3_000;
    wav.writeInt16LE(Math.round(amplitude), headerBytes + n * 2);
  }
  return wav;
}

interface TestAudioFile {
  /** The durations of its chapters in seconds. */
  readonly chapters: readonly number[];
  readonly recording?: { readonly content: Buffer; readonly mediaType: string };
}

const sum = (lengths: readonly number[]) => lengths.reduce((total, length) => total + length, 0);

export async function makeAudiobook(
  { db, storage }: Pick<Services, "db" | "storage">,
  files: readonly TestAudioFile[],
  input: Partial<typeof books.$inferSelect> = {},
) {
  const title = `A book to hear ${randomUUID().slice(0, 8)}`;
  const duration = sum(files.flatMap((file) => file.chapters));
  const row = { title, author: "A. Traveller", state: "published" as const, hasAudiobook: true, duration };
  const book = expectOneRow(
    await db
      .insert(books)
      .values({ ...row, ...input })
      .returning(),
  );
  let chapterNumber = 0;
  for (const [index, file] of files.entries()) {
    const fileDuration = sum(file.chapters);
    const sampleDuration = index === 0 ? (file.chapters[0] ?? 0) : 0;
    const content = file.recording?.content ?? getTone(fileDuration, 220 + index * 40);
    const { key, bytes } = await storage.put(createKey("audio", "wav"), Readable.from([content]));
    const sampleBytes = headerBytes + Math.round(sampleDuration * sampleRate) * 2;
    const audio = expectOneRow(
      await db
        .insert(audioFiles)
        .values({
          bookId: book.id,
          position: index + 1,
          storageKey: key,
          bytes,
          sha256: createHash("sha256").update(content).digest("hex"),
          mediaType: file.recording?.mediaType ?? "audio/wav",
          duration: fileDuration,
          sampleRanges: sampleDuration > 0 ? [[0, sampleBytes]] : [],
          sampleEnd: sampleDuration,
        })
        .returning(),
    );
    let start = 0;
    for (const length of file.chapters) {
      chapterNumber += 1;
      await db.insert(chapters).values({
        bookId: book.id,
        chapterNumber,
        title: `Chapter ${chapterNumber}`,
        audioFileId: audio.id,
        start,
        end: start + length,
        inSample: chapterNumber === 1,
      });
      start += length;
    }
  }
  return book;
}
