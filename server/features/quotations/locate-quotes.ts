import { hash } from "node:crypto";
import type { BookId } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { type LocatedQuote, QuoteLocator, removeSpace } from "#shared/marks/locate-quote.ts";
import type { Quote, TextPoint } from "#shared/marks/mark.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import { compareWords, type DifferencePart, maxQuotation } from "#shared/rich-text/quotation.ts";
import type { Database } from "#server/db/client.ts";
import type { QuoteRequest } from "./annotate-quotes.ts";
import { NormalizedDocument } from "./normalized-document.ts";
import {
  findDocuments,
  insertVerified,
  listDocuments,
  listNormalizedDocuments,
  listVerified,
  type Needle,
} from "./queries.ts";

/** Where the words of a quotation are in the current text, for readers with any access. */
export interface QuotePlace {
  readonly start: SentenceId;
  readonly end: SentenceId;
  /** Null when the words are the same. */
  readonly difference: readonly DifferencePart[] | null;
}

export const getQuoteDigest = (exact: string): string =>
  hash("sha256", normalizeSearchText(exact) || exact, "hex");

const toQuote = ({ exact }: QuoteRequest): Quote => ({ exact, prefix: "", suffix: "" });
const toPoint = ({ near }: QuoteRequest): TextPoint | null =>
  near === null ? null : { sentence: near, offset: 0 };
const getSpineIndex = ({ near }: QuoteRequest): number => (near ? readSentence(near).spineIndex : 0);

const toPlace = ({ start, end }: LocatedQuote, difference: QuotePlace["difference"]): QuotePlace => ({
  start: start.sentence,
  end: end.sentence,
  difference,
});

/**
 * Looks for quotations in the current text of a book.
 *
 * @param version the content version of the text
 * @returns the place of each; null for words that it does not have
 */
export async function locateQuotes(
  db: Database,
  bookId: BookId,
  version: string,
  requests: readonly QuoteRequest[],
): Promise<Map<QuoteRequest, QuotePlace | null>> {
  const places = new Map<QuoteRequest, QuotePlace | null>();
  const listMissing = () => requests.filter((request) => !places.get(request));
  const locate = async (spineIndexes: ReadonlyMap<QuoteRequest, number>) => {
    const rows = await listNormalizedDocuments(db, bookId, [...new Set(spineIndexes.values())]);
    const documents = new Map(rows.map((row) => [row.spineIndex, new NormalizedDocument(row)]));
    for (const [request, spineIndex] of spineIndexes) {
      const nearNumber = request.near ? readSentence(request.near).number : 0;
      const isNear = spineIndex === getSpineIndex(request);
      const found = documents.get(spineIndex)?.find(toWords(request), isNear ? nearNumber : 0);
      if (found) places.set(request, { ...found, difference: null });
    }
  };
  const cards = requests.filter(({ near }) => near);
  await locate(new Map(cards.map((request) => [request, getSpineIndex(request)])));
  const missing = listMissing();
  const rows = await findDocuments(db, bookId, missing.flatMap(toNeedle));
  const nearest = new Map<QuoteRequest, number>();
  for (const { n, spineIndex } of rows) {
    const request = missing[n];
    if (request && !nearest.has(request)) nearest.set(request, spineIndex);
  }
  await locate(nearest);
  await insertVerified(
    db,
    bookId,
    requests
      .filter((request) => request.version === version && places.get(request))
      .map(({ exact }) => ({ version, digest: getQuoteDigest(exact) })),
  );
  const replaced = await listReplaced(db, bookId, version, listMissing());
  for (const [request, place] of await locateSimilar(db, bookId, replaced)) places.set(request, place);
  for (const request of listMissing()) places.set(request, null);
  return places;
}

const toWords = ({ exact }: QuoteRequest): string => removeSpace(normalizeSearchText(exact));

function toNeedle(request: QuoteRequest, n: number): Needle[] {
  const text = toWords(request);
  return text === "" ? [] : [{ n, text, nearSpineIndex: getSpineIndex(request) }];
}

/** Those that were in an earlier version of the text as they are quoted. */
async function listReplaced(
  db: Database,
  bookId: BookId,
  version: string,
  requests: readonly QuoteRequest[],
): Promise<QuoteRequest[]> {
  const old = requests.filter((request) => request.version !== null && request.version !== version);
  const verified = await listVerified(
    db,
    bookId,
    old.map(({ exact }) => getQuoteDigest(exact)),
  );
  const known = new Set(verified.map((row) => `${row.version} ${row.digest}`));
  return old.filter(
    ({ exact, version: quoted }) =>
      exact.length <= maxQuotation && known.has(`${quoted} ${getQuoteDigest(exact)}`),
  );
}

const maxPieces = 12;
const minPieceLength = 10;

/** Parts of the words, of which a changed passage still has some. */
function toPieces(request: QuoteRequest, n: number): Needle[] {
  const text = toWords(request);
  const length = Math.max(minPieceLength, Math.ceil(text.length / maxPieces));
  const pieces: Needle[] = [];
  for (let at = 0; at + minPieceLength <= text.length; at += length) {
    pieces.push({ n, text: text.slice(at, at + length), nearSpineIndex: getSpineIndex(request) });
  }
  return pieces;
}

/** The similar words that replaced those of quotations. */
async function locateSimilar(
  db: Database,
  bookId: BookId,
  requests: readonly QuoteRequest[],
): Promise<Map<QuoteRequest, QuotePlace>> {
  const places = new Map<QuoteRequest, QuotePlace>();
  const found = await findDocuments(db, bookId, requests.flatMap(toPieces));
  for (const [n, request] of requests.entries()) {
    const spineIndexes = listMostFrequent(found.filter((row) => row.n === n).map((row) => row.spineIndex));
    const locator = new QuoteLocator(await listDocuments(db, bookId, spineIndexes));
    const place = locator.locate(toQuote(request), toPoint(request));
    const words = place && locator.read(place.start, place.end);
    if (words) places.set(request, toPlace(place, compareWords(request.exact, words)));
  }
  return places;
}

/** The two values that occur most often. */
function listMostFrequent(values: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 2)
    .map(([value]) => value);
}
