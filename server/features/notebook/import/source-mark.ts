import type { BookId } from "#shared/books/book.ts";
import { findIsbns } from "#shared/books/isbn.ts";
import { type MarkStyle, maxContext, maxNote, maxQuote, maxTags } from "#shared/marks/mark.ts";
import type { MarkImportSource } from "#shared/notebook/import-contract.ts";
import { SentenceId } from "#shared/positions/position.ts";

export interface SourceBook {
  readonly title: string;
  readonly author: string;
  readonly isbns: readonly string[];
}

/** A mark as a file has it. */
export interface SourceMark {
  readonly book: SourceBook;
  /** The id of a mark of this site; null for others. */
  readonly id: string | null;
  /** The book on this site that the file names; null for none. */
  readonly bookId: BookId | null;
  /** Empty for none. */
  readonly text: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly note: string;
  /** Null for a bookmark. */
  readonly style: MarkStyle | null;
  readonly tags: readonly string[];
  readonly createdAt: Date | null;
  /** The document of the text in the spine, or its path in the EPUB; null when unknown. */
  readonly spineIndex: number | null;
  readonly path: string | null;
  /** The sentence in which it starts; null when unknown. */
  readonly sentence: SentenceId | null;
  /** Code points before it in its document; null when unknown. */
  readonly position: number | null;
  readonly audio: {
    readonly chapter: number;
    readonly offset: number;
    readonly fraction: number;
    /** Null for a moment. */
    readonly end: number | null;
  } | null;
}

export interface SourceFile {
  readonly source: MarkImportSource;
  readonly marks: readonly SourceMark[];
}

type Fields = Partial<Omit<SourceMark, "book" | "tags">> & {
  readonly tags?: readonly unknown[];
  readonly book: {
    readonly title?: unknown;
    readonly author?: unknown;
    readonly identifiers?: readonly string[];
  };
};

const getLine = (value: unknown, max: number): string =>
  (typeof value === "string" ? value : "")
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, " ")
    .replace(/[\u202A-\u202E\u2066-\u2069\u200B\uFEFF]/g, "")
    .trim()
    .slice(0, max);

const getProse = (value: unknown): string =>
  (typeof value === "string" ? value : "")
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{C}\n\t\u200C\u200D]/gu, "")
    .trim()
    .slice(0, maxNote);

/** Cleans and shortens the fields of a mark, so that they fit into one of this site. */
export function createSourceMark({ book, ...fields }: Fields): SourceMark {
  const { id = null, bookId = null, style = null, createdAt = null, audio = null } = fields;
  const { spineIndex = null, path = null, sentence = null, position = null } = fields;
  return {
    id,
    bookId,
    style,
    audio,
    spineIndex,
    path,
    sentence,
    position,
    book: {
      title: getLine(book.title, 300),
      author: getLine(book.author, 300),
      isbns: findIsbns(book.identifiers ?? []),
    },
    text: getLine(fields.text, maxQuote),
    prefix: getLine(fields.prefix, 1_000).slice(-maxContext),
    suffix: getLine(fields.suffix, maxContext),
    note: getProse(fields.note),
    tags: [...new Set((fields.tags ?? []).map((tag) => getLine(tag, 50)).filter(Boolean))].slice(0, maxTags),
    createdAt: createdAt && !Number.isNaN(createdAt.getTime()) ? createdAt : null,
  };
}

/** The time of an ISO 8601 text, or of seconds or milliseconds since 1970; null for others. */
export function toTime(value: unknown): Date | null {
  const time =
    typeof value === "number"
      ? new Date(value < 1e11 ? value * 1000 : value)
      : typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value)
        ? new Date(value.replace(" ", "T").replace(/(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/, "$1Z"))
        : null;
  return time && !Number.isNaN(time.getTime()) && time.getTime() > 0 ? time : null;
}

const styleByColor: Readonly<Record<string, MarkStyle>> = {
  yellow: "yellow",
  orange: "yellow",
  green: "green",
  olive: "green",
  blue: "blue",
  cyan: "blue",
  pink: "pink",
  red: "pink",
  magenta: "pink",
  purple: "purple",
  violet: "purple",
  underline: "underline",
};

/** The style that is most like a colour of another reader; yellow for unknown ones. */
export const toStyle = (color: unknown, isUnderlined = false): MarkStyle =>
  isUnderlined ? "underline" : (typeof color === "string" && styleByColor[color.toLowerCase()]) || "yellow";

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** The sentence that a link to this site opens; null for other links. */
export const getLinkedSentence = (url: unknown): SentenceId | null =>
  typeof url === "string"
    ? (SentenceId.safeParse(/[?&]sentence=(s\d+-\d+)/.exec(url)?.[1]).data ?? null)
    : null;

/** The spine index of an EPUB CFI; null when it has none. */
export function getCfiSpineIndex(cfi: unknown): number | null {
  const step = typeof cfi === "string" ? /^epubcfi\(\/6\/(\d{1,6})/.exec(cfi)?.[1] : undefined;
  return step ? Math.max(0, Number(step) / 2 - 1) : null;
}
