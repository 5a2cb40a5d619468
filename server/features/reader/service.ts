import { createHash } from "node:crypto";
import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookAccess } from "#shared/books/access.ts";
import type { BookId } from "#shared/books/book.ts";
import { getMediaType, isFont, xhtmlType } from "#shared/epub/package/media-types.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import type { Ebook, ReaderSettings, readerContract, SyncMap } from "#shared/reader/contract.ts";
import { getContentVersion } from "#server/epub/content-version.ts";
import { getAccess, toRejection } from "#server/features/books/service.ts";
import type { Context, GuestContext } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { locateInBook } from "./locate-in-book.ts";
import {
  type EbookFile,
  findBookSettings,
  findDocumentText,
  findEbook,
  findEbookFile,
  findSettings,
  listSyncMap,
  saveBookSettings,
  saveSettings,
} from "./queries.ts";
import { canReadSentence, getDocumentPart } from "./sample-bounds.ts";

export { locateInBook };

/**
 * The data to open a book, limited to what the caller may read.
 *
 * @throws {ProblemError} `not_found`, or an access error
 */
export async function getEbook(
  context: GuestContext,
  { params: { bookId } }: InputOf<typeof readerContract.getEbook>,
): Promise<Ebook> {
  const access = await getAccess(context, context.user, bookId);
  const found = await findEbook(context.db, bookId);
  if (!found) throw notFound("ebook");
  if (access.read === "none") throw toRejection(context.user, access);
  const { ebook, title, author, language, kind, hasAudiobook } = found;
  const { direction, layout, packagePath, toc, wordCount, pageCount, sample } = ebook;
  const isLocked = (index: number) => getDocumentPart(access.read, sample, index) === "none";
  const isWhole = access.read === "sample" && sample.spineIndex >= ebook.spine.length;
  return {
    bookId,
    title,
    author,
    language,
    kind,
    direction,
    layout,
    packagePath,
    wordCount,
    pageCount,
    version: getContentVersion(ebook.sha256),
    spine: ebook.spine.map((item) => ({ ...item, isLocked: isLocked(item.index) })),
    toc: [...toc],
    entries: ebook.entries.map(([path, bytes]) => [path, bytes]),
    portion: isWhole ? "whole" : access.read,
    hasAudiobook,
  };
}

/**
 * The files that the caller's part of the text refers to, and its documents beside the reading order.
 *
 * @throws {ProblemError} `not_found`
 */
export async function listReadableResources(
  { db }: Pick<Services, "db">,
  { bookId, entries, spine, portion }: Ebook,
): Promise<{ readonly path: string; readonly mediaType: string }[]> {
  const file = await findEbookFile(db, bookId);
  if (!file) throw notFound("ebook");
  const inSample = new Set(file.sample.resources);
  const documents = spine.filter(({ isLinear, isLocked, isMissing }) => !isLinear && !isLocked && !isMissing);
  const files = entries
    .map(([path]) => ({ path, mediaType: getMediaType(path) }))
    .filter(({ path, mediaType }) => {
      if (isDescription(path, mediaType)) return false;
      return portion === "whole" || inSample.has(path) || mediaType === "text/css" || isFont(mediaType);
    });
  return [...documents.map(({ path }) => ({ path, mediaType: xhtmlType })), ...files];
}

/** Files that describe the EPUB, such as its contents, and documents, which the spine lists. */
const isDescription = (path: string, mediaType: string) =>
  path.startsWith("META-INF/") || mediaType === xhtmlType || /x-dtbncx|oebps-package|smil/.test(mediaType);

/**
 * The times of the sentences that the caller may read.
 *
 * @throws {ProblemError} `not_found`
 */
export async function getSyncMap(
  context: GuestContext,
  { params: { bookId } }: InputOf<typeof readerContract.getSyncMap>,
): Promise<SyncMap> {
  const access = await getAccess(context, context.user, bookId);
  if (access.needs === "release") throw toRejection(context.user, access);
  const rows = await listSyncMap(context.db, bookId);
  const file = rows.length > 0 ? await findEbookFile(context.db, bookId) : null;
  const chapters = rows.map(({ sentences, ...row }) => ({
    ...row,
    sentences: sentences.filter(([id]) => file && isOpen(access, file.sample, id)),
  }));
  return {
    bookId,
    version: getCombinedVersion(rows),
    chapters: chapters.filter(({ level, sentences }) => level === "chapter" || sentences.length > 0),
  };
}

function getCombinedVersion(rows: readonly { readonly version: string }[]): string {
  if (rows.length === 0) return "";
  const hash = createHash("sha256");
  for (const { version } of rows) hash.update(version);
  return hash.digest("hex").slice(0, 16);
}

function isOpen({ read }: BookAccess, sample: EbookFile["sample"], id: SentenceId): boolean {
  const [spineIndex = 0, number = 0] = id.slice(1).split("-").map(Number);
  return canReadSentence(read, sample, spineIndex, number);
}

/**
 * The text of a sentence.
 *
 * @throws {ProblemError} `not_found`, or an access error when the user may not read it
 */
export async function getReadableSentence(
  services: Services,
  user: User,
  bookId: BookId,
  sentence: SentenceId,
): Promise<string> {
  const access = await getAccess(services, user, bookId);
  const file = await findEbookFile(services.db, bookId);
  const { spineIndex, number } = readSentence(sentence);
  const text = file && (await findDocumentText(services.db, bookId, spineIndex));
  const found = text?.split("\n")[number];
  if (!file || !found) throw notFound("sentence");
  if (!canReadSentence(access.read, file.sample, spineIndex, number)) throw toRejection(user, access);
  return found;
}

export { canReadSentence };

/** The text of a sentence, without a check of rights; null when there is none. */
export async function findSentenceText(
  { db }: Pick<Services, "db">,
  bookId: BookId,
  spineIndex: number,
  number: number,
): Promise<string | null> {
  return (await findDocumentText(db, bookId, spineIndex))?.split("\n")[number] ?? null;
}

/** The number of the first sentence with these words in a document, without a check of rights; null for none. */
export async function findSentenceNumber(
  { db }: Pick<Services, "db">,
  bookId: BookId,
  spineIndex: number,
  words: string,
): Promise<number | null> {
  const text = await findDocumentText(db, bookId, spineIndex);
  const found = text?.split("\n").findIndex((sentence) => sentence.includes(words)) ?? -1;
  return found < 0 ? null : found;
}

interface StoredSettings {
  everywhere: ReaderSettings;
  inThisBook: ReaderSettings;
}

/**
 * The reader settings for a book.
 *
 * @throws {ProblemError} `not_found` for hidden books
 */
export async function getReaderSettings(
  context: Context,
  { params: { bookId } }: InputOf<typeof readerContract.getReaderSettings>,
): Promise<StoredSettings> {
  const { user } = context;
  await getAccess(context, user, bookId);
  const { db } = context;
  return {
    everywhere: await findSettings(db, user.id),
    inThisBook: await findBookSettings(db, user.id, bookId),
  };
}

/**
 * Updates the reader settings; omitted parts stay.
 *
 * @throws {ProblemError} `not_found`
 */
export async function saveReaderSettings(
  context: Context,
  { params: { bookId }, body: { everywhere, inThisBook } }: InputOf<typeof readerContract.saveReaderSettings>,
): Promise<StoredSettings> {
  const { user } = context;
  await getAccess(context, user, bookId);
  const { db } = context;
  if (everywhere) await saveSettings(db, user.id, everywhere);
  if (inThisBook) await saveBookSettings(db, user.id, bookId, inThisBook);
  return getReaderSettings(context, { params: { bookId } });
}

export const getReadingDefaults = ({ db, user }: Context) => findSettings(db, user.id);

export async function saveReadingDefaults(
  { db, user }: Context,
  { body }: InputOf<typeof readerContract.saveReadingDefaults>,
): Promise<ReaderSettings> {
  await saveSettings(db, user.id, body);
  return body;
}
