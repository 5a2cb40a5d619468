import type { InputOf, RouteContract } from "#shared/api/contract.ts";
import { CallError, call, getUrl } from "#shared/api/http-client.ts";
import type { BookId } from "#shared/books/book.ts";
import { type BookDetail, booksContract } from "#shared/books/contract.ts";
import { dictionaryContract } from "#shared/dictionary/contract.ts";
import { marksContract } from "#shared/marks/contract.ts";
import { mediaOverlaysContract } from "#shared/media-overlays/contract.ts";
import { notebookContract } from "#shared/notebook/contract.ts";
import { type Playlist, playerContract } from "#shared/player/contract.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { type Ebook, readerContract } from "#shared/reader/contract.ts";
import { getCoverUrl, getMediaUrl } from "#client/lib/urls/cover-url.ts";
import type { KeptRecord } from "./kept-book.ts";

/** The stored parts of a book. */
export interface BookPlan {
  readonly record: Omit<KeptRecord, "storedBytes" | "state">;
  readonly files: readonly { readonly url: string; readonly bytes: number }[];
  /** Stored in parts. */
  readonly audio: readonly string[];
  /** Stored last, so that they never name a file that is missing. */
  readonly replies: readonly string[];
  readonly book: BookDetail;
  readonly needsDictionary: boolean;
}

/** @throws {CallError} `not_found` when nothing of the book may be kept */
export async function planBook(bookId: BookId): Promise<BookPlan> {
  const params = { bookId };
  const book = await call(booksContract.getBook, { params });
  const [ebook, playlist] = await Promise.all([
    book.access.read === "whole" ? call(readerContract.getEbook, { params }) : null,
    book.access.listen === "whole" ? call(playerContract.getPlaylist, { params }) : null,
  ]);
  if (!ebook && !playlist) throw new CallError(404, "not_found");
  const audio = [...new Set(playlist?.chapters.map(({ audioUrl }) => audioUrl))];
  const files = [...(ebook ? listEntries(ebook) : []), ...listCovers(book, playlist)];
  return {
    record: {
      bookId,
      title: book.title,
      author: book.author,
      coverImageUrl: book.coverImageUrl,
      hasText: ebook !== null,
      hasAudio: playlist !== null,
      bytes: sum(files.map(({ bytes }) => bytes)) + (playlist?.audioBytes ?? 0),
      version: [ebook?.version, ...audio].join(" "),
    },
    files,
    audio,
    replies: listReplies(bookId, ebook, playlist),
    book,
    needsDictionary: ebook !== null && /^en\b/i.test(book.language),
  };
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

function listEntries({ bookId, version, entries }: Ebook) {
  return entries.map(([path, bytes]) => ({
    url: `/api/books/${bookId}/ebook/${version}/entries/${path.split("/").map(encodeURIComponent).join("/")}`,
    bytes,
  }));
}

/** The cover and the pictures of chapters, of unknown size, which is small. */
function listCovers({ id, coverImageUrl }: BookDetail, playlist: Playlist | null) {
  const artwork = playlist?.chapters.map((chapter) => chapter.coverImageUrl ?? "") ?? [];
  const stored = [getMediaUrl(coverImageUrl, "cover", id), ...artwork].filter((url) =>
    url.startsWith("/covers/"),
  );
  const urls = new Set(
    stored.flatMap((url) => ([160, 320, 640] as const).map((width) => getCoverUrl(url, width))),
  );
  return [...urls].map((cover) => ({ url: cover, bytes: 0 }));
}

function listReplies(bookId: BookId, ebook: Ebook | null, playlist: Playlist | null): string[] {
  const params = { bookId };
  const url = <C extends RouteContract>(contract: C, input: InputOf<C>) => getUrl(contract, input as object);
  return [
    url(booksContract.getBook, { params }),
    url(positionsContract.getPosition, { params }),
    ...(ebook
      ? [
          url(readerContract.getEbook, { params }),
          url(readerContract.getPrintedPages, { params }),
          url(readerContract.getReaderSettings, { params }),
          url(dictionaryContract.getBookGlossary, { params }),
          url(marksContract.listMarksOfBook, { params, query: { since: 0 } }),
          url(notebookContract.getNotebook, { params }),
          ...ebook.spine.map(({ index }) =>
            url(readerContract.getQuranPassages, { params: { ...params, spineIndex: index } }),
          ),
        ]
      : []),
    ...(playlist ? [url(playerContract.getPlaylist, { params })] : []),
    ...(ebook && playlist
      ? [url(readerContract.getSyncMap, { params }), url(mediaOverlaysContract.getOverlay, { params })]
      : []),
  ];
}
