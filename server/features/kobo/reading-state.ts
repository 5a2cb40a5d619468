import type { LibraryStatus } from "#shared/library/entry.ts";
import type { Locator } from "#shared/positions/position.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import { findSentence, getTextFraction } from "#shared/positions/text-fraction.ts";
import { getPosition } from "#server/features/positions/service.ts";
import { locateInBook } from "#server/features/reader/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { toKoboTime } from "./entitlement.ts";
import type { DeviceBook, LibraryBook } from "./queries.ts";

/** The position in a book, and its status, as a Kobo device writes them. */
export async function createReadingState(
  context: Context,
  book: LibraryBook,
  row: Pick<DeviceBook, "location" | "eventId"> | null,
) {
  const changedAt = toKoboTime(book.positionAt ?? book.updatedAt);
  return {
    EntitlementId: book.id,
    Created: toKoboTime(book.addedAt),
    LastModified: changedAt,
    PriorityTimestamp: changedAt,
    StatusInfo: {
      LastModified: changedAt,
      Status: toKoboStatus(book.status),
      TimesStartedReading: book.positionAt ? 1 : 0,
    },
    Statistics: { LastModified: changedAt },
    CurrentBookmark: { LastModified: changedAt, ...(await createBookmark(context, book, row)) },
  };
}

function toKoboStatus(status: LibraryStatus): string {
  if (status === "finished") return "Finished";
  return status === "currently-reading" ? "Reading" : "ReadyToRead";
}

async function createBookmark(
  context: Context,
  book: LibraryBook,
  row: Pick<DeviceBook, "location" | "eventId"> | null,
) {
  const text = book.positionAt && (await getPosition(context, context.user.id, book.id)).text;
  if (!text || book.spine.length === 0) return {};
  const isOwn = row?.location && row.eventId === book.eventId;
  return {
    ...toPercents(book, text),
    Location: isOwn ? row.location : await toLocation(context, book, text),
  };
}

function toPercents(book: LibraryBook, text: Locator) {
  const sentence = findSentence(text, book.spine);
  const { spineIndex, number } = readSentence(sentence);
  const count = book.spine.find(({ index }) => index === spineIndex)?.sentenceCount ?? 0;
  return {
    ProgressPercent: Math.round(getTextFraction(sentence, book.spine) * 100),
    ContentSourceProgressPercent: count > 0 ? Math.round((number / count) * 100) : 0,
  };
}

async function toLocation(context: Context, book: LibraryBook, text: Locator) {
  const { spineIndex, number } = readSentence(findSentence(text, book.spine));
  const file = { bookId: book.id, storageKey: book.storageKey };
  const place = await locateInBook(context, file, spineIndex, { type: "paragraph", sentence: number });
  const Source = book.spine.find(({ index }) => index === spineIndex)?.path ?? "";
  return { Source, Type: "KoboSpan", Value: `kobo.${typeof place === "string" ? place : "1.1"}` };
}
