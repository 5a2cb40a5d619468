import type { ReactNode } from "react";
import { type BookId, isScripture } from "#shared/books/book.ts";
import type { LibraryEntry } from "#shared/library/entry.ts";
import { formatProgressPercent } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { BookRow } from "#client/ui/books/book-row.tsx";
import { ProgressBar } from "#client/ui/feedback/progress-bar.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { StarPicker } from "#client/ui/forms/star-picker.tsx";
import { statusTexts } from "./status.ts";
import { StatusMenu } from "./status-menu.tsx";
import { useMyEntry } from "./use-my-entry.ts";

interface EntryRowProps {
  readonly entry: LibraryEntry;
  readonly continueButton: ReactNode;
}

/** A library entry: progress, the continue button and its menu. */
export function EntryRow({ entry, continueButton }: EntryRowProps) {
  const { book, status, progress, rating, proposesFinished } = entry;
  // Entries without a position, such as books read on paper, show no progress.
  const isInProgress = status === "currently-reading" || status === "paused";
  const isDone = status === "finished" || status === "did-not-finish";
  const isRateable = isDone && !isScripture(book);
  return (
    <BookRow
      isDense
      book={book}
      actions={
        <>
          {continueButton}
          <StatusMenu isInRow isRateable={isRateable} book={book} status={status} />
        </>
      }
    >
      {isInProgress || Number.parseFloat(progress) > 0 ? (
        <Progress title={book.title} progress={progress} />
      ) : (
        <p className="truncate text-muted text-small sm:hidden">{t(statusTexts[status])}</p>
      )}
      {isRateable && (
        <div className="max-sm:hidden">
          <Rating bookId={book.id} title={book.title} rating={rating} />
        </div>
      )}
      {proposesFinished && <FinishSuggestion entry={entry} />}
    </BookRow>
  );
}

export function Progress({ title, progress }: { readonly title: string; readonly progress: string }) {
  return (
    <div className="flex max-w-md items-center gap-3">
      <ProgressBar value={Number.parseFloat(progress) || 0} label={t("library.progressOf", { title })} />
      <span className="shrink-0 text-muted text-small tabular-nums">{formatProgressPercent(progress)}</span>
    </div>
  );
}

function FinishSuggestion({ entry: { book } }: { readonly entry: LibraryEntry }) {
  const { setStatus } = useMyEntry(book.id);
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-control bg-primary/8 py-1 ps-3 pe-1 text-small">
      <span className="flex-1 basis-36">{t("library.reachedEnd")}</span>
      <Button tone="quiet" size="small" onClick={() => setStatus("finished")}>
        {t("library.markFinished")}
      </Button>
    </div>
  );
}

interface RatingProps {
  readonly bookId: BookId;
  readonly title: string;
  /** Null before rating. */
  readonly rating: number | null;
}

function Rating({ bookId, title, rating }: RatingProps) {
  const { rate } = useMyEntry(bookId);
  return <StarPicker label={t("library.rate", { title })} value={rating} onChange={rate} />;
}
