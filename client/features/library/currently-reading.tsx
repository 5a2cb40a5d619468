import type { ReactNode } from "react";
import type { LibraryEntry } from "#shared/library/entry.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { BookRow, BookRowSkeleton } from "#client/ui/books/book-row.tsx";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { Progress } from "./entry-row.tsx";
import { maxCurrentlyReading, useBooksToContinue } from "./use-library.ts";

const className = "grid gap-3 md:grid-cols-2 md:gap-4";

interface CurrentlyReadingProps {
  readonly renderContinueButton: (entry: LibraryEntry, isFirst: boolean) => ReactNode;
}

export function CurrentlyReading({ renderContinueButton }: CurrentlyReadingProps) {
  const entries = useBooksToContinue();
  return (
    <QueryState
      query={entries}
      loading={
        <Skeletons count={maxCurrentlyReading} className={className}>
          <BookRowSkeleton />
        </Skeletons>
      }
      isEmpty={(all) => all.length === 0}
      empty={
        <EmptyState
          title={t("home.noneReading")}
          action={<ButtonLink to="/browse">{t("home.findABook")}</ButtonLink>}
        />
      }
      errorTitle={t("home.failedLibrary")}
    >
      {(all) => (
        <ul className={className}>
          {all.map((entry, index) => (
            <li key={entry.book.id} className="min-w-0 *:h-full">
              <BookRow book={entry.book} actions={renderContinueButton(entry, index === 0)}>
                <Progress title={entry.book.title} progress={entry.progress} />
              </BookRow>
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  );
}
