import { useEffect, useRef } from "react";
import type { BookId } from "#shared/books/book.ts";
import { useBookPlayer } from "./use-book-player.ts";

/** Loads a book where this reader left it, once, and shows the player; silent until somebody presses Play. */
export function usePreloadBook(bookId: BookId): void {
  const { isReady, cue } = useBookPlayer(bookId);
  const isPreloaded = useRef(false);
  useEffect(() => {
    if (!isReady || isPreloaded.current) return;
    isPreloaded.current = true;
    cue();
  }, [isReady, cue]);
}
