import { isRightToLeft } from "#shared/books/script.ts";
import type { Archive } from "#shared/epub/archive.ts";
import {
  completeToc,
  estimatePages,
  getTextStart,
  listSpineItems,
  listTocElements,
} from "#shared/epub/outline.ts";
import { getBookFiles, listServedEntries } from "#shared/epub/package/book-files.ts";
import { getMediaType, svgType, xhtmlType } from "#shared/epub/package/media-types.ts";
import { chooseLanguage } from "#shared/epub/package/metadata.ts";
import { type EpubPackage, readPackage } from "#shared/epub/package/read-opf.ts";
import { readContents } from "#shared/epub/package/toc.ts";
import { writeGeneratedFile } from "#shared/epub/package/write-opf.ts";
import { createPage, getEntryKind } from "#shared/epub/sanitize/create-page.ts";
import { decodeText } from "#shared/epub/sanitize/decode-text.ts";
import { sanitizeCss } from "#shared/epub/sanitize/sanitize-css.ts";
import { sanitizeDocument } from "#shared/epub/sanitize/sanitize-document.ts";
import { sanitizeXml } from "#shared/epub/sanitize/sanitize-xml.ts";
import { type BookFiles, createUrlResolver, getFileIndex } from "#shared/epub/sanitize/url-policy.ts";
import { writeDocument, writeSvg } from "#shared/epub/sanitize/write-document.ts";
import { readTexts } from "#shared/epub/text/read-texts.ts";
import { UnreadableEpubError } from "#shared/epub/unreadable-epub-error.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { maxLocalFileBytes } from "#client/lib/offline/local-files.ts";
import { localLimits } from "./limits.ts";
import { openArchive } from "./open-archive.ts";

/** The data with which the reader opens the book. */
export type LocalOutline = Omit<Ebook, "bookId">;

export interface LocalEpub {
  readonly outline: () => Promise<LocalOutline>;
  /** Documents, drawings and stylesheets are sanitized; null for a file that is not shown. */
  readonly readEntry: (path: string) => Promise<Blob | null>;
}

/**
 * Opens an EPUB of the device by the rules of the server's import.
 *
 * @throws {UnreadableEpubError}
 */
export async function openLocalEpub(file: Blob): Promise<LocalEpub> {
  if (file.size > maxLocalFileBytes) {
    throw new UnreadableEpubError({ code: "file_too_large", mb: maxLocalFileBytes / 1e6 });
  }
  const archive = await openArchive(file, localLimits);
  const book = await readPackage(archive, localLimits);
  const files = getBookFiles(archive, book);
  const served = new Set(listServedEntries(archive, book).map(([path]) => path));
  return {
    outline: () => readOutline(archive, book, files),
    readEntry: async (path) => {
      const generated = writeGeneratedFile(path, book, []);
      if (generated !== null) return new Blob([generated], { type: "application/xml" });
      return served.has(path) ? readEntry(archive, book, files, path) : null;
    },
  };
}

async function readOutline(archive: Archive, book: EpubPackage, files: BookFiles): Promise<LocalOutline> {
  const { toc } = await readContents(archive, book, localLimits);
  const documents = await readTexts(archive, book, getFileIndex(files), localLimits, listTocElements(toc));
  const { metadata } = book;
  const language = chooseLanguage(metadata.language, getTextStart(documents));
  const wordCount = documents.reduce((sum, document) => sum + document.wordCount, 0);
  const authors = metadata.contributors.filter(({ role }) => role === "author").map(({ name }) => name);
  return {
    title: metadata.title || (documents.find(({ heading }) => heading)?.heading ?? ""),
    author: authors.join(", "),
    language,
    kind: "book",
    direction: book.progression ?? (isRightToLeft(language) ? "rtl" : "ltr"),
    layout: book.layout,
    version: "local",
    packagePath: book.path,
    spine: listSpineItems(book, documents).map(({ mediaType: _, ...item }) => ({ ...item, isLocked: false })),
    toc: completeToc(toc, book, documents),
    entries: listServedEntries(archive, book).map(([path, bytes]) => [path, bytes]),
    wordCount,
    pageCount: estimatePages(book, wordCount),
    portion: "whole",
    hasAudiobook: false,
  };
}

async function readEntry(
  archive: Archive,
  book: EpubPackage,
  files: BookFiles,
  path: string,
): Promise<Blob | null> {
  const spineIndex = book.spine.findIndex((document) => document.path === path);
  const document = book.spine[spineIndex];
  const source = document?.source ?? path;
  const entry = archive.entries.get(source);
  if (!entry) return null;
  const declared = document?.mediaType ?? book.manifest.find((item) => item.path === path)?.mediaType;
  const mediaType = getMediaType(source, declared);
  const kind = document ? "page" : getEntryKind(mediaType);
  // A picture need not be extracted for the page around it.
  const isWrapped = document !== undefined && mediaType !== xhtmlType && mediaType !== svgType;
  const content = isWrapped ? new Uint8Array() : await archive.read(entry, localLimits.entry);
  if (kind === null) return new Blob([new Uint8Array(content)], { type: mediaType });

  const urls = createUrlResolver(source, getFileIndex(files));
  const getText = () => decodeText(content);
  if (kind === "css") return new Blob([sanitizeCss(getText(), urls.style)], { type: mediaType });
  if (kind === "svg") return new Blob([writeSvg(sanitizeDocument(getText(), urls))], { type: svgType });
  if (kind === "xml") return new Blob([sanitizeXml(getText())], { type: "application/xml" });
  const page = createPage(source, mediaType, () => sanitizeDocument(getText(), urls));
  const markup = writeDocument(page, { spineIndex: document ? spineIndex : null, blocks: null });
  return new Blob([markup], { type: xhtmlType });
}
