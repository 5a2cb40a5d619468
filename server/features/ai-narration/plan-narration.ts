import type { BookId } from "#shared/books/book.ts";
import { defaultLimits } from "#shared/epub/limits.ts";
import { getBookFiles } from "#shared/epub/package/book-files.ts";
import { xhtmlType } from "#shared/epub/package/media-types.ts";
import { type EpubPackage, readPackage } from "#shared/epub/package/read-opf.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";
import type { SpokenDocument } from "#server/epub/text/spoken-document.ts";
import { prepareInWorker } from "#server/epub/workers.ts";
import type { Archive } from "#server/epub/zip/archive.ts";
import { openArchive } from "#server/epub/zip/archive.ts";
import type { Services } from "#server/services.ts";
import { isMissingFile } from "#server/storage/storage.ts";
import { NarrationRejectedError } from "#server/tts/narrator.ts";
import {
  flattenToc,
  type PlannedChapter,
  type PlannedDocument,
  planChapters,
  splitTocHref,
} from "#server/tts/plan-chapters.ts";
import { findEbook, type findNarratedBook } from "./queries.ts";

type Book = NonNullable<Awaited<ReturnType<typeof findNarratedBook>>>;
type Text = NonNullable<Awaited<ReturnType<typeof findEbook>>>;

const servingLimits = { ...defaultLimits, total: Number.POSITIVE_INFINITY, entry: Number.POSITIVE_INFINITY };

/**
 * Splits a book into chapters to narrate.
 *
 * @throws {NarrationRejectedError} when there is nothing to narrate
 */
export async function planBookNarration(
  { db, storage }: Pick<Services, "db" | "storage">,
  bookId: BookId,
  book: Pick<Book, "title" | "language">,
): Promise<readonly PlannedChapter[]> {
  const text = await findEbook(db, bookId);
  if (!text) throw new NarrationRejectedError("no-text");
  const file = await storage.openFile(text.storageKey).catch((error: unknown) => {
    throw isMissingFile(error) ? new NarrationRejectedError("lost-file") : error;
  });
  const archive = await openArchive(file, servingLimits);
  try {
    const documents = await readDocuments(archive, text, book.language);
    const chapters = planChapters(documents, text.toc, book.title);
    const { words, verses } = countWords(documents);
    if (verses > (words + verses) * maxVerseShare) throw new NarrationRejectedError("only-quran");
    if (chapters.length === 0) throw new NarrationRejectedError("no-text");
    return chapters;
  } finally {
    archive.close();
  }
}

const maxVerseShare = 0.8;

function countWords(documents: readonly PlannedDocument[]) {
  const pieces = documents.flatMap(({ sentences }) => sentences.flatMap((sentence) => sentence.pieces));
  let [words, verses] = [0, 0];
  for (const piece of pieces) {
    if ("verse" in piece) verses += piece.verse;
    else words += piece.text.match(/\S+/gu)?.length ?? 0;
  }
  return { words, verses };
}

async function readDocuments(archive: Archive, { toc }: Text, language: string): Promise<PlannedDocument[]> {
  const book = await readPackage(archive, servingLimits);
  const files = getBookFiles(archive, book);
  const targets = flattenToc(toc).map(splitTocHref);
  const documents: PlannedDocument[] = [];
  for (const [spineIndex, document] of book.spine.entries()) {
    if (!isNarratable(document, book)) continue;
    const entry = archive.entries.get(document.source);
    if (!entry) continue;
    const requested = targets.flatMap(([path, id]) => (path === document.path && id !== "" ? [id] : []));
    const found = await prepareInWorker({
      kind: "page",
      path: document.source,
      mediaType: document.mediaType,
      spineIndex,
      blocks: null,
      files,
      content: await archive.read(entry, entry.bytes),
      speechExtraction: { language, requested },
    }).catch(() => null);
    if (found === null) continue;
    const spokenDocument = JSON.parse(found) as SpokenDocument;
    documents.push({
      spineIndex,
      path: document.path,
      sentenceById: new Map(spokenDocument.sentenceById),
      sentences: spokenDocument.sentences.map((sentence) => ({
        ...sentence,
        id: getSentenceId(spineIndex, sentence.number),
      })),
    });
  }
  return documents;
}

const isNarratable = (
  { isMissing, isLinear, mediaType, source }: EpubPackage["spine"][number],
  { navPath }: EpubPackage,
) => !isMissing && isLinear && mediaType === xhtmlType && source !== navPath;
