import type { BookId } from "#shared/books/book.ts";
import type { Chapter, Playlist } from "#shared/player/contract.ts";
import { getChapterKind } from "#client/features/books/index.ts";
import { t } from "#client/lib/i18n/i18n.ts";

export interface Track {
  /** `<book id>-chapter-<number>`. */
  readonly id: string;
  readonly title: string;
  readonly author: string;
  readonly audioUrl: string;
  readonly coverImageUrl: string;
  readonly bookId: BookId;
}

export function getTrack(playlist: Playlist, chapter: Chapter): Track {
  return {
    id: `${playlist.bookId}-chapter-${chapter.chapterNumber}`,
    title: playlist.title,
    author: playlist.author,
    audioUrl: chapter.audioUrl,
    coverImageUrl: chapter.coverImageUrl ?? playlist.coverImageUrl,
    bookId: playlist.bookId,
  };
}

/** "Chapter 3" for a chapter, else its type in title case: `opening_credits` is "Opening Credits". */
export function getChapterLabel({ chapterType, chapterNumber }: Chapter): string {
  if (chapterType === "chapter") return t("player.chapterN", { n: chapterNumber });
  const kind = getChapterKind(chapterType);
  if (kind) return kind;
  return chapterType
    .split("_")
    .filter((word) => word !== "")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/** Null when the title only repeats the label. */
export function getChapterTitle(chapter: Chapter): string | null {
  const title = chapter.title.trim();
  const isRedundantTitle = [getChapterLabel(chapter), `Chapter ${chapter.chapterNumber}`].some(
    (label) => label.toLowerCase() === title.toLowerCase(),
  );
  return title === "" || isRedundantTitle ? null : title;
}
