import { setTimeout } from "node:timers/promises";
import { getAccessTo, type Viewer } from "#shared/books/access-policy.ts";
import type { BookId } from "#shared/books/book.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import type { Quotation } from "#shared/rich-text/quotation.ts";
import type { RichText } from "#shared/rich-text/rich-text.ts";
import { getContentVersion } from "#server/epub/content-version.ts";
import { canReadSentence } from "#server/features/reader/service.ts";
import type { Services } from "#server/services.ts";
import { annotateQuotes, type FindQuotation, type QuoteRequest } from "./annotate-quotes.ts";
import { getQuoteDigest, locateQuotes, type QuotePlace } from "./locate-quotes.ts";
import { getTextSize, listQuotedBooks } from "./queries.ts";

/** A text with the book of its typed quotations; null for none. */
export interface QuotingText {
  readonly content: RichText;
  readonly bookId: BookId | null;
}

type QuotedBook = Awaited<ReturnType<typeof listQuotedBooks>>[number];

const maxBooks = 50;
/** Quotations of a book that are looked for in one request; the rest is found by the next ones. */
const maxLocated = 100;
const minLocated = 5;
/** The text of a book is compared with each quotation: less than half a second in all. */
const maxComparedBytes = 200_000_000;
const maxCached = 20_000;

/** By book, its version and the quotation, the oldest dropped first. */
const cache = new Map<string, QuotePlace | null>();

const getKey = (version: string, { bookId, exact, near, version: quoted }: QuoteRequest) =>
  `${bookId} ${version} ${near} ${quoted} ${getQuoteDigest(exact)}`;

const missing: Quotation = { state: "missing", sentence: null, difference: [] };
const unchecked: Quotation = { state: "unchecked", sentence: null, difference: [] };

export interface QuotationOptions {
  /** After this time they are looked for without the caller, for the next request; by default never. */
  readonly maxWaitMs?: number;
}

/**
 * Adds to the quotations of texts whether their words are in the books, as far as the viewer may read them.
 * One query for all texts, and further ones only for quotations that were not looked for before.
 */
export async function addQuotations(
  services: Pick<Services, "db">,
  viewer: Viewer,
  texts: readonly QuotingText[],
  { maxWaitMs }: QuotationOptions = {},
): Promise<RichText[]> {
  const requests: QuoteRequest[] = [];
  const collect: FindQuotation = (request) => {
    requests.push(request);
    return null;
  };
  for (const { content, bookId } of texts) annotateQuotes(content, bookId, collect);
  if (requests.length === 0) return texts.map(({ content }) => content);
  const finder = createFinder(services, viewer, requests);
  const find = await (maxWaitMs === undefined
    ? finder
    : Promise.race([finder, setTimeout(maxWaitMs, findNothing, { ref: false })]));
  return texts.map(({ content, bookId }) => annotateQuotes(content, bookId, find));
}

const findNothing: FindQuotation = () => null;

async function createFinder(
  { db }: Pick<Services, "db">,
  viewer: Viewer,
  requests: readonly QuoteRequest[],
): Promise<FindQuotation> {
  const bookIds = [...new Set(requests.map(({ bookId }) => bookId))].slice(0, maxBooks);
  const books = new Map((await listQuotedBooks(db, bookIds)).map((book) => [book.id, book]));
  for (const book of books.values()) {
    const version = getContentVersion(book.sha256);
    const unknown = new Map(
      requests
        .filter((request) => request.bookId === book.id && getAccessTo(book, viewer).read !== "none")
        .map((request) => [getKey(version, request), request] as const)
        .filter(([key]) => !cache.has(key)),
    );
    if (unknown.size === 0) continue;
    const limit = getMaxLocated(await getTextSize(db, book.id));
    const added = new Map([...unknown].slice(0, limit));
    const places = await locateQuotes(db, book.id, version, [...added.values()]);
    for (const [key, request] of added) addToCache(key, places.get(request) ?? null);
  }
  return (request) => {
    const book = books.get(request.bookId);
    return book ? present(book, viewer, request) : missing;
  };
}

/** The longer the text, the fewer quotations are looked for in one request. */
export const getMaxLocated = (textBytes: number): number =>
  Math.min(maxLocated, Math.max(minLocated, Math.floor(maxComparedBytes / Math.max(1, textBytes))));

function addToCache(key: string, place: QuotePlace | null): void {
  cache.set(key, place);
  if (cache.size <= maxCached) return;
  const [oldest] = cache.keys();
  if (oldest !== undefined) cache.delete(oldest);
}

/** A viewer of a part of the book gets the same answer for all words outside of it. */
function present(book: QuotedBook, viewer: Viewer, request: QuoteRequest): Quotation | null {
  const { isVisible, read } = getAccessTo(book, viewer);
  if (!isVisible) return missing;
  if (read === "none") return unchecked;
  const place = cache.get(getKey(getContentVersion(book.sha256), request));
  if (place === undefined) return null;
  const isReadable =
    place &&
    [place.start, place.end].every((sentence) => {
      const { spineIndex, number } = readSentence(sentence);
      return canReadSentence(read, book.sample, spineIndex, number);
    });
  if (!place || !isReadable) return read === "whole" ? missing : unchecked;
  const state = place.difference ? "changed" : "verified";
  return { state, sentence: place.start, difference: place.difference ?? [] };
}
