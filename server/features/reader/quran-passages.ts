import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { svgType } from "#shared/epub/package/media-types.ts";
import type { QuranPassages, readerContract } from "#shared/reader/contract.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";
import type { SentencePassage } from "#server/epub/text/quran-passages.ts";
import { prepareInWorker } from "#server/epub/workers.ts";
import { getAccess, toRejection } from "#server/features/books/service.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { notFound, ProblemError } from "#server/http/api/problem.ts";
import { matchesEtag } from "#server/http/ranges.ts";
import { hasQuranPackage } from "#server/quran-detection/quran-package.ts";
import type { Services } from "#server/services.ts";
import { acquireEpub } from "./epub-pool.ts";
import { type EbookFile, findDocumentText, findEbookFile, findPassages, savePassages } from "./queries.ts";
import { canReadSentence, getDocumentPart } from "./sample-bounds.ts";

const detectionVersion = "2";

const isCompared = hasQuranPackage();

interface PassageRequest {
  readonly bookId: BookId;
  readonly spineIndex: number;
}

/**
 * The Qur'an passages of a readable document, with ETag.
 *
 * @throws {ProblemError} like the document itself
 */
export async function getQuranPassages(
  context: GuestHttpContext,
  { params: { bookId, spineIndex } }: InputOf<typeof readerContract.getQuranPassages>,
): Promise<QuranPassages> {
  const { user, req, res } = context;
  const access = await getAccess(context, user, bookId);
  const file = await findEbookFile(context.db, bookId);
  if (!file) throw notFound("ebook");
  if (access.read === "none") throw toRejection(user, access);
  const part = getDocumentPart(access.read, file.sample, spineIndex);
  if (part === "none") throw toRejection(user, access);
  const etag = `"${getContentHash(file)}-${part.blocks ?? "all"}-${replyVersion}"`;
  res.setHeader("ETag", etag);
  res.setHeader("Cache-Control", "private, no-cache");
  const status = { spineIndex, isCompared };
  if (matchesEtag(req.get("if-none-match"), etag)) {
    res.status(304).end();
    return { ...status, sentences: [] };
  }
  const found = await findQuranPassages(context, { bookId, spineIndex }, file);
  const open = found.filter(({ number }) => canReadSentence(access.read, file.sample, spineIndex, number));
  const texts = open.length > 0 ? await findDocumentText(context.db, bookId, spineIndex) : null;
  const lines = texts?.split("\n") ?? [];
  const sentences = open.map(({ number, ranges, isWhole }) => ({
    sentence: getSentenceId(spineIndex, number),
    isWhole,
    text: ranges.map(([start, end]) => (lines[number] ?? "").slice(start, end)).join(" … "),
    ranges: ranges.map(([start, end]): [number, number] => [start, end]),
  }));
  return { ...status, sentences };
}

/** Changes with the fields of the reply. */
const replyVersion = 2;

const getContentHash = ({ sha256 }: EbookFile) =>
  `${sha256.slice(0, 20)}-${detectionVersion}${isCompared ? "t" : ""}`;

const pending = new Map<string, Promise<readonly SentencePassage[]>>();

export async function findQuranPassages(
  services: Services,
  requested: PassageRequest,
  file: EbookFile,
): Promise<readonly SentencePassage[]> {
  const contentHash = getContentHash(file);
  const storedPassages = await findPassages(services.db, requested.bookId, requested.spineIndex, contentHash);
  if (storedPassages) return storedPassages;
  const key = `${requested.bookId} ${requested.spineIndex} ${contentHash}`;
  const searching =
    pending.get(key) ??
    search(services, requested, file)
      .then(async (passages) => {
        await savePassages(services.db, { ...requested, contentHash, passages });
        return passages;
      })
      .finally(() => pending.delete(key));
  pending.set(key, searching);
  return searching;
}

async function search(
  services: Services,
  { bookId, spineIndex }: PassageRequest,
  file: EbookFile,
): Promise<readonly SentencePassage[]> {
  const open = await acquireEpub(services, bookId, file);
  try {
    const document = open.book.spine[spineIndex];
    const entry = document && open.archive.entries.get(document.source);
    if (!document || !entry) throw notFound("page");
    const { mediaType = "", source } = document;
    if (mediaType.startsWith("image/") && mediaType !== svgType) return [];
    const content = await open.archive.read(entry, entry.bytes);
    const found = await prepareInWorker({
      kind: "page",
      findsQuranPassages: true,
      content,
      path: source,
      mediaType,
      spineIndex,
      blocks: null,
      files: open.files,
    });
    return JSON.parse(found);
  } catch (error) {
    throw error instanceof ProblemError ? error : notFound("page");
  } finally {
    open.release();
  }
}
