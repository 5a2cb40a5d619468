import { useEffect, useRef, useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import { useSession } from "#client/lib/api/session.ts";
import { readLoadedBook, storeLoadedBook } from "./loaded-book.ts";
import { useBookPlayer } from "./use-book-player.ts";
import { usePlayer, usePlayerState } from "./use-player.ts";

/**
 * Stores which book the player has, until it is closed or the listener is signed out.
 *
 * @returns the book that it had before the page was reloaded; null once it has one
 */
export function useRestoredBook(): BookId | null {
  const { engine } = usePlayer();
  const { user, isLoading, isUnreachable } = useSession();
  const isKnown = !isLoading && !isUnreachable;
  const listener = user?.id ?? "guest";
  const [previous, setPrevious] = useState(readLoadedBook);
  const isIdle = usePlayerState(({ track }) => track === null);

  useEffect(() => {
    if (!isKnown) return;
    const save = () => {
      const { track, displayMode, ending, playbackError } = engine.getState();
      if (track) setPrevious(null);
      const isOpen = displayMode !== "closed" && ending !== "finished" && playbackError !== "refused";
      storeLoadedBook(track && isOpen ? { listener, bookId: track.bookId } : null);
    };
    if (engine.getState().track) save();
    return engine.subscribe(save);
  }, [engine, isKnown, listener]);

  return isKnown && isIdle && previous?.listener === listener ? previous.bookId : null;
}

/** Loads a book where it was left, without playing it. */
export function RestoredBook({ bookId }: { readonly bookId: BookId }) {
  const { isReady, restore } = useBookPlayer(bookId);
  const isRestored = useRef(false);
  useEffect(() => {
    if (!isReady || isRestored.current) return;
    isRestored.current = true;
    restore();
  }, [isReady, restore]);
  return null;
}
