import { useEffect } from "react";
import type { BookId } from "#shared/books/book.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { usePlayerState, usePreloadBook } from "#client/features/player/index.ts";
import type { ReadAlongMode } from "#client/features/read-along/session/read-along-session.ts";
import { type ReadAlong, useReadAlong } from "#client/features/read-along/session/use-read-along.ts";
import { useWakeLock } from "#client/lib/hooks/use-wake-lock.ts";

interface ReadAlongLayerProps {
  readonly ebook: Ebook;
  readonly mode: ReadAlongMode;
  readonly isPreloaded: boolean;
  readonly isListenRequested: boolean;
  readonly onStarted: () => void;
  readonly onReadAlongChange: (readAlong: ReadAlong | null) => void;
}

export function ReadAlongLayer({
  ebook,
  mode,
  isPreloaded,
  isListenRequested,
  onStarted,
  onReadAlongChange,
}: ReadAlongLayerProps) {
  const readAlong = useReadAlong(ebook, mode);
  useWakeLock(usePlayerState(({ isPlaying, track }) => isPlaying && track?.bookId === ebook.bookId));
  useEffect(() => onReadAlongChange(readAlong), [onReadAlongChange, readAlong]);
  useEffect(() => () => onReadAlongChange(null), [onReadAlongChange]);
  useEffect(() => {
    if (!isListenRequested || !readAlong.readPageAloud) return;
    readAlong.readPageAloud();
    onStarted();
  }, [isListenRequested, readAlong, onStarted]);
  return isPreloaded ? <PreloadPlayer bookId={ebook.bookId} /> : null;
}

function PreloadPlayer({ bookId }: { readonly bookId: BookId }) {
  usePreloadBook(bookId);
  return null;
}
