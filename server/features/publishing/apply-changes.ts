import type { BookId, BookKind } from "#shared/books/book.ts";
import { findIsbns } from "#shared/books/isbn.ts";
import { toCanonicalLanguage } from "#shared/books/language.ts";
import { isGeneratedCover } from "#shared/books/urls.ts";
import type { BookChanges, BookField, BookFields } from "#shared/publishing/publishing-book.ts";
import { bookFields } from "#shared/publishing/publishing-book.ts";
import type { Database } from "#server/db/client.ts";
import { removeAiNarration } from "#server/features/ai-narration/service.ts";
import { requestCover } from "#server/features/book-import/service.ts";
import { indexBook } from "#server/features/books/service.ts";
import { updateRatings } from "#server/features/library/service.ts";
import { invalid } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { type BookRow, type EditedBook, insertChanges, type NewChange, writeFields } from "./queries.ts";

/** The fields that `indexBook` reads. */
const indexed: readonly BookField[] = [
  "title",
  "subtitle",
  "description",
  "credits",
  "genres",
  "tropes",
  "series",
];

type ChangeOrigin = Pick<NewChange, "source" | "bulkId" | "actorId">;

/**
 * Writes the fields of a book that differ, records them in the history and updates search and a generated
 * cover.
 *
 * @throws {ProblemError} `invalid_input` for an unknown ISBN
 */
export function applyChanges(
  services: Services,
  tx: Database,
  book: EditedBook,
  input: BookChanges,
  origin: ChangeOrigin,
): Promise<void> {
  return applyToMany(services, tx, [{ book, changes: input }], origin);
}

/** Like `applyChanges`; books that change alike are written together. */
export async function applyToMany(
  services: Services,
  tx: Database,
  planned: ReadonlyArray<{ readonly book: EditedBook; readonly changes: BookChanges }>,
  origin: ChangeOrigin,
): Promise<void> {
  const at = services.clock();
  const groups = new Map<string, ChangeGroup>();
  for (const { book, changes: input } of planned) {
    const changes = getChangedFields(book.fields, normalizeChanges(input));
    const key = JSON.stringify(changes);
    if (key === "{}") continue;
    groups.set(key, { changes, books: [...(groups.get(key)?.books ?? []), book] });
  }
  for (const { changes, books } of groups.values()) {
    const changed = bookFields.filter((field) => changes[field] !== undefined);
    const ids = books.map(({ row }) => row.id);
    await writeFields(tx, ids, changes, at);
    const rows = books.flatMap(({ row, fields }) =>
      changed.map((field) => ({
        bookId: row.id,
        field,
        before: fields[field] ?? null,
        after: changes[field] ?? null,
        ...origin,
        at,
      })),
    );
    await insertChanges(tx, rows);
    if (changed.some((field) => indexed.includes(field))) for (const id of ids) await indexBook(tx, id);
    if (changes.title !== undefined || changes.credits !== undefined) {
      for (const { row } of books) await renewCover({ ...services, db: tx }, row);
    }
    if (changes.kind !== undefined) {
      for (const id of ids) await applyKind(services, tx, id, changes.kind);
    }
  }
}

/** Scripture loses its ratings and its AI narration; the ratings return with the kind. */
async function applyKind(services: Services, tx: Database, bookId: BookId, kind: BookKind): Promise<void> {
  await updateRatings(tx, bookId);
  if (kind === "scripture") await removeAiNarration({ ...services, db: tx }, bookId);
}

interface ChangeGroup {
  readonly changes: Partial<BookFields>;
  readonly books: readonly EditedBook[];
}

async function renewCover(services: Services, { id, coverHash }: BookRow): Promise<void> {
  if (coverHash === "" || isGeneratedCover(coverHash)) await requestCover(services, id);
}

export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function normalizeChanges({ language, isbns, ...changes }: BookChanges): BookChanges {
  return {
    ...changes,
    ...(language !== undefined && { language: toCanonicalLanguage(language) }),
    ...(isbns !== undefined && { isbns: parseIsbns(isbns) }),
  };
}

/** @throws {ProblemError} `invalid_input` */
function parseIsbns(texts: readonly string[]): string[] {
  const valid = findIsbns(texts);
  if (valid.length < new Set(texts).size) throw invalid({ isbns: "isbn_invalid" });
  return valid;
}

function getChangedFields(before: BookFields, input: BookChanges): Partial<BookFields> {
  const changed = bookFields.filter(
    (field) => input[field] !== undefined && !isSame(before[field], input[field]),
  );
  return Object.fromEntries(changed.map((field) => [field, input[field]]));
}
