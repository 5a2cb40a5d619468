import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { InputOf } from "#shared/api/contract.ts";
import type { Portion } from "#shared/books/access.ts";
import { getMediaType, isFont, svgType, xhtmlType } from "#shared/epub/package/media-types.ts";
import { writeGeneratedFile } from "#shared/epub/package/write-opf.ts";
import { getEntryKind } from "#shared/epub/sanitize/create-page.ts";
import type { readerStreams } from "#shared/reader/contract.ts";
import { getContentVersion } from "#server/epub/content-version.ts";
import type { ArchiveEntry } from "#server/epub/zip/archive.ts";
import { getAccess, toRejection } from "#server/features/books/service.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { compress } from "#server/http/compression.ts";
import { sendFile } from "#server/http/ranges.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import { acquireEpub, type OpenBook } from "./epub-pool.ts";
import { getPreparedFile } from "./prepared-file-cache.ts";
import { type EbookFile, findEbookFile, findReplacedFile } from "./queries.ts";
import { getDocumentPart } from "./sample-bounds.ts";
import { streamEntry } from "./stream-entry.ts";

interface EntryContent {
  readonly mediaType: string;
  readonly bytes: number;
  readonly open: (range: { readonly start: number; readonly end: number }) => Promise<Readable>;
  /** The whole content of a text. */
  readonly text?: Buffer;
}

/**
 * Sends one file of a book's EPUB: documents, SVGs and stylesheets sanitized, others unchanged.
 *
 * @throws {ProblemError} `not_found`, or an access error outside of the readable part
 */
export async function getEntry(
  context: GuestHttpContext,
  { params: { bookId, version, path } }: InputOf<typeof readerStreams.getEntry>,
): Promise<void> {
  const { user, req, res } = context;
  const access = await getAccess(context, user, bookId);
  const current = await findEbookFile(context.db, bookId);
  const isCurrent = current !== null && getContentVersion(current.sha256) === version;
  // A reader that was opened before a revision finishes with the replaced text.
  const file = isCurrent ? current : await findReplacedFile(context.db, bookId, version);
  if (!file) throw notFound("file");
  if (access.read === "none") throw toRejection(user, access);

  const open = await acquireEpub(context, bookId, file);
  try {
    if (!isServed(open, path)) throw notFound("file");
    const part = getPart(access.read, file, open, path);
    if (part === "none") throw toRejection(user, access);
    const content = await getEntryContent(file, open, path, part.blocks);
    const compressed = content.text && !req.get("range") ? await compress(req, content.text) : null;
    const response = compressed ? createTextContent(content.mediaType, compressed) : content;
    sendAsUpload(res);
    if (content.text) res.vary("Accept-Encoding");
    if (compressed) res.setHeader("Content-Encoding", "gzip");
    res.setHeader("Cache-Control", getCacheControl(access.read, content));
    const id = content.text ? createHash("sha256").update(content.text).digest("base64url") : version;
    const etag = `"${id}${compressed ? "-gzip" : ""}"`;
    await sendFile(req, res, { ...response, etag, allowed: [[0, response.bytes]], sender: null });
  } finally {
    open.release();
  }
}

function getCacheControl(portion: Portion, { text }: EntryContent): string {
  // The response depends on the user's access, so parts of it are not cached.
  if (portion !== "whole") return "private, no-cache";
  // A new version of the server may prepare the same document differently.
  return text
    ? "private, max-age=86400, stale-while-revalidate=2592000"
    : "private, max-age=31536000, immutable";
}

function isServed({ served, book, toc }: OpenBook, path: string): boolean {
  return served.has(path) || writeGeneratedFile(path, book, toc) !== null;
}

function getPart(portion: Portion, { sample }: EbookFile, { book, order, toc }: OpenBook, path: string) {
  const spineIndex = order.get(path);
  if (spineIndex !== undefined) return getDocumentPart(portion, sample, spineIndex);
  const source = book.spine.findIndex((document) => document.source === path);
  if (portion === "whole") return { blocks: null };
  if (writeGeneratedFile(path, book, toc) !== null || sample.resources.includes(path))
    return { blocks: null };
  const type = getMediaType(path, book.manifest.find((item) => item.path === path)?.mediaType);
  const isAlwaysReadable =
    path.startsWith("META-INF/") ||
    isFont(type) ||
    type === "text/css" ||
    path === book.navPath ||
    path === book.ncxPath;
  return isAlwaysReadable && source < 0 ? { blocks: null } : "none";
}

async function getEntryContent(
  file: EbookFile,
  open: OpenBook,
  path: string,
  blocks: number | null,
): Promise<EntryContent> {
  const generated = writeGeneratedFile(path, open.book, open.toc);
  if (generated !== null) return createTextContent(withCharset("application/xml"), Buffer.from(generated));

  const spineIndex = open.order.get(path);
  const document = spineIndex === undefined ? undefined : open.book.spine[spineIndex];
  const source = document?.source ?? path;
  const entry = open.archive.entries.get(source);
  if (!entry) throw notFound("file");
  const declared = document?.mediaType ?? open.book.manifest.find((item) => item.path === path)?.mediaType;
  const mediaType = getMediaType(source, declared);
  const kind = document ? "page" : getEntryKind(mediaType);
  if (kind === null)
    return { mediaType, bytes: entry.bytes, open: (range) => streamEntry(open.archive, entry, range) };

  const key = `${file.storageKey} ${path} ${blocks ?? "all"}`;
  const content = await getPreparedFile(key, async () => ({
    kind,
    content: await getContent(open, entry, mediaType),
    path: source,
    mediaType,
    spineIndex: spineIndex ?? null,
    blocks,
    files: open.files,
  }));
  return createTextContent(withCharset(kind === "page" ? xhtmlType : mediaType), content);
}

/** A wrapped image need not be extracted for its page. */
async function getContent(
  { archive }: OpenBook,
  entry: ArchiveEntry,
  mediaType: string,
): Promise<Uint8Array> {
  const isPicture = mediaType.startsWith("image/") && mediaType !== svgType;
  return isPicture ? new Uint8Array() : archive.read(entry, entry.bytes);
}

const withCharset = (mediaType: string) => `${mediaType}; charset=utf-8`;

function createTextContent(mediaType: string, content: Buffer): EntryContent {
  return {
    mediaType,
    bytes: content.byteLength,
    text: content,
    open: async ({ start, end }) => Readable.from([content.subarray(start, end + 1)]),
  };
}
