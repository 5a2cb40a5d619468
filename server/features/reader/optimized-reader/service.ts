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
  if (!requested.bookId) return openLastBook(services, visitor);
  const { user } = visitor;
  const bookId = await resolveBookId(services, requested.bookId);
  if (!bookId) throw notFound("book");
  const access = await getAccess(services, user, bookId);
  const book = await findEbook(services.db, bookId);
  if (!book) throw notFound("ebook");
  if (access.read === "none") throw toRejection(user, access);
  if (requested.chapter === undefined) {
    return { movedTo: await findLastPosition(services, user, book, requested.pageOptions) };
  }
  const item = book.ebook.spine[requested.chapter - 1];
  if (!item) throw notFound("page");
  const portion = getDocumentPart(access.read, book.ebook.sample, item.index);
  if (portion === "none") throw toRejection(user, access);
  return openChapter(services, visitor, requested, { bookId, book, access, item, portion });
}

async function openLastBook(services: Services, visitor: Visitor): Promise<OptimizedResult> {
  const last = visitor.user && (await findLastRead(services, visitor.user));
  if (last) return { movedTo: getOptimizedReaderUrl(last) };
  return { view: createMessageView(visitor, translate(visitor.language, "textReader.noBook")) };
}

/** The URL of the reader's last position in a book, or of its first page. */
async function findLastPosition(
  services: Services,
  user: Visitor["user"],
  { ebook: { bookId, spine } }: ChapterPage["book"],
  pageOptions: PageOptions,
): Promise<string> {
  const locator = user ? (await getPosition(services, user.id, bookId)).text : null;
  if (!locator) {
    const first = toReadableView(spine, pageOptions)[0] ?? spine[0];
    return getOptimizedPageUrl(bookId, pageOptions, { spineIndex: first?.index ?? 0 });
  }
  const sentence = findSentence(locator, spine);
  return withAnchor(getOptimizedPageUrl(bookId, pageOptions, readSentence(sentence)), sentence);
}

async function openChapter(
  services: Services,
  visitor: Visitor,
  { part: requestedPart, at, pageOptions }: PageRequest,
  chapter: Pick<ChapterPage, "bookId" | "book" | "access" | "item" | "portion">,
): Promise<OptimizedResult> {
  const { bookId, book, item, portion } = chapter;
  const page = await readChapter(services, {
    bookId,
    file: book.ebook,
    spineIndex: item.index,
    blocks: portion.blocks,
    pageOptions,
    imageLabel: translate(visitor.language, "textReader.picture"),
  }).catch(ignoreMissing);
  const part = requestedPart ?? (at && page ? findPart(page, at) : 1);
  if (requestedPart === undefined && at && part > 1) {
    const target: PageTarget = { spineIndex: item.index, part, anchor: at };
    return { movedTo: getOptimizedPageUrl(bookId, pageOptions, target) };
  }
  const shownPart = Math.min(part, Math.max(1, page?.parts.length ?? 1));
  return { view: createChapterView(visitor, { ...chapter, page, pageOptions, part: shownPart }) };
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
