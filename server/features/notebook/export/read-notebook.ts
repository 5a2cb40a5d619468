import type { BookId } from "#shared/books/book.ts";
import { getClipPath, isClipAnchor, toClip } from "#shared/marks/clip.ts";
import type { SavedMark } from "#shared/marks/contract.ts";
import { isTextAnchor, type MarkAnchor, type MarkId } from "#shared/marks/mark.ts";
import { isHeading, type NotebookHeading, orderNotebook } from "#shared/notebook/notebook.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import type { TocItem } from "#shared/reader/contract.ts";
import { listSavedMarks } from "#server/features/marks/service.ts";
import { listItems } from "#server/features/notebook/order-queries.ts";
import type { Context } from "#server/http/api/context.ts";
import {
  type Contents,
  findContents,
  listBooks,
  listChapterTitles,
  listPlaces,
  type MarkedBook,
} from "./export-queries.ts";

export interface ExportedMark extends SavedMark {
  /** Opens the place, with the origin. */
  readonly url: string;
  /** The title of its chapter; empty for none. */
  readonly chapter: string;
}

export interface ExportedBook extends MarkedBook {
  /** The page of the book, with the origin. */
  readonly url: string;
  /** Null without an EPUB. */
  readonly contents: Contents | null;
  /** In the order of the notebook, read in pages. */
  readonly entries: () => AsyncGenerator<ExportedMark | NotebookHeading>;
}

const pageSize = 500;

/** The user's notebooks, read book by book. */
export async function* readNotebooks(
  context: Context,
  bookId: BookId | undefined,
): AsyncGenerator<ExportedBook> {
  const { db, user, settings } = context;
  for (const book of await listBooks(db, user.id, bookId)) {
    const contents = await findContents(db, book.id);
    yield {
      ...book,
      url: `${settings.origins[0]}/book/${book.id}`,
      contents,
      entries: () => readEntries(context, book.id, contents),
    };
  }
}

async function* readEntries(
  context: Context,
  bookId: BookId,
  contents: Contents | null,
): AsyncGenerator<ExportedMark | NotebookHeading> {
  const { db, user, settings } = context;
  const titles = new Map((await listChapterTitles(db, bookId)).map((row) => [row.chapterNumber, row.title]));
  const starts = contents ? getChapterStarts(contents) : [];
  const items = await listItems(db, user.id, bookId);
  const order = orderNotebook(items, await listPlaces(db, user.id, bookId));
  for (let from = 0; from < order.length; from += pageSize) {
    const page = order.slice(from, from + pageSize);
    const ids = page.flatMap((entry): MarkId[] => (isHeading(entry) ? [] : [entry.id]));
    const marks = new Map((await listSavedMarks(context, ids)).map((mark) => [mark.id, mark]));
    for (const entry of page) {
      if (isHeading(entry)) yield entry;
      const mark = isHeading(entry) ? undefined : marks.get(entry.id);
      if (!mark || mark.isDeleted) continue;
      const url = settings.origins[0] + getPath(bookId, mark.anchor);
      yield { ...mark, url, chapter: getChapter(mark.anchor, starts, titles) };
    }
  }
}

/** Where a mark is in the reader, else the page of its book. */
export function getPath(bookId: BookId, anchor: MarkAnchor): string {
  if (isClipAnchor(anchor)) return getClipPath(bookId, toClip(anchor));
  const sentence = isTextAnchor(anchor) ? anchor.start.sentence : anchor.sentence;
  return sentence ? `/read/${bookId}?sentence=${sentence}` : `/book/${bookId}`;
}

interface ChapterStart {
  readonly label: string;
  readonly spineIndex: number;
  readonly number: number;
}

/** The entries of the table of contents in reading order. */
function getChapterStarts({ toc, spine }: Contents): ChapterStart[] {
  const indexes = new Map(spine.map(({ path, index }) => [path, index]));
  const listStarts = (items: readonly TocItem[]): ChapterStart[] =>
    items.flatMap(({ label, href, sentence = 0, children }) => {
      const spineIndex = indexes.get(href) ?? indexes.get(href.split("#")[0] ?? "");
      const own = spineIndex === undefined ? [] : [{ label, spineIndex, number: sentence }];
      return [...own, ...listStarts(children)];
    });
  return listStarts(toc).sort((a, b) => a.spineIndex - b.spineIndex || a.number - b.number);
}

function getChapter(
  anchor: MarkAnchor,
  starts: readonly ChapterStart[],
  titles: ReadonlyMap<number, string>,
): string {
  if (!isTextAnchor(anchor)) return titles.get(anchor.chapter) ?? "";
  const { spineIndex, number } = readSentence(anchor.start.sentence);
  const hasBegun = (start: ChapterStart) =>
    start.spineIndex < spineIndex || (start.spineIndex === spineIndex && start.number <= number);
  return starts.findLast(hasBegun)?.label ?? "";
}
