import type { BookId } from "#shared/books/book.ts";
import { decodeText } from "#shared/epub/sanitize/decode-text.ts";
import { sanitizeDocument } from "#shared/epub/sanitize/sanitize-document.ts";
import { createUrlResolver, getFileIndex } from "#shared/epub/sanitize/url-policy.ts";
import { getDocumentText } from "#shared/epub/text/read-texts.ts";
import type { Services } from "#server/services.ts";
import { acquireEpub } from "./epub-pool.ts";
import type { EbookFile } from "./queries.ts";

/** Larger documents would delay other requests. */
const maxBytes = 1_000_000;

/** The number of sentences of each paragraph of a document; null for one that is too large or damaged. */
export async function listParagraphs(
  services: Pick<Services, "db" | "storage">,
  bookId: BookId,
  file: Pick<EbookFile, "storageKey">,
  spineIndex: number,
): Promise<readonly number[] | null> {
  const { archive, book, files, release } = await acquireEpub(services, bookId, file);
  try {
    const path = book.spine[spineIndex]?.source ?? "";
    const entry = archive.entries.get(path);
    if (!entry || entry.bytes > maxBytes) return null;
    const markup = decodeText(await archive.read(entry, maxBytes));
    const page = sanitizeDocument(markup, createUrlResolver(path, getFileIndex(files)));
    return getDocumentText(page).blocks.map(({ sentences }) => sentences);
  } catch {
    return null;
  } finally {
    release();
  }
}

/** A shorter paragraph is shown with those before it. */
const minCharacters = 200;
const maxCharacters = 2_000;

/**
 * The last paragraph of a text, one per line; of a long one the last sentences.
 *
 * @param sentences from the start of the document
 * @param paragraphs the number of sentences of each; null when it is not known
 */
export function getLastParagraphs(
  sentences: readonly string[],
  paragraphs: readonly number[] | null,
): string {
  const starts = new Set<number>();
  let start = 0;
  for (const count of paragraphs ?? []) {
    starts.add(start);
    start += count;
  }
  let [excerpt, length] = ["", 0];
  for (const [number, sentence] of [...sentences.entries()].reverse()) {
    length += sentence.length;
    if (excerpt && length > maxCharacters) break;
    const isLast = number === sentences.length - 1;
    excerpt = `${sentence}${isLast ? "" : starts.has(number + 1) ? "\n" : " "}${excerpt}`;
    if ((paragraphs === null || starts.has(number)) && length >= minCharacters) break;
  }
  return excerpt;
}
