import { randomUUID } from "node:crypto";
import type { BookId } from "#shared/books/book.ts";
import type { Services } from "#server/services.ts";
import { type StoredFile, withLocalFile } from "#server/storage/storage.ts";
import { readAudio } from "./audio/read-audio.ts";
import { getSampleEnd, splitAt } from "./audio-chapters.ts";
import { getChapterType } from "./chapter-type.ts";
import { deleteAiVoice, insertAudio, markAiVoice } from "./queries.ts";

export interface AiChapter {
  readonly storageKey: StoredFile["key"];
  readonly bytes: number;
  readonly sha256: string;
  readonly seconds: number;
  readonly title: string;
}

export async function saveAiVoice(
  { db, storage }: Pick<Services, "db" | "storage">,
  bookId: BookId,
  aiChapters: readonly AiChapter[],
): Promise<void> {
  const parsedFiles = await Promise.all(
    aiChapters.map(async ({ storageKey }) => (await withLocalFile(storage, storageKey, readAudio)).audio),
  );
  const durations = parsedFiles.map(({ duration }) => duration);
  const chapters = aiChapters.map(({ title, seconds }, part) => ({
    chapterNumber: part + 1,
    chapterType: getChapterType(title),
    title,
    part,
    start: 0,
    end: Math.min(seconds, durations[part] ?? seconds),
  }));
  const sampleEnds = splitAt(getSampleEnd(chapters, durations), durations);
  const files = aiChapters.flatMap(({ storageKey, bytes, sha256 }, part) => {
    const audioInfo = parsedFiles[part];
    const sampleEnd = sampleEnds[part] ?? 0;
    if (!audioInfo) return [];
    const { mediaType, codec, duration } = audioInfo;
    return [
      {
        id: randomUUID(),
        bookId,
        position: part + 1,
        storageKey,
        bytes,
        sha256,
        fileName: `ai-voice-${part + 1}.m4b`,
        mediaType,
        codec,
        duration,
        sampleEnd,
        sampleRanges: sampleEnd > 0 ? audioInfo.rangesUpTo(sampleEnd) : [],
      },
    ];
  });
  await deleteAiVoice(db, bookId);
  const rows = chapters.map(({ part, ...chapter }) => ({
    ...chapter,
    bookId,
    audioFileId: files[part]?.id ?? "",
    inSample: (sampleEnds[part] ?? 0) > 0.05,
  }));
  await insertAudio(db, bookId, files, rows);
  const duration = durations.reduce((sum, each) => sum + each, 0);
  await markAiVoice(db, bookId, { duration, firstAudioId: files[0]?.id ?? null });
}
