import type { Reason } from "#shared/api/problem.ts";
import type { Direction } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { isRightToLeft } from "#shared/books/script.ts";
import type { EpubLimits } from "#shared/epub/limits.ts";
import {
  completeToc,
  estimatePages,
  getTextStart,
  listSpineItems,
  type ParsedSpineItem,
} from "#shared/epub/outline.ts";
import { getBookFiles, listServedEntries } from "#shared/epub/package/book-files.ts";
import { chooseLanguage, type EpubMetadata, toLine } from "#shared/epub/package/metadata.ts";
import { type StoredPage, toPrintedPages } from "#shared/epub/package/printed-pages.ts";
import { type EpubPackage, readPackage } from "#shared/epub/package/read-opf.ts";
import { readContents } from "#shared/epub/package/toc.ts";
import { addTocSentences } from "#shared/epub/package/toc-sentences.ts";
import { getFileIndex } from "#shared/epub/sanitize/url-policy.ts";
import { readTexts } from "#shared/epub/text/read-texts.ts";
import { UnreadableEpubError } from "#shared/epub/unreadable-epub-error.ts";
import type { TocItem } from "#shared/reader/contract.ts";
import { unprocessableFile } from "#server/http/api/problem.ts";
import { type EpubOverlay, mapClipsToSentences } from "./media-overlay/map-sentences.ts";
import { getReferencedIds, readOverlays } from "./media-overlay/read-overlays.ts";
import { readCover } from "./package/cover.ts";
import { createSample, type Sample } from "./text/sample.ts";
import { listSampleResources } from "./text/sample-resources.ts";
import { type Archive, OversizedEpubError, openArchive } from "./zip/archive.ts";

export interface ParsedEpub {
  readonly metadata: EpubMetadata;
  readonly epubVersion: string;
  readonly packagePath: string;
  readonly layout: EpubPackage["layout"];
  readonly direction: Direction;
  readonly spine: readonly ParsedSpineItem[];
  readonly toc: readonly TocItem[];
  /** Path and uncompressed size of each servable entry. */
  readonly entries: ReadonlyArray<readonly [string, number]>;
  /** A JPEG, PNG, GIF or WebP; null for none. */
  readonly cover: Uint8Array | null;
  readonly texts: ReadonlyArray<{
    readonly spineIndex: number;
    readonly text: string;
    readonly normalizedText: string;
  }>;
  readonly sample: Sample & { readonly resources: readonly string[] };
  readonly wordCount: number;
  readonly pageCount: number;
  readonly pages: readonly StoredPage[];
  readonly hasMediaOverlays: boolean;
  /** Null when nothing is spoken. */
  readonly overlay: EpubOverlay | null;
  readonly warnings: readonly Reason[];
}

/**
 * Reads and validates an EPUB. CPU-bound for seconds: use `readEpubInWorker` on a server.
 *
 * @throws {ProblemError} `unprocessable_file` with the reason
 * @throws {OversizedEpubError} when it exceeds the small-book limits
 */
export async function readEpub(file: string, limits: EpubLimits): Promise<ParsedEpub> {
  const archive = await openArchive(file, limits);
  try {
    // Running out of memory is not the book's fault.
    const reading = await readArchive(archive, limits).catch((error: unknown) => {
      if (archive.isLarge()) throw new OversizedEpubError();
      throw error instanceof UnreadableEpubError ? unprocessableFile(error.reason) : error;
    });
    if (archive.isLarge()) throw new OversizedEpubError();
    return reading;
  } finally {
    archive.close();
  }
}

async function readArchive(archive: Archive, limits: EpubLimits): Promise<ParsedEpub> {
  const book = await readPackage(archive, limits);
  const files = getFileIndex(getBookFiles(archive, book));
  const { toc, pages } = await readContents(archive, book, limits);
  const overlays = await readOverlays(archive, book, limits);
  const documents = await readTexts(
    archive,
    book,
    files,
    limits,
    getReferencedIds(overlays, book, [...toc, ...pages]),
  );
  const { overlay, warnings: overlayWarnings } = mapClipsToSentences(overlays, book, documents, toc);
  const isPictureOnly = (path: string) =>
    documents.some(({ sentences }, index) => book.spine[index]?.source === path && sentences.length < 5);
  const sample = createSample(documents.map(({ blocks }) => blocks));
  const language = chooseLanguage(book.metadata.language, getTextStart(documents));
  const wordCount = documents.reduce((sum, document) => sum + document.wordCount, 0);
  const damagedFiles = await listDamagedFiles(archive);

  return {
    metadata: {
      ...book.metadata,
      contributors: withNarrators(book),
      language,
      title: book.metadata.title || (documents.find((each) => each.heading)?.heading ?? ""),
    },
    epubVersion: book.version,
    packagePath: book.path,
    layout: book.layout,
    direction: book.progression ?? (isRightToLeft(language) ? "rtl" : "ltr"),
    spine: listSpineItems(book, documents),
    toc: completeToc(toc, book, documents),
    entries: listServedEntries(archive, book),
    cover: await readCover(archive, book, files, limits, isPictureOnly),
    texts: documents.flatMap(({ sentences }, spineIndex) =>
      sentences.length === 0
        ? []
        : [
            {
              spineIndex,
              text: sentences.join("\n"),
              normalizedText: sentences.map(normalizeSearchText).join("\n"),
            },
          ],
    ),
    sample: { ...sample, resources: await listSampleResources(archive, book, files, sample, limits) },
    wordCount,
    pageCount: pages.length || estimatePages(book, wordCount),
    pages: toPrintedPages(addTocSentences(pages, book, documents), book),
    hasMediaOverlays: book.spine.some(({ overlay }) => overlay !== ""),
    overlay,
    warnings: [
      ...book.warnings,
      ...(archive.hasDuplicates ? [{ code: "epub_duplicate_names" } as const] : []),
      ...documents.flatMap(({ warning }) => warning ?? []),
      ...overlayWarnings,
      ...damagedFiles,
    ].slice(0, 100),
  };
}

/** Contributors of the package take precedence over the overlay's narrators. */
function withNarrators({ metadata, properties }: EpubPackage): EpubMetadata["contributors"] {
  const { contributors } = metadata;
  if (contributors.some(({ role }) => role === "narrator")) return contributors;
  const names = properties.flatMap(([name, value]) =>
    name === "media:narrator" ? [toLine(value, 200)] : [],
  );
  const narrators = [...new Set(names)].filter(Boolean).slice(0, 20);
  return [...contributors, ...narrators.map((name) => ({ name, role: "narrator" as const }))];
}

async function listDamagedFiles(archive: Archive): Promise<Reason[]> {
  const warnings: Reason[] = [];
  for (const entry of archive.entries.values()) {
    if (!(await archive.isIntact(entry)))
      warnings.push({ code: "epub_file_damaged", path: entry.path.slice(0, 200) });
  }
  return warnings;
}
