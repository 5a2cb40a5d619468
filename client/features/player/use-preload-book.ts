import { useEffect, useRef } from "react";
import type { BookId } from "#shared/books/book.ts";
import { useBookPlayer } from "./use-book-player.ts";

export function usePreloadBook(bookId: BookId): void {
  const { isReady, cue } = useBookPlayer(bookId);
  const isPreloaded = useRef(false);
  useEffect(() => {
    if (!isReady || isPreloaded.current) return;
    isPreloaded.current = true;
    cue();
  }, [isReady, cue]);
}
