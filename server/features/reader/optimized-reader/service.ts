import { readSentence } from "#shared/positions/sentence-times.ts";
import { findSentence } from "#shared/positions/text-fraction.ts";
import { getOptimizedReaderUrl } from "#shared/reader/optimized-reader.ts";
import type { OptimizedPage } from "#server/epub/text/optimized-page.ts";
import { getAccess, resolveBookId, toRejection } from "#server/features/books/service.ts";
import { findLastRead, getPosition } from "#server/features/positions/service.ts";
import { findEbook } from "#server/features/reader/queries.ts";
import { getDocumentPart } from "#server/features/reader/sample-bounds.ts";
import { notFound, ProblemError } from "#server/http/api/problem.ts";
import { translate } from "#server/i18n/translate.ts";
import type { Services } from "#server/services.ts";
import { readChapter } from "./chapter.ts";
import type { OptimizedView } from "./html.ts";
import { getOptimizedPageUrl, type PageOptions, type PageTarget } from "./urls.ts";
import {
  type ChapterPage,
  createChapterView,
  createMessageView,
  toReadableView,
  type Visitor,
} from "./view-model.ts";

/** The query of the optimized reader; numbers start at 1. */
interface PageRequest {
  readonly bookId: string | undefined;
  readonly chapter: number | undefined;
  readonly part: number | undefined;
  readonly at: string | undefined;
  readonly pageOptions: PageOptions;
}

type OptimizedResult = { readonly movedTo: string } | { readonly view: OptimizedView };

/**
 * Renders a page of the optimized reader; without a book it redirects to the one last read, without a
 * chapter to the last position. Writes nothing.
 *
 * @throws {ProblemError} `not_found`, or an access error
 */
export async function openOptimizedReader(
  services: Services,
  visitor: Visitor,
  requested: PageRequest,
): Promise<OptimizedResult> {
  const { user, language } = visitor;
  if (!requested.bookId) {
    const last = user ? await findLastRead(services, user) : null;
    return last
      ? { movedTo: getOptimizedReaderUrl(last) }
      : { view: createMessageView(visitor, translate(language, "textReader.noBook")) };
  }
  const bookId = await resolveBookId(services, requested.bookId);
  if (!bookId) throw notFound("book");
  const access = await getAccess(services, user, bookId);
  const book = await findEbook(services.db, bookId);
  if (!book) throw notFound("ebook");
  if (access.read === "none") throw toRejection(user, access);

  const { spine, sample } = book.ebook;
  const goTo = (target: PageTarget) => ({
    movedTo: getOptimizedPageUrl(bookId, requested.pageOptions, target),
  });
  if (requested.chapter === undefined) {
    const locator = user ? (await getPosition(services, user.id, bookId)).text : null;
    if (!locator)
      return goTo({ spineIndex: (toReadableView(spine, requested.pageOptions)[0] ?? spine[0])?.index ?? 0 });
    const sentence = findSentence(locator, spine);
    return { movedTo: withAnchor(goTo(readSentence(sentence)).movedTo, sentence) };
  }

  const item = spine[requested.chapter - 1];
  if (!item) throw notFound("page");
  const readablePart = getDocumentPart(access.read, sample, item.index);
  if (readablePart === "none") throw toRejection(user, access);
  const page = await readChapter(services, {
    bookId,
    file: book.ebook,
    spineIndex: item.index,
    blocks: readablePart.blocks,
    pageOptions: requested.pageOptions,
    imageLabel: translate(language, "textReader.picture"),
  }).catch(ignoreMissing);
  const part = requested.part ?? (requested.at && page ? findPart(page, requested.at) : 1);
  if (requested.part === undefined && requested.at && part > 1) {
    return goTo({ spineIndex: item.index, part, anchor: requested.at });
  }
  const chapterPage: ChapterPage = {
    bookId,
    book,
    access,
    item,
    portion: readablePart,
    page,
    pageOptions: requested.pageOptions,
    part: Math.min(part, Math.max(1, page?.parts.length ?? 1)),
  };
  return { view: createChapterView(visitor, chapterPage) };
}

const withAnchor = (url: string, anchor: string) => `${url}&at=${anchor}#${anchor}`;

/** From 1; the first part for an unknown anchor. */
function findPart({ parts }: OptimizedPage, anchor: string): number {
  const [, number] = /^s\d+-(\d+)$/.exec(anchor) ?? [];
  const index = parts.findIndex(({ sentences, ids }) =>
    number === undefined ? ids.includes(anchor) : Number(number) < sentences.end,
  );
  return Math.max(0, index) + 1;
}

function ignoreMissing(error: unknown): null {
  if (error instanceof ProblemError && error.code === "not_found") return null;
  throw error;
}
