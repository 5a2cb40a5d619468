import { useEffect } from "react";
import type { BookId } from "#shared/books/book.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { usePreloadBook } from "#client/features/player/use-preload-book.ts";
import type { ReadAlongMode } from "./read-along-session.ts";
import { type SentenceStep, useReadAlong } from "./use-read-along.ts";

interface ReadAlongLayerProps {
  readonly ebook: Ebook;
  readonly lead: ReadAlongMode;
  readonly isPreloaded: boolean;
  readonly isListenRequested: boolean;
  readonly onHeard: () => void;
  readonly onStep: (step: SentenceStep | null) => void;
}

export function ReadAlongLayer({
  ebook,
  lead,
  isPreloaded,
  isListenRequested,
  onHeard,
  onStep,
}: ReadAlongLayerProps) {
  const step = useReadAlong(ebook, lead);
  useEffect(() => onStep(step), [onStep, step]);
  useEffect(() => () => onStep(null), [onStep]);
  useEffect(() => {
    if (!isListenRequested || !step.readPageAloud) return;
    step.readPageAloud();
    onHeard();
  }, [isListenRequested, step, onHeard]);
  return isPreloaded ? <Cue bookId={ebook.bookId} /> : null;
}

function Cue({ bookId }: { readonly bookId: BookId }) {
  usePreloadBook(bookId);
  return null;
}
