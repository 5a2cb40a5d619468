import type { BookId } from "#shared/books/book.ts";
import { svgType } from "#shared/epub/package/media-types.ts";
import { getContentVersion } from "#server/epub/content-version.ts";
import type { OptimizedPage } from "#server/epub/text/optimized-page.ts";
import { acquireEpub } from "#server/features/reader/epub-pool.ts";
import { getPreparedFile } from "#server/features/reader/prepared-file-cache.ts";
import type { EbookFile } from "#server/features/reader/queries.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { getOptimizedBookUrl, type PageOptions } from "./urls.ts";

interface ChapterRequest {
  readonly bookId: BookId;
  readonly file: EbookFile;
  readonly spineIndex: number;
  /** Number of readable text blocks; null for all. */
  readonly blocks: number | null;
  readonly pageOptions: PageOptions;
  readonly imageLabel: string;
}

/**
 * One spine document as plain HTML.
 *
 * @throws {ProblemError} `not_found` when it is missing or damaged
 */
export async function readChapter(services: Services, requested: ChapterRequest): Promise<OptimizedPage> {
  const { bookId, file, spineIndex, blocks, pageOptions, imageLabel } = requested;
  const bookUrl = getOptimizedBookUrl(bookId, pageOptions);
  const open = await acquireEpub(services, bookId, file);
  try {
    const document = open.book.spine[spineIndex];
    const entry = document && open.archive.entries.get(document.source);
    if (!document || !entry) throw notFound("page");
    const { mediaType = "" } = document;
    const key = `optimized ${file.storageKey} ${bookUrl} ${spineIndex} ${blocks ?? "all"} ${imageLabel}`;
    const content = await getPreparedFile(key, async () => ({
      kind: "page",
      content:
        mediaType.startsWith("image/") && mediaType !== svgType
          ? new Uint8Array()
          : await open.archive.read(entry, entry.bytes),
      path: document.source,
      mediaType,
      spineIndex,
      blocks,
      files: open.files,
      optimized: {
        hasPictures: pageOptions.pictures,
        imageLabel,
        path: document.source,
        entriesUrl: `/api/books/${bookId}/ebook/${getContentVersion(file.sha256)}/entries/`,
        bookUrl,
        order: [...open.order],
      },
    }));
    return JSON.parse(content.toString());
  } finally {
    open.release();
  }
}
