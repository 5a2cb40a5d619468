import { createHash } from "node:crypto";
import type { InputOf, ReplyOf } from "#shared/api/contract.ts";
import type { KoboLocation, KoboReadingState, koboContract } from "#shared/kobo/contract.ts";
import { EventId, type Locator, SentenceId } from "#shared/positions/position.ts";
import { findSentence, getDocumentFractions, getTextFraction } from "#shared/positions/text-fraction.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";
import { saveEntry } from "#server/features/library/service.ts";
import { savePositions } from "#server/features/positions/service.ts";
import { locateInBook } from "#server/features/reader/service.ts";
import type { HttpContext } from "#server/http/api/context.ts";
import { getBookVersion } from "./entitlement.ts";
import { getLibraryBook, getTokenId } from "./library-book.ts";
import { findDeviceBook, type LibraryBook, saveDeviceBooks } from "./queries.ts";

/** Saves the position and "finished" that a device reports; its own statistics are not kept. */
export async function saveKoboState(
  context: HttpContext,
  { params: { bookId }, body }: InputOf<typeof koboContract.saveKoboState>,
): Promise<ReplyOf<typeof koboContract.saveKoboState>> {
  const book = await getLibraryBook(context, bookId);
  const [state] = body.ReadingStates;
  if (state?.CurrentBookmark) await savePosition(context, book, state);
  if (state?.StatusInfo?.Status === "Finished" && book.status !== "finished") {
    await saveEntry(context, { params: { bookId }, body: { status: "finished" } });
  }
  const success = { Result: "Success" };
  return {
    RequestResult: "Success",
    UpdateResults: [
      {
        EntitlementId: bookId,
        CurrentBookmarkResult: success,
        StatisticsResult: success,
        StatusInfoResult: success,
      },
    ],
  };
}

type Bookmark = NonNullable<KoboReadingState["CurrentBookmark"]>;

async function savePosition(context: HttpContext, book: LibraryBook, state: KoboReadingState): Promise<void> {
  const { db } = context;
  const bookmark = state.CurrentBookmark ?? {};
  const locator = await toLocator(context, book, bookmark);
  if (!locator) return;
  const tokenId = getTokenId(context);
  const at = readTime(bookmark.LastModified ?? state.LastModified) ?? context.clock();
  // A repeated report is the same event.
  const id = toEventId(JSON.stringify([tokenId, book.id, at, bookmark]));
  await savePositions(context, {
    body: {
      events: [{ id, bookId: book.id, locator, at: at.toISOString(), device: "Kobo/", isDeliberate: true }],
    },
  });
  const row = await findDeviceBook(db, tokenId, book.id);
  const unknown = { version: getBookVersion(book), batch: 0, isRemoved: false, isArchived: false };
  const place = { positionAt: at, location: bookmark.Location ?? null, eventId: id };
  await saveDeviceBooks(db, [{ ...unknown, ...row, ...place, tokenId, bookId: book.id }]);
}

function readTime(text: string | null | undefined): Date | null {
  const at = new Date(text ?? "");
  return Number.isNaN(at.getTime()) ? null : at;
}

/** A UUID (version 8) of a text. */
function toEventId(text: string): EventId {
  const hex = createHash("sha256").update(text).digest("hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return EventId.parse([...parts, hex.slice(20, 32)].join("-"));
}

/** The sentence of a bookmark: by its paragraph, else the share of its document, else that of the book. */
async function toLocator(
  context: HttpContext,
  book: LibraryBook,
  bookmark: Bookmark,
): Promise<Locator | null> {
  const { spine } = book;
  const { Location: location, ProgressPercent, ContentSourceProgressPercent } = bookmark;
  const spineIndex = location ? findDocument(spine, location) : null;
  const number =
    location && spineIndex !== null ? await findNumber(context, book, spineIndex, location) : null;
  if (spineIndex !== null && number !== null) return at(SentenceId.parse(getSentenceId(spineIndex, number)));
  if (spineIndex !== null && typeof ContentSourceProgressPercent === "number") {
    const { from, to } = getDocumentFractions(spine, spineIndex);
    return at(findSentence({ fraction: from + ((to - from) * ContentSourceProgressPercent) / 100 }, spine));
  }
  if (typeof ProgressPercent !== "number") return null;
  return at(findSentence({ fraction: ProgressPercent / 100 }, spine));

  function at(sentence: SentenceId): Locator {
    return { sentence, fraction: getTextFraction(sentence, spine) };
  }
}

/** Devices write the path with or without the folder of the package, and escaped or not. */
function findDocument(spine: LibraryBook["spine"], { Source }: KoboLocation): number | null {
  const path = decode(Source).replace(/#.*$/, "").replace(/^.*!/, "").replace(/^\/+/, "");
  const found = path && spine.find((item) => item.path === path || item.path.endsWith(`/${path}`));
  return found ? found.index : null;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function findNumber(
  context: HttpContext,
  { id, storageKey }: LibraryBook,
  spineIndex: number,
  { Value }: KoboLocation,
): Promise<number | null> {
  const [, paragraph, number] = /^kobo\.(\d{1,6})\.(\d{1,6})$/.exec(Value) ?? [];
  if (paragraph === undefined) return null;
  const find = {
    type: "sentence-of-paragraph",
    paragraph: Number(paragraph),
    number: Number(number),
  } as const;
  const found = await locateInBook(context, { bookId: id, storageKey }, spineIndex, find);
  return typeof found === "number" ? found : null;
}
