import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { dictionaryContract, EnglishEntry, GlossaryTerm } from "#shared/dictionary/contract.ts";
import type { Database } from "#server/db/client.ts";
import { getAccess } from "#server/features/books/service.ts";
import { openBook, recordChange, rejectInReview } from "#server/features/publishing/service.ts";
import type { Context, GuestContext } from "#server/http/api/context.ts";
import { conflict, notFound } from "#server/http/api/problem.ts";
import { findGlossary, findGlossaryVersion, insertGlossaryVersion, upsertGlossary } from "./queries.ts";
import { openWordnet } from "./wordnet.ts";

export async function lookUpEnglish(
  _context: GuestContext,
  { query: { word } }: InputOf<typeof dictionaryContract.lookUpEnglish>,
): Promise<{ entries: EnglishEntry[] }> {
  const { wordnet } = await openWordnet();
  return { entries: await wordnet.lookUp(word) };
}

/** @throws {ProblemError} `not_found` for a book that the reader may not see */
export async function getBookGlossary(
  context: GuestContext,
  { params: { bookId } }: InputOf<typeof dictionaryContract.getBookGlossary>,
): Promise<{ terms: GlossaryTerm[] }> {
  await getAccess(context, context.user, bookId);
  const glossary = await findGlossary(context.db, bookId);
  return { terms: [...(glossary?.terms ?? [])] };
}

/** @throws {ProblemError} `not_found`; `forbidden` for the books of others */
export async function getEditedGlossary(
  context: Context,
  { params: { bookId } }: InputOf<typeof dictionaryContract.getEditedGlossary>,
): Promise<{ terms: GlossaryTerm[]; version: number }> {
  await openBook(context, context.user, bookId, { right: "view" });
  const { terms = [], version = 0 } = (await findGlossary(context.db, bookId)) ?? {};
  return { terms: [...terms], version };
}

/**
 * Replaces the glossary of a book and records the terms that differ in its history.
 *
 * @throws {ProblemError} `not_found`, `forbidden`; `conflict` in review, or when it was changed in the meantime
 */
export function saveGlossary(
  context: Context,
  { params: { bookId }, body: { version, terms } }: InputOf<typeof dictionaryContract.saveGlossary>,
): Promise<void> {
  return changeGlossary(context, bookId, async (before) => {
    if (before.version !== version) throw conflict("book_changed");
    return terms;
  });
}

/**
 * Sets the glossary of a book to its terms before a change; this is recorded like any other change.
 *
 * @throws {ProblemError} `not_found`, `forbidden`; `conflict` in review
 */
export function restoreGlossary(
  context: Context,
  { params: { bookId, changeId } }: InputOf<typeof dictionaryContract.restoreGlossary>,
): Promise<void> {
  return changeGlossary(context, bookId, async (_before, tx) => {
    const terms = await findGlossaryVersion(tx, bookId, Number(changeId));
    if (!terms) throw notFound("change");
    return terms;
  });
}

interface Glossary {
  readonly terms: readonly GlossaryTerm[];
  readonly version: number;
}

async function changeGlossary(
  { db, clock, user }: Context,
  bookId: BookId,
  getNext: (before: Glossary, tx: Database) => Promise<readonly GlossaryTerm[]>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const book = await openBook({ db: tx }, user, bookId, { lock: true });
    rejectInReview(book, user);
    const before = (await findGlossary(tx, bookId)) ?? { terms: [], version: 0 };
    const terms = await getNext(before, tx);
    const change = compareTerms(before.terms, terms);
    if (change.before.length + change.after.length === 0) return;
    await upsertGlossary(tx, { bookId, terms, version: before.version + 1 });
    const changeId = await recordChange(tx, {
      bookId,
      field: "glossary",
      ...change,
      source: "manual",
      actorId: user.id,
      at: clock(),
    });
    await insertGlossaryVersion(tx, { changeId, bookId, terms: before.terms });
  });
}

const maxRecordedTerms = 50;

/** The terms that were removed or changed, and those that replace them or were added. */
function compareTerms(before: readonly GlossaryTerm[], after: readonly GlossaryTerm[]) {
  const toText = ({ term, definition }: GlossaryTerm) => `${term}: ${definition}`;
  const [old, next] = [new Set(before.map(toText)), new Set(after.map(toText))];
  return {
    before: [...old].filter((text) => !next.has(text)).slice(0, maxRecordedTerms),
    after: [...next].filter((text) => !old.has(text)).slice(0, maxRecordedTerms),
  };
}
