import type { BookId } from "#shared/books/book.ts";
import { getAudioUrl } from "#shared/books/urls.ts";
import type { Chapter, Playlist } from "#shared/player/contract.ts";
import type { GuestContext } from "#server/http/api/context.ts";
import { getPlaylist } from "./playlist.ts";
import { listFiles } from "./queries.ts";

/** An audio file with the chapters in it that the caller may hear. */
export interface RecordingFile {
  readonly id: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** Seconds that the caller may hear. */
  readonly duration: number;
  /** Whether the caller may hear all of it. */
  readonly isWhole: boolean;
  readonly chapters: readonly Chapter[];
}

export interface Recording extends Pick<Playlist, "title" | "author" | "portion"> {
  /** In order; those without an audible chapter are left out. */
  readonly files: readonly RecordingFile[];
}

/**
 * The audio of a book by file, as far as the caller may hear it.
 *
 * @throws {ProblemError} as `getPlaylist`
 */
export async function getRecording(context: GuestContext, bookId: BookId): Promise<Recording> {
  const { title, author, portion, chapters } = await getPlaylist(context, { params: { bookId } });
  const rows = await listFiles(context.db, bookId);
  const files = rows.map(({ id, mediaType, bytes, duration, sampleEnd }) => {
    const isWhole = portion === "whole" || sampleEnd >= duration;
    return {
      ...{ id, mediaType, bytes, isWhole },
      duration: isWhole ? duration : sampleEnd,
      chapters: chapters.filter(({ audioUrl }) => audioUrl === getAudioUrl(bookId, id)),
    };
  });
  return { title, author, portion, files: files.filter((file) => file.chapters.length > 0) };
}
