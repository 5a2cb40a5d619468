import path from "node:path";
import type { BookId, BookKind, BookState, ContributorRole, Direction } from "#shared/books/book.ts";
import { findIsbns } from "#shared/books/isbn.ts";
import { toCanonicalLanguage } from "#shared/books/language.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { isRightToLeft } from "#shared/books/script.ts";
import type { ParsedEpub } from "#server/epub/read-epub.ts";
import type { Tags } from "./audio/tags.ts";
import type { BookManifest } from "./book-manifest.ts";
import type { FoundBook } from "./found-book.ts";

export interface Description {
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
  readonly credits: ReadonlyArray<{ readonly name: string; readonly role: ContributorRole }>;
  /** Chosen by the person who imports the book. */
  readonly genres: readonly string[];
  /** As the publisher wrote them. */
  readonly subjects: readonly string[];
  readonly tropes: readonly string[];
  readonly series: { readonly name: string; readonly position: number | null } | null;
  readonly language: string;
  readonly direction: Direction;
  readonly isbns: string[];
  readonly publisher: string;
  readonly publishedYear: number | null;
  readonly licence: string;
  readonly provenance: string;
  readonly state: BookState;
  readonly releaseAt: Date | null;
  readonly isFree: boolean;
  readonly isFeatured: boolean;
  readonly kind: BookKind;
  readonly isDemo: boolean;
  readonly allowsDownload: boolean;
  readonly hasAiVoice: boolean;
}

interface Sources {
  readonly found: FoundBook;
  readonly epub: ParsedEpub | null;
  readonly tags: readonly Tags[];
  readonly sidecar: BookManifest;
}

export interface Defaults {
  readonly isDraft: boolean;
  readonly isPremium: boolean;
  /** The files replace those of this book. */
  readonly revisionOf?: BookId | null;
  /** Chosen by the uploader; null for the one in the files. */
  readonly title?: string | null;
}

export function describeBook(
  { found, epub, tags, sidecar }: Sources,
  { isDraft, isPremium, title: chosenTitle }: Defaults,
): Description {
  const fileNameParts = parseFileName(found);
  const title =
    chosenTitle ?? sidecar.title ?? (epub?.metadata.title || getTitle(tags) || fileNameParts.title);
  const declaredLanguage =
    sidecar.language ?? (epub?.metadata.language || getLanguage(tags) || getScript(title));
  const language = toCanonicalLanguage(declaredLanguage);
  return {
    title: title.slice(0, 500),
    subtitle: sidecar.subtitle ?? epub?.metadata.subtitle ?? "",
    description: sidecar.description ?? (epub?.metadata.description || findFirst(tags, "description")),
    credits: sidecar.contributors ?? getCredits(epub, tags, fileNameParts.author),
    genres: sidecar.genres ?? [],
    subjects: epub ? epub.metadata.subjects : tags.flatMap(({ genres }) => genres),
    tropes: sidecar.tropes ?? [],
    series: getSeries(sidecar) ?? epub?.metadata.series ?? getTaggedSeries(tags),
    language,
    direction: sidecar.direction ?? epub?.direction ?? (isRightToLeft(language) ? "rtl" : "ltr"),
    isbns: sidecar.isbns ? findIsbns(sidecar.isbns) : [...(epub?.metadata.isbns ?? [])],
    publisher: sidecar.publisher ?? (epub?.metadata.publisher || findFirst(tags, "publisher")),
    publishedYear:
      sidecar.publishedYear ??
      epub?.metadata.publishedYear ??
      tags.find(({ year }) => year !== null)?.year ??
      null,
    licence: sidecar.licence ?? epub?.metadata.rights.slice(0, 500) ?? "",
    provenance: sidecar.provenance ?? "",
    state: sidecar.state ?? (isDraft ? "draft" : "published"),
    releaseAt: sidecar.releaseAt ?? null,
    isFree: sidecar.isFree ?? !isPremium,
    isFeatured: sidecar.isFeatured ?? false,
    kind: sidecar.kind ?? "book",
    isDemo: sidecar.isDemo ?? false,
    allowsDownload: sidecar.allowsDownload ?? true,
    hasAiVoice: sidecar.hasAiVoice ?? false,
  };
}

/** Parses "Author - Title"; a leading number is not an author. */
function parseFileName({ title }: FoundBook): { title: string; author: string } {
  const cleaned = title.replaceAll("_", " ").replace(/\s+/g, " ").trim();
  const [, author, rest] = /^(\D[^-–]*?) [-–] (.+)$/.exec(cleaned) ?? [];
  return author && rest ? { title: rest, author } : { title: cleaned || "Untitled", author: "" };
}

/** The album for several files; the title for a single one. */
function getTitle(tags: readonly Tags[]): string {
  const album = findFirst(tags, "album");
  return tags.length === 1 ? findFirst(tags, "title") || album : album;
}

type TextTag = "album" | "title" | "description" | "publisher";
const findFirst = (tags: readonly Tags[], name: TextTag) => tags.find((each) => each[name])?.[name] ?? "";

function getCredits(epub: ParsedEpub | null, tags: readonly Tags[], author: string): Description["credits"] {
  const fromEpub = epub?.metadata.contributors ?? [];
  const fromTags = tags.flatMap(({ artists }) => artists);
  const authors = fromEpub.some(({ role }) => role === "author")
    ? []
    : fromTags.length
      ? fromTags
      : author
        ? [author]
        : [];
  const narrators = fromEpub.some(({ role }) => role === "narrator")
    ? []
    : tags.flatMap((each) => each.narrators);
  const isAuthor = new Set([...authors, ...fromEpub.map(({ name }) => name)].map(normalizeSearchText));
  const credits = [
    ...fromEpub,
    ...authors.map((name) => ({ name, role: "author" as const })),
    ...narrators
      .filter((name) => !isAuthor.has(normalizeSearchText(name)))
      .map((name) => ({ name, role: "narrator" as const })),
  ];
  const distinct = new Map(
    credits.map((credit) => [`${credit.role} ${normalizeSearchText(credit.name)}`, credit]),
  );
  return [...distinct.values()].filter(({ name }) => name.trim()).slice(0, 50);
}

function getSeries({ series }: BookManifest): Description["series"] {
  return series ? { name: series.name, position: series.position ?? null } : null;
}

function getTaggedSeries(tags: readonly Tags[]): Description["series"] {
  const tagged = tags.find(({ series }) => series);
  return tagged ? { name: tagged.series, position: tagged.seriesPosition } : null;
}

function getLanguage(tags: readonly Tags[]): string {
  return tags.find(({ language }) => /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/i.test(language))?.language ?? "";
}

const getScript = (title: string) => (/\p{Script=Arabic}/u.test(title) ? "ar" : "en");

export const getFileTitle = (file: string) => path.basename(file).normalize("NFC").slice(0, 255);
