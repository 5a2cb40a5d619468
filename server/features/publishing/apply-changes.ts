import { findIsbns } from "#shared/books/isbn.ts";
import { canonicalLanguage } from "#shared/books/language.ts";
import { isGeneratedCover } from "#shared/books/urls.ts";
import type { BookChanges, BookFields } from "#shared/publishing/contract.ts";
import { bookFields } from "#shared/publishing/contract.ts";
import type { Database } from "#server/db/client.ts";
import { requestCover } from "#server/features/book-import/service.ts";
import { indexBook } from "#server/features/books/service.ts";
import { invalid } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { addChanges, type EditedBook, type NewChange, writeFields } from "./queries.ts";

type Origin = Pick<NewChange, "source" | "bulkId" | "actorId">;

/**
 * Writes the fields that differ, records them in the history and updates search and a generated cover.
 *
 * @throws {ProblemError} `invalid_input` for an unknown ISBN
 */
export async function applyChanges(
  services: Services,
  tx: Database,
  { row, fields }: EditedBook,
  input: BookChanges,
  origin: Origin,
): Promise<void> {
  const changes = changedFields(fields, normalized(input));
  const changed = bookFields.filter((field) => changes[field] !== undefined);
  if (changed.length === 0) return;
  const at = services.clock();
  await writeFields(tx, row.id, changes, at);
  await addChanges(
    tx,
    changed.map((field) => ({
      ...{ bookId: row.id, field, before: fields[field] ?? null, after: changes[field] ?? null },
      ...{ ...origin, at },
    })),
  );
  await indexBook(tx, row.id);
  const isGenerated = row.coverHash === "" || isGeneratedCover(row.coverHash);
  if (isGenerated && (changes.title !== undefined || changes.credits !== undefined)) {
    await requestCover({ ...services, db: tx }, row.id);
  }
}

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function normalized({ language, isbns, ...changes }: BookChanges): BookChanges {
  return {
    ...changes,
    ...(language !== undefined && { language: canonicalLanguage(language) }),
    ...(isbns !== undefined && { isbns: validIsbns(isbns) }),
  };
}

/** @throws {ProblemError} `invalid_input` */
function validIsbns(texts: readonly string[]): string[] {
  const valid = findIsbns(texts);
  if (valid.length < new Set(texts).size) throw invalid({ isbns: "isbn_invalid" });
  return valid;
}

function changedFields(before: BookFields, input: BookChanges): Partial<BookFields> {
  const changed = bookFields.filter(
    (field) => input[field] !== undefined && !isSame(before[field], input[field]),
  );
  return Object.fromEntries(changed.map((field) => [field, input[field]]));
}
