import { Suspense } from "react";
import type { BookId } from "#shared/books/book.ts";
import { findSurroundingSentence, LookUpPanel } from "#client/features/dictionary/index.ts";
import type { SelectedPassage } from "./selection-bar.tsx";

interface LookedUpWordProps {
  readonly bookId: BookId;
  readonly passage: SelectedPassage;
  readonly onClose: () => void;
}

/** The entries of a selected word in all dictionaries. */
export function LookedUpWord({ bookId, passage: { quote, range, sentence }, onClose }: LookedUpWordProps) {
  return (
    <Suspense>
      <LookUpPanel
        word={quote}
        sentence={findSurroundingSentence(range)}
        place={{ sentence }}
        bookId={bookId}
        onClose={onClose}
      />
    </Suspense>
  );
}
