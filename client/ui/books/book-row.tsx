import { clsx } from "clsx";
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
  /** On phones one line of a list, with small actions beside the title. */
  readonly isDense?: boolean;
  /** Icon buttons stand beside the text, not below it. */
  readonly hasSideActions?: boolean;
}

const cardClassName =
  "grid-cols-[auto_1fr] grid-rows-[1fr_auto] gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-3 sm:p-4";
const sideClassName =
  "grid-cols-[auto_1fr_auto] gap-x-3 rounded-card border border-line bg-surface p-3 sm:gap-x-4 sm:p-4";
const denseClassName =
  "grid-cols-[auto_1fr_auto] items-center gap-x-3 py-0.5 ps-3 pe-1 sm:grid-cols-[auto_1fr] sm:grid-rows-[1fr_auto] sm:items-stretch sm:gap-x-4 sm:gap-y-3 sm:rounded-card sm:border sm:border-line sm:bg-surface sm:p-4";

export function BookRow({ book, children, actions, isDense = false, hasSideActions = false }: BookRowProps) {
  return (
    <article
      className={clsx(
        "grid min-w-0",
        isDense ? denseClassName : hasSideActions ? sideClassName : cardClassName,
      )}
    >
      <Link
        to={`/book/${book.id}`}
        tabIndex={-1}
        aria-hidden="true"
        className={clsx(
          "sm:w-22 sm:self-start",
          !hasSideActions && "sm:row-span-2",
          isDense ? "w-11" : "w-18 self-start",
        )}
      >
        <Cover book={book} sizes="88px" />
      </Link>
      <div className={clsx("flex min-w-0 flex-col", isDense ? "sm:gap-1.5" : "gap-1.5")}>
        <div className="min-w-0">
          <h3
            dir="auto"
            className={clsx("line-clamp-2 font-medium leading-snug", isDense && "max-sm:leading-tight")}
          >
            <Link to={`/book/${book.id}`} className="hover:underline hover:underline-offset-4">
              {book.title}
            </Link>
          </h3>
          {book.author && (
            <p dir="auto" className="truncate text-muted text-small">
              {book.author}
            </p>
          )}
          <p className={clsx("truncate text-muted text-small", isDense && "max-sm:hidden")}>
            {formatCaption(book)}
          </p>
        </div>
        {children}
      </div>
      {actions && (
        <div
          className={clsx(
            "flex items-center",
            hasSideActions
              ? "-me-1 self-start max-sm:-mt-1 max-sm:flex-col-reverse"
              : "sm:col-span-1 sm:col-start-2 sm:gap-2",
            !isDense && !hasSideActions && "col-span-2 flex-wrap gap-1.5 max-sm:[&_:is(a,button)]:px-2",
          )}
        >
          {actions}
        </div>
      )}
    </article>
  );
}

/** The same size as a row with one line of actions. */
export function BookRowSkeleton({ isDense = false }: Pick<BookRowProps, "isDense">) {
  return (
    <div className={clsx("grid", isDense ? denseClassName : cardClassName)}>
      <Skeleton
        className={clsx(
          "aspect-2/3 rounded-cover sm:row-span-2 sm:w-22 sm:self-start",
          isDense ? "w-11" : "w-18 self-start",
        )}
      />
      <div className="flex flex-col gap-2">
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="mt-2 h-1.5 w-full" />
      </div>
      <Skeleton
        className={clsx(
          "h-11 rounded-control sm:col-start-2 sm:w-40",
          isDense ? "w-22" : "col-span-2 w-40 sm:col-span-1",
        )}
      />
    </div>
  );
}
