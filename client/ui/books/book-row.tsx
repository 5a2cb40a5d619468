import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Book } from "#shared/books/book.ts";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Cover } from "./cover.tsx";
import { formatCaption } from "./format-caption.ts";

interface BookRowProps {
  readonly book: Book;
  /** Below the title: progress, a date or a rating. */
  readonly children?: ReactNode;
  /** At the end of the row. */
  readonly actions?: ReactNode;
}

export function BookRow({ book, children, actions }: BookRowProps) {
  return (
    <article className="grid min-w-0 grid-cols-[auto_1fr] grid-rows-[1fr_auto] gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-3 sm:p-4">
      <Link
        to={`/book/${book.id}`}
        tabIndex={-1}
        aria-hidden="true"
        className="w-18 self-start sm:row-span-2 sm:w-22"
      >
        <Cover book={book} sizes="88px" />
      </Link>
      <div className="flex min-w-0 flex-col gap-1.5">
        <div className="min-w-0">
          <h3 dir="auto" className="line-clamp-2 font-medium leading-snug">
            <Link to={`/book/${book.id}`} className="hover:underline hover:underline-offset-4">
              {book.title}
            </Link>
          </h3>
          {book.author && (
            <p dir="auto" className="truncate text-muted text-small">
              {book.author}
            </p>
          )}
          <p className="truncate text-muted text-small">{formatCaption(book)}</p>
        </div>
        {children}
      </div>
      {actions && (
        <div className="col-span-2 flex flex-wrap items-center gap-1.5 max-sm:[&_:is(a,button)]:px-2 sm:col-span-1 sm:gap-2 sm:col-start-2">
          {actions}
        </div>
      )}
    </article>
  );
}

/** The same size as a row with one line of actions. */
export function BookRowSkeleton() {
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-3 sm:grid-rows-[1fr_auto] sm:p-4">
      <Skeleton className="aspect-2/3 w-18 self-start rounded-cover sm:row-span-2 sm:w-22" />
      <div className="flex flex-col gap-2">
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="mt-2 h-1.5 w-full" />
      </div>
      <Skeleton className="col-span-2 h-11 w-40 rounded-control sm:col-span-1 sm:col-start-2" />
    </div>
  );
}
