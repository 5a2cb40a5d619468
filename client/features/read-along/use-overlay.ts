import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { BookId } from "#shared/books/book.ts";
import { mediaOverlaysContract } from "#shared/media-overlays/contract.ts";
import type { OverlayMark } from "#shared/reader/overlay.ts";
import { query } from "#client/lib/api/query.ts";

export interface ReadAlongOverlay {
  /** Empty for none. */
  readonly active: string;
  readonly playing: string;
  /** True when some chapter has publisher's marks. */
  readonly isMarked: boolean;
  readonly getMarks: (chapterNumber: number) => readonly OverlayMark[];
}

/** @param chapterNumber the loaded chapter; null for none */
export function useOverlay(
  bookId: BookId,
  isEnabled: boolean,
  chapterNumber: number | null,
): ReadAlongOverlay {
  const { data: overlay } = useQuery({
    ...query(mediaOverlaysContract.getOverlay, { params: { bookId } }),
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isMarked = chapterNumber !== null && (overlay?.markedChapters.includes(chapterNumber) ?? false);
  const { data: marks } = useQuery({
    ...query(mediaOverlaysContract.getOverlayMarks, {
      params: { bookId, chapterNumber: chapterNumber ?? 1 },
    }),
    enabled: isEnabled && isMarked,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(
    () => ({
      active: toClassName(overlay?.activeClass),
      playing: toClassName(overlay?.playbackActiveClass),
      isMarked: (overlay?.markedChapters.length ?? 0) > 0,
      getMarks: (requested) => (isMarked && requested === chapterNumber && marks ? marks : []),
    }),
    [overlay, marks, isMarked, chapterNumber],
  );
}

const toClassName = (name = "") => (/^\S+$/.test(name) ? name : "");
