import type { InputOf } from "#shared/api/contract.ts";
import type { Portion } from "#shared/books/access.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Locator, SentenceId } from "#shared/positions/position.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import { findSentence, getTextFraction } from "#shared/positions/text-fraction.ts";
import type { Recap, readerContract } from "#shared/reader/contract.ts";
import { getAccess, toRejection } from "#server/features/books/service.ts";
import { getPosition } from "#server/features/positions/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { getLastParagraphs, listParagraphs } from "./paragraphs.ts";
import { type EbookFile, findDocumentText, findEbook, type StoredSpineItem } from "./queries.ts";
import { findLastSessionEnd, findReach } from "./recap-queries.ts";
import { canReadSentence } from "./sample-bounds.ts";

const awayMs = 7 * 24 * 60 * 60 * 1000;

/** @throws {ProblemError} `not_found`, or an access error when nothing is readable */
export async function getRecap(
  context: Context,
  { params: { bookId } }: InputOf<typeof readerContract.getRecap>,
): Promise<Recap | null> {
  const { db, user, clock } = context;
  const access = await getAccess(context, user, bookId);
  const found = await findEbook(db, bookId);
  if (!found) throw notFound("ebook");
  if (access.read === "none") throw toRejection(user, access);
  const { current, text, audio } = await getPosition(context, user.id, bookId);
  const reach = await findReach(db, user.id, bookId);
  if (!current || !text || !reach) return null;

  const sessionEnd = await findLastSessionEnd(db, user.id, bookId);
  const lastReadAt = sessionEnd && sessionEnd > current.at ? sessionEnd : current.at;
  if (clock().getTime() - lastReadAt.getTime() < awayMs) return null;

  const { spine, sample, storageKey } = found.ebook;
  const sentence = findStop(text, audio, reach, spine);
  if (getTextFraction(sentence, spine) === 0) return null;
  const excerpt = await getExcerpt(context, bookId, sentence, { portion: access.read, sample, storageKey });
  return { lastReadAt, sentence, excerpt };
}

/** The position, or the end of what was measurably read when the reader has jumped ahead of it. */
function findStop(
  text: Locator,
  audio: Locator | null,
  { textReach, audioReach }: { readonly textReach: number; readonly audioReach: number },
  spine: readonly StoredSpineItem[],
): SentenceId {
  const sentence = findSentence(text, spine);
  const isHeard = audio !== null && audioReach > 0 && audio.fraction <= audioReach;
  if (isHeard || getTextFraction(sentence, spine) <= textReach) return sentence;
  return findSentence({ fraction: textReach }, spine);
}

interface Readable extends Pick<EbookFile, "sample" | "storageKey"> {
  readonly portion: Portion;
}

/** The paragraph up to a sentence, in its document or at the end of the one before. */
async function getExcerpt(
  context: Context,
  bookId: BookId,
  before: SentenceId,
  { portion, sample, storageKey }: Readable,
): Promise<string> {
  const { spineIndex, number } = readSentence(before);
  const [index, end] = number > 0 ? [spineIndex, number] : [spineIndex - 1, undefined];
  const text = index < 0 ? null : await findDocumentText(context.db, bookId, index);
  const sentences = (text ?? "")
    .split("\n")
    .slice(0, end)
    .filter((_, n) => canReadSentence(portion, sample, index, n));
  if (end !== undefined && sentences.length < end) return "";
  if (sentences.length === 0) return "";
  return getLastParagraphs(sentences, await listParagraphs(context, bookId, { storageKey }, index));
}
