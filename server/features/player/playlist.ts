import path from "node:path";
import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { getAudioUrl, getCoverUrl } from "#shared/books/urls.ts";
import type { BookPlayerSettings, Chapter, Playlist, playerContract } from "#shared/player/contract.ts";
import { getPositionFormat } from "#shared/positions/format.ts";
import { getAccess, toRejection } from "#server/features/books/service.ts";
import { getPosition } from "#server/features/positions/service.ts";
import type { Context, GuestContext } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { findAudiobook, findBookSettings, listChapters, saveBookSettings } from "./queries.ts";

const minRemaining = 0.25;

/**
 * The chapters a user may play; others are locked.
 *
 * @throws {ProblemError} `not_found`; an access error before release
 */
export async function getPlaylist(
  context: GuestContext,
  { params: { bookId } }: InputOf<typeof playerContract.getPlaylist>,
): Promise<Playlist> {
  const { user } = context;
  const access = await getAccess(context, user, bookId);
  const book = await findAudiobook(context.db, bookId);
  const rows = await listChapters(context.db, bookId);
  if (!book || !rows.length) throw notFound("audiobook");
  if (access.listen === "none") throw toRejection(user, access);

  const chapters = rows.map((row) => toChapter(bookId, row, access.listen === "whole"));
  return {
    bookId,
    title: book.title,
    author: book.author,
    coverImageUrl: getCoverUrl(bookId, book.coverHash),
    direction: book.direction,
    hasEbook: book.hasEbook,
    hasAiVoice: book.hasAiVoice,
    chapters,
    ...(user ? await getStart(context, user, bookId, chapters) : getBeginning(chapters)),
    audioBytes: sumFileBytes(rows),
    portion: access.listen,
    settings: user ? await findBookSettings(context.db, user.id, bookId) : {},
  };
}

/**
 * Replaces the user's player settings for a book.
 *
 * @throws {ProblemError} `not_found` for a book that the user cannot see
 */
export async function saveBookPlayerSettings(
  context: Context,
  { params: { bookId }, body }: InputOf<typeof playerContract.saveBookPlayerSettings>,
): Promise<BookPlayerSettings> {
  await getAccess(context, context.user, bookId);
  await saveBookSettings(context.db, context.user.id, bookId, body);
  return body;
}

/** Several chapters may share one file. */
function sumFileBytes(rows: readonly ChapterRow[]): number {
  const bytesByFile = new Map(rows.map(({ fileId, fileBytes }) => [fileId, fileBytes]));
  return [...bytesByFile.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Seconds that players buffer ahead at any speed: samples end by time before the missing bytes. */
const decodeAheadSeconds = 1;

type ChapterRow = Awaited<ReturnType<typeof listChapters>>[number];

function toChapter(bookId: BookId, row: ChapterRow, isWhole: boolean): Chapter {
  const { fileId, inSample, sampleEnd, fileDuration, fileBytes: _, artworkKey, ...chapter } = row;
  const sampleStop =
    sampleEnd < fileDuration - decodeAheadSeconds ? sampleEnd - decodeAheadSeconds : sampleEnd;
  const isLocked = !isWhole && !inSample;
  return {
    ...chapter,
    end: isWhole || isLocked ? chapter.end : Math.max(chapter.start, Math.min(chapter.end, sampleStop)),
    audioUrl: isLocked ? "" : getAudioUrl(bookId, fileId),
    isLocked,
    ...(artworkKey && !isLocked && { coverImageUrl: getCoverUrl(bookId, path.basename(artworkKey)) }),
  };
}

type StartPosition = Pick<Playlist, "startFromChapter" | "startFromTime" | "isStartApproximate">;

const getBeginning = (chapters: readonly Chapter[]): StartPosition => ({
  startFromChapter: chapters[0]?.chapterNumber ?? 1,
  startFromTime: 0,
  isStartApproximate: false,
});

async function getStart(
  services: Services,
  user: User,
  bookId: BookId,
  chapters: readonly Chapter[],
): Promise<StartPosition> {
  const { current, audio, isApproximate } = await getPosition(services, user.id, bookId);
  const chapter = chapters.find(({ chapterNumber }) => chapterNumber === audio?.chapter);
  if (!chapter || chapter.isLocked) return getBeginning(chapters);
  const length = chapter.end - chapter.start;
  const offset = audio?.offset ?? 0;
  return {
    startFromChapter: chapter.chapterNumber,
    startFromTime: offset <= length - minRemaining ? offset : Math.max(0, length - minRemaining),
    isStartApproximate: isApproximate && current !== null && getPositionFormat(current.locator) !== "audio",
  };
}
