import { useEffect, useRef } from "react";
import type { BookId } from "#shared/books/book.ts";
import { useBookPlayer } from "./use-book-player.ts";

/** Loads a book where this reader left it, once, and shows the player; silent until somebody presses Play. */
export function usePreloadBook(bookId: BookId): void {
  const { isReady, cue } = useBookPlayer(bookId);
  const isCued = useRef(false);
  useEffect(() => {
    if (!isReady || isCued.current) return;
    isCued.current = true;
    cue();
  }, [isReady, cue]);
}
