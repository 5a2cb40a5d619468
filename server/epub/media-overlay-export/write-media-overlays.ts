import { defaultLimits } from "#shared/epub/limits.ts";
import { getBookFiles } from "#shared/epub/package/book-files.ts";
import { xhtmlType } from "#shared/epub/package/media-types.ts";
import type { EpubPackage } from "#shared/epub/package/read-opf.ts";
import { getRelativeReference } from "#shared/epub/package/resolve-href.ts";
import { decodeText } from "#shared/epub/sanitize/decode-text.ts";
import { sanitizeDocument } from "#shared/epub/sanitize/sanitize-document.ts";
import { createUrlResolver, getFileIndex } from "#shared/epub/sanitize/url-policy.ts";
import { getAudioFiles } from "#server/epub/media-overlay/read-overlays.ts";
import { extractSpeechInWorker } from "#server/epub/workers.ts";
import type { Archive, ArchiveEntry } from "#server/epub/zip/archive.ts";
import { createEntry, type ZipEntry } from "#server/epub/zip/zip-writer.ts";
import { unprocessableFile } from "#server/http/api/problem.ts";
import type { MarkedPage, RequiredIds, SentenceElement } from "./add-sentence-ids.ts";
import { editPackage } from "./edit-package.ts";
import { planParts, type SpokenChapter, type SpokenPart, type Target } from "./plan-parts.ts";
import { writeSmil } from "./write-smil.ts";

export interface SpokenAudio {
  readonly mediaType: string;
  readonly extension: string;
  /** Called in order, because the checksum comes before the content. */
  readonly entry: (path: string) => Promise<ZipEntry>;
}

interface ReadAlongSource {
  readonly archive: Archive;
  readonly book: EpubPackage;
  readonly chapters: readonly SpokenChapter[];
  readonly audioFiles: readonly SpokenAudio[];
  readonly narrators: readonly string[];
  /** The publisher's active class; empty for none. */
  readonly activeClass: string;
  readonly playbackActiveClass: string;
  readonly modifiedAt: Date;
}

const defaultActiveClass = "-epub-media-overlay-active";
const defaultStyleSheet = `.${defaultActiveClass} { background-color: #f6e3a8; color: #1c2822; }\nbody.${defaultActiveClass} { background-color: transparent; color: inherit; }\n`;

/** The spoken parts of a book by the index of their page in the spine. */
export function planPages(chapters: readonly SpokenChapter[]): Map<number, SpokenPart[]> {
  const pages = new Map<number, SpokenPart[]>();
  for (const part of planParts(chapters)) {
    pages.set(part.spineIndex, [...(pages.get(part.spineIndex) ?? []), part]);
  }
  return pages;
}

const outdatedFiles = /^META-INF\/(?:signatures|manifest)\.xml$/;

/**
 * Writes an EPUB with media overlays. Files stay as they are, except pages with audio, which get sentence
 * ids, and the package document.
 *
 * @throws {ProblemError} `unprocessable_file` with the reason
 */
export async function writeReadAlongEpub(source: ReadAlongSource): Promise<AsyncIterable<ZipEntry>> {
  const writer = new ReadAlongWriter(source);
  await writer.prepare();
  return writer.writeEntries();
}

class ReadAlongWriter {
  readonly #source: ReadAlongSource;
  readonly #parts: ReadonlyMap<number, readonly SpokenPart[]>;
  readonly #folder: string;
  #removedPaths: ReadonlySet<string> = new Set();
  #package = "";

  constructor(source: ReadAlongSource) {
    this.#source = source;
    const { archive, book, chapters } = source;
    const pages = [...planPages(chapters)];
    this.#parts = new Map(pages.filter(([index]) => book.spine[index]?.mediaType === xhtmlType));
    this.#folder = findFreeFolder(archive, book.path.slice(0, book.path.lastIndexOf("/") + 1));
  }

  async prepare(): Promise<void> {
    const { archive, book } = this.#source;
    if (this.#parts.size === 0) throw unprocessableFile("nothing_synchronized");
    if (!/^3(?:\.|$)/.test(book.version)) throw unprocessableFile("epub2_without_audio");
    this.#removedPaths = await this.#listOldNarration();
    const entry = archive.entries.get(book.path);
    const markup = entry ? decodeText(await archive.read(entry, defaultLimits.document)) : "";
    const edited = editPackage(markup, book, this.#getChanges());
    if (edited === null) throw unprocessableFile("epub_opf_damaged");
    this.#package = edited;
  }

  async *writeEntries(): AsyncGenerator<ZipEntry> {
    const { archive, book, audioFiles } = this.#source;
    const pages = new Map(book.spine.map(({ source }, index) => [source, index]));
    yield createEntry("mimetype", Buffer.from("application/epub+zip"), false);
    for (const entry of archive.entries.values()) {
      const index = pages.get(entry.path);
      if (entry.path === "mimetype" || outdatedFiles.test(entry.path) || this.#removedPaths.has(entry.path))
        continue;
      if (entry.path === book.path) yield createEntry(book.path, Buffer.from(this.#package));
      else if (index !== undefined && this.#parts.has(index)) yield* this.#writePage(entry, index);
      else yield copyEntry(archive, entry);
    }
    if (this.#usesDefaultStyle)
      yield createEntry(`${this.#folder}media-overlay.css`, Buffer.from(defaultStyleSheet));
    for (const [index, spokenAudio] of audioFiles.entries())
      yield await spokenAudio.entry(this.#getAudioPath(index));
  }

  async *#writePage(entry: ArchiveEntry, index: number): AsyncGenerator<ZipEntry> {
    const { archive, book, audioFiles } = this.#source;
    const parts = this.#parts.get(index) ?? [];
    const sheet = this.#usesDefaultStyle
      ? getRelativeReference(entry.path, `${this.#folder}media-overlay.css`)
      : null;
    const requiredIds = getRequiredIds(parts, index, sheet);
    const page = await extractSpeechInWorker({
      content: await archive.read(entry, defaultLimits.document),
      path: entry.path,
      files: getBookFiles(archive, book),
      requiredIds,
    });
    yield createEntry(entry.path, Buffer.from(page.markup));
    const smil = writeSmil({
      path: this.#getOverlayPath(index),
      page: entry.path,
      audioFiles: audioFiles.map((_, audio) => this.#getAudioPath(audio)),
      parts,
      continuedChapters: this.#getEarlierIndexes(index, parts),
      getElements: collectIds(page, requiredIds),
    });
    yield createEntry(this.#getOverlayPath(index), Buffer.from(smil));
  }

  get #usesDefaultStyle(): boolean {
    return this.#source.activeClass === "";
  }

  #getChanges(): Parameters<typeof editPackage>[2] {
    const { book, audioFiles, narrators, modifiedAt, activeClass, playbackActiveClass } = this.#source;
    const sheet = { path: `${this.#folder}media-overlay.css`, mediaType: "text/css" };
    const overlays = [...this.#parts].map(([index, parts]) => {
      const duration = parts.reduce((sum, { begin, end }) => sum + end - begin, 0);
      return [book.spine[index]?.source ?? "", { path: this.#getOverlayPath(index), duration }] as const;
    });
    return {
      modifiedAt,
      narrators,
      playbackActiveClass,
      removedPaths: this.#removedPaths,
      activeClass: activeClass || defaultActiveClass,
      overlays: new Map(overlays),
      files: [
        ...(this.#usesDefaultStyle ? [sheet] : []),
        ...audioFiles.map(({ mediaType }, index) => ({ mediaType, path: this.#getAudioPath(index) })),
      ],
    };
  }

  #getEarlierIndexes(index: number, parts: readonly SpokenPart[]): ReadonlySet<number> {
    const numbers = new Set(parts.map(({ chapterNumber }) => chapterNumber));
    const earlier = [...this.#parts].filter(([other]) => other < index).flatMap(([, parts]) => parts);
    return new Set(earlier.map(({ chapterNumber }) => chapterNumber).filter((each) => numbers.has(each)));
  }

  async #listOldNarration(): Promise<ReadonlySet<string>> {
    const { archive, book } = this.#source;
    const overlays = new Set(book.spine.map(({ overlay }) => overlay).filter(Boolean));
    if (overlays.size === 0) return overlays;
    const audioFiles = new Set<string>();
    for (const path of overlays)
      for (const each of await getAudioFiles(archive, path, defaultLimits)) audioFiles.add(each);
    for (const path of await this.#listReferencedByPages()) audioFiles.delete(path);
    return new Set([...overlays, ...audioFiles]);
  }

  async #listReferencedByPages(): Promise<ReadonlySet<string>> {
    const { archive, book } = this.#source;
    const files = getFileIndex(getBookFiles(archive, book));
    const referenced = new Set<string>();
    for (const { source, mediaType } of book.spine) {
      const entry = archive.entries.get(source);
      if (!entry || mediaType !== xhtmlType) continue;
      const urls = createUrlResolver(source, files);
      const content = await archive.read(entry, defaultLimits.document).catch(() => Buffer.alloc(0));
      sanitizeDocument(decodeText(content), urls);
      for (const path of urls.referencedPaths) referenced.add(path);
    }
    return referenced;
  }

  readonly #getOverlayPath = (index: number) => `${this.#folder}${String(index + 1).padStart(4, "0")}.smil`;
  readonly #getAudioPath = (index: number) =>
    `${this.#folder}${String(index + 1).padStart(3, "0")}.${this.#source.audioFiles[index]?.extension ?? ""}`;
}

function copyEntry(archive: Archive, entry: ArchiveEntry): ZipEntry {
  const { path, crc32, bytes, compressedBytes, isStored } = entry;
  return {
    path,
    crc32,
    bytes,
    compressedBytes,
    method: isStored ? 0 : 8,
    async *content() {
      yield* await archive.streamCompressed(entry);
    },
  };
}

function findFreeFolder({ entries }: Archive, base: string): string {
  const paths = [...entries.keys()].map((path) => path.toLowerCase());
  for (let count = 1; ; count++) {
    const folder = `${base}read-along${count === 1 ? "" : `-${count}`}/`;
    if (!paths.some((path) => path.startsWith(folder.toLowerCase()))) return folder;
  }
}

type SentenceSpan = RequiredIds["spans"][number];

const getSpan = (target: Target): SentenceSpan =>
  target.type === "span" ? [target.first, target.last] : null;
const getKey = (span: SentenceSpan) => span?.join("-") ?? "page";

/** What {@link writeReadAlongEpub} marks in a page. */
export function getRequiredIds(
  parts: readonly SpokenPart[],
  spineIndex: number,
  styleSheet: string | null,
): RequiredIds {
  const targets = parts.map(({ target }) => target);
  const spans = targets.filter(({ type }) => type === "span" || type === "page").map(getSpan);
  return {
    spineIndex,
    styleSheet,
    sentences: new Set(targets.flatMap((target) => (target.type === "sentence" ? [target.number] : []))),
    elements: new Set(targets.flatMap((target) => (target.type === "element" ? [target.id] : []))),
    spans: [...new Map(spans.map((span) => [getKey(span), span])).values()],
  };
}

function collectIds(
  page: MarkedPage,
  requiredIds: RequiredIds,
): (part: SpokenPart) => readonly SentenceElement[] {
  const spans = new Map(requiredIds.spans.map((span, index) => [getKey(span), page.spans[index]]));
  const toSingleElement = (id: string | undefined) => [{ id: id ?? "", characters: 1 }];
  return ({ target, isPause }) => {
    if (target.type === "element") return toSingleElement(page.elements.get(target.id));
    if (target.type !== "sentence") return toSingleElement(spans.get(getKey(getSpan(target))));
    const pieces = page.sentences.get(target.number) ?? [];
    return isPause ? pieces.slice(-1) : pieces;
  };
}
