import { useEffect } from "react";
import type { BookId } from "#shared/books/book.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { usePreloadBook } from "#client/features/player/use-preload-book.ts";
import type { Lead } from "./read-along-session.ts";
import { type Step, useStep } from "./use-read-along.ts";

interface StepLayerProps {
  readonly ebook: Ebook;
  readonly lead: Lead;
  /** The player is to have this book, silent until somebody presses Play. */
  readonly isCued: boolean;
  /** The page is to be heard as soon as it can. */
  readonly isHearingAsked: boolean;
  readonly onHeard: () => void;
  readonly onStep: (step: Step | null) => void;
}

/** Keeps an open book in step with the player, and tells how the two go together. Draws nothing. */
export function StepLayer({ ebook, lead, isCued, isHearingAsked, onHeard, onStep }: StepLayerProps) {
  const step = useStep(ebook, lead);
  useEffect(() => onStep(step), [onStep, step]);
  useEffect(() => () => onStep(null), [onStep]);
  useEffect(() => {
    if (!isHearingAsked || !step.hearPage) return;
    step.hearPage();
    onHeard();
  }, [isHearingAsked, step, onHeard]);
  return isCued ? <Cue bookId={ebook.bookId} /> : null;
}

function Cue({ bookId }: { readonly bookId: BookId }) {
  usePreloadBook(bookId);
  return null;
}
