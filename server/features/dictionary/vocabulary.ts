import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { foldWord } from "#shared/dictionary/fold-word.ts";
import {
  maxReviewsPerDay,
  maxVocabularyWords,
  reviewIntervals,
  type VocabularyWord,
  type vocabularyContract,
} from "#shared/dictionary/vocabulary.ts";
import { getAccess } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeCursor, timeAndId, toPage } from "#server/http/api/cursor.ts";
import { conflict, notFound, ProblemError, reason } from "#server/http/api/problem.ts";
import {
  countByBook,
  countReviewedSince,
  countWords,
  deleteWordRow,
  findWord,
  hasWord,
  insertWord,
  listDueRows,
  listWordRows,
  lockVocabulary,
  updateWord,
  type WordRow,
} from "./vocabulary-queries.ts";

const defaultPage = 30;
const dayMs = 86_400_000;
/** A review in the evening does not move that of the next morning. */
const reviewDayMs = 20 * 3_600_000;

export function toWord({ bookId, title, savedText: _savedText, ...row }: WordRow): VocabularyWord {
  return { ...row, book: bookId && title !== null ? { id: bookId, title } : null };
}

/** @throws {ProblemError} `invalid_input` for another list's cursor */
export async function listVocabulary(
  { db, user }: Context,
  {
    query: { search = "", bookId, word, limit = defaultPage, cursor },
  }: InputOf<typeof vocabularyContract.listVocabulary>,
): Promise<{ words: VocabularyWord[]; nextCursor: string | null }> {
  const filter = {
    search: foldWord(search) || null,
    word: word === undefined ? null : foldWord(word),
    bookId,
    after: decodeCursor(cursor, timeAndId),
  };
  const rows = await listWordRows(db, user.id, filter, limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, ({ savedText, id }) => [savedText, id]);
  return { words: shown.map(toWord), nextCursor };
}

export async function getVocabularySummary({ db, user, clock }: Context) {
  const now = clock();
  const since = new Date(now.getTime() - reviewDayMs);
  const [total, books, reviewed] = await Promise.all([
    countWords(db, user.id),
    countByBook(db, user.id),
    countReviewedSince(db, user.id, since),
  ]);
  const review = await listDueRows(db, user.id, now, Math.max(0, maxReviewsPerDay - reviewed));
  return { total, books, review: review.map(toWord) };
}

/** @throws {ProblemError} `conflict` when the vocabulary is full */
export async function saveWord(
  context: Context,
  { params: { wordId: id }, body }: InputOf<typeof vocabularyContract.saveWord>,
): Promise<void> {
  const { db, user } = context;
  const { word, headword = "", language = "", definition = "", sentence = "", bookId, place } = body;
  const savedAt = context.clock();
  const knownBookId = bookId && (await isVisibleBook(context, bookId)) ? bookId : null;
  await db.transaction(async (tx) => {
    await lockVocabulary(tx, user.id);
    if (await findWord(tx, user.id, id)) return;
    if (await hasWord(tx, { userId: user.id, word, sentence, bookId: knownBookId })) return;
    if ((await countWords(tx, user.id)) >= maxVocabularyWords)
      throw conflict(reason("vocabulary_full", { max: maxVocabularyWords }));
    await insertWord(tx, {
      ...{ id, userId: user.id, word, headword, language, definition, sentence },
      folded: fold({ word, headword, sentence, note: "" }),
      bookId: knownBookId,
      place: place ?? null,
      savedAt,
      dueAt: new Date(savedAt.getTime() + dayMs),
    });
  });
}

/** A book that was deleted or hidden in the meantime does not keep its words from being saved. */
async function isVisibleBook(context: Context, bookId: BookId): Promise<boolean> {
  try {
    await getAccess(context, context.user, bookId);
    return true;
  } catch (error) {
    if (error instanceof ProblemError) return false;
    throw error;
  }
}

interface FoldedTexts {
  readonly word: string;
  readonly headword: string;
  readonly sentence: string;
  readonly note: string;
}

const fold = ({ word, headword, note, sentence }: FoldedTexts) =>
  [word, headword, note, sentence].map(foldWord).filter(Boolean).join("\n");

/** @throws {ProblemError} `not_found` */
export async function editWord(
  { db, user }: Context,
  { params: { wordId }, body: { note } }: InputOf<typeof vocabularyContract.editWord>,
): Promise<void> {
  const word = await findWord(db, user.id, wordId);
  if (!word || !(await updateWord(db, user.id, wordId, { note, folded: fold({ ...word, note }) })))
    throw notFound("word");
}

/** @throws {ProblemError} `not_found` */
export async function deleteWord(
  { db, user }: Context,
  { params: { wordId } }: InputOf<typeof vocabularyContract.deleteWord>,
): Promise<void> {
  if (!(await deleteWordRow(db, user.id, wordId))) throw notFound("word");
}

/**
 * A remembered word is asked again after a longer time, a forgotten one the next day. A review of another step
 * was sent twice and changes nothing.
 *
 * @throws {ProblemError} `not_found`
 */
export async function reviewWord(
  { db, user, clock }: Context,
  { params: { wordId }, body: { step, isRemembered } }: InputOf<typeof vocabularyContract.reviewWord>,
): Promise<void> {
  const reviewedAt = clock();
  await db.transaction(async (tx) => {
    await lockVocabulary(tx, user.id);
    const word = await findWord(tx, user.id, wordId);
    if (!word) throw notFound("word");
    if (word.step !== step) return;
    const days = isRemembered ? (reviewIntervals[step + 1] ?? reviewIntervals.at(-1) ?? 1) : 1;
    await updateWord(tx, user.id, wordId, {
      step: isRemembered ? step + 1 : 0,
      dueAt: new Date(reviewedAt.getTime() + days * dayMs),
      reviewedAt,
    });
  });
}
