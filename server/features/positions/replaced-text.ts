import type { BookId } from "#shared/books/book.ts";
import type { Locator } from "#shared/positions/position.ts";
import { getTextFraction } from "#shared/positions/text-fraction.ts";
import type { Database } from "#server/db/client.ts";
import { findSpine, listTextRevisions, type UserPositionEvent } from "./queries.ts";

/**
 * Moves the positions of devices that still show a replaced text to the same sentences of the current one.
 *
 * @param isRevised whether the text of a book was ever replaced
 */
export async function translateReplaced(
  db: Database,
  events: readonly UserPositionEvent[],
  isRevised: (bookId: BookId) => boolean,
): Promise<UserPositionEvent[]> {
  const bookIds = events.flatMap(({ bookId, version }) => (version && isRevised(bookId) ? [bookId] : []));
  const revisions = bookIds.length > 0 ? await listTextRevisions(db, [...new Set(bookIds)]) : [];
  const translated: UserPositionEvent[] = [];
  for (const { version, ...event } of events) {
    const bookRevisions = revisions.filter(({ bookId }) => bookId === event.bookId);
    const locator =
      version === undefined ? event.locator : await translate(db, event, version, bookRevisions);
    translated.push({ ...event, locator });
  }
  return translated;
}

async function translate(
  db: Database,
  { bookId, locator }: Pick<UserPositionEvent, "bookId" | "locator">,
  version: string,
  revisions: Awaited<ReturnType<typeof listTextRevisions>>,
): Promise<Locator> {
  let [shown, sentence] = [version, locator.sentence];
  for (const { fromVersion, toVersion, sentences } of revisions) {
    if (fromVersion !== shown) continue;
    [shown, sentence] = [toVersion, sentence && (sentences[sentence] ?? sentence)];
  }
  if (shown === version) return locator;
  const { cfi: _cfi, ...rest } = locator;
  const spine = sentence === undefined ? null : await findSpine(db, bookId);
  if (sentence === undefined || !spine) return rest;
  const fraction = locator.chapter === undefined ? getTextFraction(sentence, spine) : locator.fraction;
  return { ...rest, sentence, fraction };
}
