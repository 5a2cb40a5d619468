import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import {
  type LocatedQuote,
  type QuotedDocument,
  QuoteLocator,
  removeSpace,
} from "#shared/marks/locate-quote.ts";
import {
  isClipLength,
  type MarkAnchor,
  MarkId,
  maxContext,
  maxQuote,
  type TextPoint,
} from "#shared/marks/mark.ts";
import type { ImportResult } from "#shared/notebook/import-contract.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import { getTextFraction } from "#shared/positions/text-fraction.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";
import { getContentVersion } from "#server/epub/content-version.ts";
import { getAccess } from "#server/features/books/service.ts";
import { unprocessableFile } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { findText, listDocuments } from "./import-queries.ts";
import type { SourceMark } from "./source-mark.ts";

export interface PlacedMark {
  readonly mark: SourceMark;
  readonly result: ImportResult;
  /** With the id of the mark it becomes; null for one that is not placed. */
  readonly placed: { readonly id: MarkId; readonly bookId: BookId; readonly anchor: MarkAnchor } | null;
}

/** The time in which the quotations of a file are looked for, in milliseconds. */
const maxSearchTime = 60_000;

export class QuotePlacer {
  readonly #services: Services;
  readonly #user: User;
  readonly #startedAt = performance.now();

  constructor(services: Services, user: User) {
    this.#services = services;
    this.#user = user;
  }

  /**
   * Looks for the quotations of a file in one book.
   *
   * @throws {ProblemError} `unprocessable_file` when it takes too long
   */
  async place(bookId: BookId, marks: readonly SourceMark[]): Promise<PlacedMark[]> {
    const access = await getAccess(this.#services, this.#user, bookId);
    const text = access.read === "whole" ? await openText(this.#services, bookId) : null;
    const placed: PlacedMark[] = [];
    for (const mark of marks) {
      placed.push(placeMark(mark, bookId, text, access.listen === "whole"));
      // Other requests are answered between two quotations.
      await setImmediate();
      if (performance.now() - this.#startedAt > maxSearchTime) throw unprocessableFile("marks_file_slow");
    }
    return placed;
  }
}

interface OpenText {
  readonly locator: QuoteLocator;
  readonly documents: readonly QuotedDocument[];
  readonly version: string;
  readonly spine: NonNullable<Awaited<ReturnType<typeof findText>>>["spine"];
}

async function openText({ db }: Pick<Services, "db">, bookId: BookId): Promise<OpenText | null> {
  const text = await findText(db, bookId);
  if (!text) return null;
  const documents = await listDocuments(db, bookId);
  return {
    documents,
    locator: new QuoteLocator(documents),
    version: getContentVersion(text.sha256),
    spine: text.spine,
  };
}

function placeMark(mark: SourceMark, bookId: BookId, text: OpenText | null, hasAudio: boolean): PlacedMark {
  const skip = (result: ImportResult): PlacedMark => ({ mark, result, placed: null });
  if (mark.audio) {
    if (!hasAudio) return skip("no_access");
    const quote = mark.text ? { exact: mark.text, prefix: mark.prefix, suffix: mark.suffix } : undefined;
    const { end, ...moment } = mark.audio;
    const clip = end !== null && isClipLength(end - moment.offset) ? { end } : {};
    const anchor: MarkAnchor = { ...moment, ...clip, ...(quote && { quote }) };
    const key = [moment.chapter, moment.offset, ...Object.values(clip)].join(" ");
    return { mark, result: "found", placed: { id: getMarkId(mark, bookId, key), bookId, anchor } };
  }
  if (!mark.text) return skip("no_text");
  if (!text) return skip("no_access");
  const quote = { exact: mark.text, prefix: mark.prefix, suffix: mark.suffix };
  const found = text.locator.locate(quote, findNear(mark, text));
  const anchor = found && toAnchor(found, text);
  if (!found || !anchor) return skip("not_found");
  const key = `${found.start.sentence} ${found.start.offset} ${found.end.sentence} ${found.end.offset}`;
  return {
    mark,
    result: found.isExact ? "found" : "changed",
    placed: { id: getMarkId(mark, bookId, key), bookId, anchor },
  };
}

/** About where the file says that the mark is; null when it does not. */
function findNear(mark: SourceMark, { spine, documents }: OpenText): TextPoint | null {
  const spineIndex =
    (mark.sentence === null ? undefined : readSentence(mark.sentence).spineIndex) ??
    spine.find(({ path }) => path === mark.path)?.index ??
    mark.spineIndex;
  if (spineIndex === null || !spine.some(({ index }) => index === spineIndex)) return null;
  if (mark.position === null) return { sentence: mark.sentence ?? toSentence(spineIndex, 0), offset: 0 };
  const sentences = documents.find((document) => document.spineIndex === spineIndex)?.sentences ?? [];
  let rest = mark.position;
  const number = sentences.findIndex((sentence) => {
    const length = Array.from(sentence).length + 1;
    if (rest < length) return true;
    rest -= length;
    return false;
  });
  const before = Array.from(sentences[number] ?? "")
    .slice(0, rest)
    .join("");
  return { sentence: toSentence(spineIndex, Math.max(0, number)), offset: removeSpace(before).length };
}

const toSentence = (spineIndex: number, number: number) =>
  SentenceId.parse(getSentenceId(spineIndex, number));

/** The mark's own id, else one that its place gives, so that a second import adds no second mark. */
function getMarkId({ id, style, text }: SourceMark, bookId: BookId, place: string): MarkId {
  const own = MarkId.safeParse(id).data;
  if (own) return own;
  const kind = style === null ? "bookmark" : "highlight";
  return MarkId.parse(toUuid(`${bookId} ${kind} ${place} ${normalizeSearchText(text)}`));
}

/** A UUID (version 8) of a text. */
export function toUuid(text: string): string {
  const digits = hash("sha256", text);
  const variant = ((Number.parseInt(digits.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    variant + digits.slice(17, 20),
    digits.slice(20, 32),
  ].join("-");
}

/** The passage with the words of the book, which may differ a little from those of the file. */
function toAnchor({ start, end }: LocatedQuote, text: OpenText): MarkAnchor | null {
  const exact = text.locator.read(start, end)?.slice(0, maxQuote);
  if (!exact) return null;
  return {
    start,
    end,
    quote: { exact, ...getContext(text, start, end) },
    fraction: getTextFraction(start.sentence, text.spine),
    version: text.version,
  };
}

function getContext({ documents, locator }: OpenText, start: TextPoint, end: TextPoint) {
  const { spineIndex, number: first } = readSentence(start.sentence);
  const last = readSentence(end.sentence).number;
  const sentences = documents.find((document) => document.spineIndex === spineIndex)?.sentences ?? [];
  const before = locator.read({ sentence: start.sentence, offset: 0 }, start) ?? "";
  const after = locator.read(end, { sentence: end.sentence, offset: Number.MAX_SAFE_INTEGER }) ?? "";
  const prefix = start.offset > 0 ? before : (sentences[first - 1] ?? "");
  const suffix = after || (sentences[last + 1] ?? "");
  return { prefix: toContext(prefix.slice(-maxContext)), suffix: toContext(suffix.slice(0, maxContext)) };
}

/** Half of a surrogate pair at the cut is left out. */
const toContext = (text: string) => text.replace(/[\p{Cc}\p{Cs}]/gu, "");
