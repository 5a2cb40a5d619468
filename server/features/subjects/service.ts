import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import type { Subject, SubjectDecision, subjectsContract } from "#shared/subjects/contract.ts";
import type { Database } from "#server/db/client.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { indexBook, updateVocabulary } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeCursor, nameText, toPage } from "#server/http/api/cursor.ts";
import { conflict, invalid, notFound } from "#server/http/api/problem.ts";
import { findCommonGenre } from "./common-subjects.ts";
import {
  addBookGenres,
  addGenre,
  countWaiting,
  findSubjectRow,
  insertBookSubjects,
  listBooksOfSubject,
  listGenreNames,
  listSubjectRows,
  lockSubject,
  type SubjectRow,
  saveSubjects,
  updateSubject,
} from "./queries.ts";

const maxSubjects = 20;
const maxGenres = 3;

/** Genre tags of audio files that say nothing about a book. */
const isEmptySubject = (name: string) => /^(audiobook|other|speech|unknown)s?$/i.test(name);

const toKey = (name: string) => normalizeSearchText(name);

/**
 * Stores the subjects of a new book, and gives it the genres that stand for them unless it has some. Subjects without a genre
 * wait for staff. A draft creates no genre.
 */
export async function addSubjects(
  tx: Database,
  bookId: BookId,
  names: readonly string[],
  { isDraft, hasGenres }: { readonly isDraft: boolean; readonly hasGenres: boolean },
): Promise<void> {
  const byKey = new Map<string, string>();
  for (const name of names) {
    const key = toKey(name);
    if (key && !isEmptySubject(name) && !byKey.has(key)) byKey.set(key, name);
  }
  const named = [...byKey].slice(0, maxSubjects).map(([normalizedName, name]) => ({ name, normalizedName }));
  if (named.length === 0) return;
  const rows = await saveSubjects(tx, named);
  const byName = new Map(rows.map((row) => [row.normalizedName, row]));
  const ordered = named.flatMap(({ normalizedName }) => byName.get(normalizedName) ?? []);
  await insertBookSubjects(
    tx,
    bookId,
    ordered.map(({ id }) => id),
  );
  if (hasGenres) return;
  const genreIds: string[] = [];
  for (const { id, name, genreId, isIgnored } of ordered) {
    const found = isIgnored ? null : (genreId ?? (await findGenre(tx, name, !isDraft)));
    if (found !== null && genreId === null) await updateSubject(tx, id, { genreId: found, isIgnored });
    if (found !== null) genreIds.push(found);
  }
  await addBookGenres(tx, [bookId], [...new Set(genreIds)].slice(0, maxGenres));
}

/** The genre with the name of a subject, or its usual genre. */
async function findGenre(tx: Database, subject: string, canCreate: boolean): Promise<string | null> {
  const byKey = new Map((await listGenreNames(tx)).map(({ id, name }) => [toKey(name), id]));
  const common = findCommonGenre(subject);
  const found = byKey.get(toKey(subject)) ?? (common === null ? undefined : byKey.get(toKey(common)));
  if (found !== undefined) return found;
  return canCreate && common !== null ? addGenre(tx, common) : null;
}

const defaultPage = 50;

export async function listSubjects(
  { db }: Context,
  {
    query: { state, search = "", limit = defaultPage, cursor },
  }: InputOf<typeof subjectsContract.listSubjects>,
) {
  const [after = null] = decodeCursor(cursor, nameText) ?? [];
  const rows = await listSubjectRows(db, state, normalizeSearchText(search), after, limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last.normalizedName]);
  return { subjects: shown.map(toSubject), waitingCount: await countWaiting(db), nextCursor };
}

function toSubject({ id, name, isIgnored, genreId, genreName, bookCount }: SubjectRow): Subject {
  const genre = genreId && genreName ? { id: genreId, name: genreName } : null;
  const state = genre ? "assigned" : isIgnored ? "ignored" : "waiting";
  return {
    id,
    name,
    state,
    bookCount,
    genre,
    suggestion: state === "waiting" ? findCommonGenre(name) : null,
  };
}

/**
 * Assigns a genre to a subject and to its books that have room for one. Books keep a genre that they have.
 *
 * @throws {ProblemError} `not_found`; `invalid_input` for an unknown genre; `conflict` for a taken name
 */
export async function decideSubject(
  context: Context,
  { params: { subjectId }, body: decision }: InputOf<typeof subjectsContract.decideSubject>,
): Promise<Subject> {
  await context.db.transaction(async (tx) => {
    const subject = await lockSubject(tx, subjectId);
    if (!subject) throw notFound("subject");
    const genreId = await getDecidedGenre(tx, decision);
    await updateSubject(tx, subjectId, { genreId, isIgnored: decision.kind === "ignore" });
    if (genreId !== null) {
      const bookIds = await listBooksOfSubject(tx, subjectId, maxGenres);
      await addBookGenres(tx, bookIds, [genreId]);
      for (const bookId of bookIds) await indexBook(tx, bookId);
    }
    const details = { from: subject.name, decision: decision.kind };
    await writeAudit(context, "subject.decided", context.user.id, genreId ?? "", details, tx);
  });
  await updateVocabulary(context.db);
  const row = await findSubjectRow(context.db, subjectId);
  if (!row) throw notFound("subject");
  return toSubject(row);
}

async function getDecidedGenre(tx: Database, decision: SubjectDecision): Promise<string | null> {
  if (decision.kind === "ignore" || decision.kind === "wait") return null;
  const names = await listGenreNames(tx);
  if (decision.kind === "new-genre") {
    const isTaken = names.some(({ name }) => toKey(name) === toKey(decision.name));
    if (isTaken) throw conflict("name_taken", { name: "name_taken" });
    return addGenre(tx, decision.name);
  }
  if (!names.some(({ id }) => id === decision.genreId)) throw invalid({ genreId: "genre_unknown" });
  return decision.genreId;
}
