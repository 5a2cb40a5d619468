import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { BookId } from "#shared/books/book.ts";
import { mediaOverlaysContract } from "#shared/media-overlays/contract.ts";
import type { OverlayMark } from "#shared/reader/overlay.ts";
import { query } from "#client/lib/api/query.ts";

/** How a book that brought its narration wants what is heard to be shown, as far as it is known by now. */
export interface ReadAlongOverlay {
  /** Empty for none. */
  readonly active: string;
  readonly playing: string;
  /** The book marks parts of itself in some chapter. */
  readonly isMarked: boolean;
  /** What the book marks itself in a chapter; empty where each sentence is marked as a whole. */
  readonly marksOf: (chapterNumber: number) => readonly OverlayMark[];
}

/** @param chapterNumber the chapter that is loaded; null while none is. */
export function useOverlay(
  bookId: BookId,
  isWanted: boolean,
  chapterNumber: number | null,
): ReadAlongOverlay {
  const { data: overlay } = useQuery({
    ...query(mediaOverlaysContract.getOverlay, { params: { bookId } }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isMarkedHere = chapterNumber !== null && (overlay?.markedChapters.includes(chapterNumber) ?? false);
  const { data: marks } = useQuery({
    ...query(mediaOverlaysContract.getOverlayMarks, {
      params: { bookId, chapterNumber: chapterNumber ?? 1 },
    }),
    enabled: isWanted && isMarkedHere,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(
    () => ({
      active: className(overlay?.activeClass),
      playing: className(overlay?.playbackActiveClass),
      isMarked: (overlay?.markedChapters.length ?? 0) > 0,
      marksOf: (asked) => (isMarkedHere && asked === chapterNumber && marks ? marks : []),
    }),
    [overlay, marks, isMarkedHere, chapterNumber],
  );
}

/** What an element can wear. */
const className = (given = "") => (/^\S+$/.test(given) ? given : "");
