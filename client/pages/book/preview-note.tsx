import { Check, Clock } from "lucide-react";
import type { BookState } from "#shared/books/book.ts";
import type { BookDetail } from "#shared/books/contract.ts";
import { say, type Text } from "#client/lib/words.ts";
import { Card } from "#client/ui/card.tsx";

const states: Partial<Record<BookState, Text>> = {
  draft: "book.stateDraft",
  "in-review": "book.stateInReview",
  hidden: "book.stateHidden",
  rejected: "book.stateRejected",
};

/** To who may see a book that is not out: what is known of it so far. It fills by itself as the files are read. */
export function PreviewNote({ book }: { readonly book: BookDetail }) {
  const state = states[book.state];
  if (!state) return null;
  const parts: readonly (readonly [Text, boolean])[] = [
    ["book.partCover", book.coverImageUrl !== ""],
    ["book.partText", book.hasEbook],
    ["book.partSound", book.hasAudiobook],
    ["book.partChapters", book.chapterCount > 0],
    ["book.partSync", book.hasSyncMap],
  ];
  return (
    <Card className="mb-6">
      <h2 className="font-semibold font-title text-h3">{say(state)}</h2>
      <p className="mt-1 text-muted text-small">{say("book.previewHint")}</p>
      <ul aria-live="polite" className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-small">
        {parts.map(([part, isThere]) => {
          const Icon = isThere ? Check : Clock;
          return (
            <li key={part} className="flex items-center gap-1.5">
              <Icon aria-hidden className={isThere ? "size-4 text-primary" : "size-4 text-muted"} />
              {say(part)}
              <span className="text-muted">{say(isThere ? "book.partThere" : "book.partNotYet")}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
