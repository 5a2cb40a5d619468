import type { ReactNode } from "react";
import type { LibraryEntry } from "#shared/library/entry.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { EightPointStar } from "#client/ui/geometric-pattern.tsx";
import { maxCurrentlyReading } from "./currently-reading.tsx";
import { Progress } from "./entry-row.tsx";
import { useInitialEntries } from "./use-library.ts";

interface ContinueCardProps {
  readonly continueWith: (entry: LibraryEntry) => ReactNode;
}

const look = "flex min-h-46 flex-col justify-between gap-4 rounded-card border border-line bg-surface p-4";

/** The most recently opened book. All states have the same height. */
export function ContinueCard({ continueWith }: ContinueCardProps) {
  const entries = useInitialEntries("currently-reading", maxCurrentlyReading);
  return (
    <QueryState of={entries} loading={<Waiting />} errorTitle={t("home.failedLibrary")}>
      {([last]) => (last ? <Last entry={last} action={continueWith(last)} /> : <EmptyNotifications />)}
    </QueryState>
  );
}

function Last({
  entry: { book, progress },
  action,
}: {
  readonly entry: LibraryEntry;
  readonly action: ReactNode;
}) {
  return (
    <div className={look}>
      <div className="flex min-w-0 gap-4">
        <Cover book={book} sizes="56px" className="w-14 shrink-0 self-start" />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <p dir="auto" className="truncate font-medium">
            {book.title}
          </p>
          <p dir="auto" className="truncate text-muted text-small">
            {book.author}
          </p>
          <Progress title={book.title} progress={progress} />
        </div>
      </div>
      {action}
    </div>
  );
}

function EmptyNotifications() {
  return (
    <div className={look}>
      <div className="flex items-center gap-4">
        <EightPointStar className="size-14 shrink-0 text-accent/70" />
        <p className="text-muted">{t("home.nothingBegun")}</p>
      </div>
      <ButtonLink isWide to="/browse">
        {t("home.findABook")}
      </ButtonLink>
    </div>
  );
}

function Waiting() {
  return (
    <div role="status" className={look}>
      <span className="sr-only">{t("common.loading")}</span>
      <div className="flex gap-4">
        <Skeleton className="aspect-2/3 w-14" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="mt-1 h-2 w-full" />
        </div>
      </div>
      <Skeleton className="h-11 rounded-control" />
    </div>
  );
}
