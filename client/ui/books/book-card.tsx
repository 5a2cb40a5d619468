import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Book } from "#shared/books/book.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { bookMenu } from "./book-menu.ts";
import { Cover } from "./cover.tsx";
import { formatCaption } from "./format-caption.ts";
import { BookStars } from "./stars.tsx";

const sizes = "(min-width: 1024px) 180px, (min-width: 640px) 24vw, 44vw";

interface BookCardProps {
  readonly book: Book;
  readonly isFirst?: boolean;
}

export function BookCard({ book, isFirst = false }: BookCardProps) {
  const Menu = useStore(bookMenu);
  return (
    <article className="group relative flex h-full min-w-0 flex-col gap-2">
      <Cover
        book={book}
        sizes={sizes}
        isFirst={isFirst}
        className="transition-shadow duration-200 group-hover:shadow-float"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <h3 dir="auto" className="line-clamp-2 font-medium leading-snug">
          <Link
            to={`/book/${book.id}`}
            className="after:absolute after:inset-0 after:rounded-cover focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-2"
          >
            {book.title}
          </Link>
        </h3>
        {book.author && (
          <p dir="auto" className="truncate text-muted text-small">
            {book.author}
          </p>
        )}
        <p className="min-h-[1lh] truncate text-muted text-small">{formatCaption(book)}</p>
        <p className="mt-auto flex flex-wrap items-center gap-x-2">
          {book.isComingSoon ? (
            <span className="text-muted text-small">{releaseText(book.releaseAt)}</span>
          ) : (
            <BookStars book={book} isCompact />
          )}
          {book.isFeatured && <span className="font-medium text-primary text-small">{t("ui.featured")}</span>}
          {!book.isFree && <span className="text-muted text-small">{t("ui.premium")}</span>}
        </p>
      </div>
      {Menu && <Menu book={book} />}
    </article>
  );
}

export function BookCardSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <Skeleton className="aspect-2/3 rounded-cover" />
      <div className="flex flex-col gap-0.5">
        <div className="flex h-[2lh] flex-col justify-around leading-snug">
          <Skeleton className="h-[0.8lh] w-4/5" />
          <Skeleton className="h-[0.8lh] w-3/5" />
        </div>
        <div className="flex h-[1lh] items-center text-small">
          <Skeleton className="h-[0.8lh] w-1/2" />
        </div>
        <div className="flex h-[1lh] items-center text-small">
          <Skeleton className="h-[0.8lh] w-2/3" />
        </div>
        <div className="flex h-[1lh] items-center text-small">
          <Skeleton className="h-[0.7lh] w-1/3" />
        </div>
      </div>
    </div>
  );
}

interface BookGridProps {
  readonly children: ReactNode;
}

export const bookGridClassName =
  "grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-6";

export function BookGrid({ children }: BookGridProps) {
  return <div className={bookGridClassName}>{children}</div>;
}

/** "Coming 12 March 2027", or without a date. */
export function releaseText(releaseAt: Date | null): string {
  return releaseAt ? t("ui.comingOn", { day: formatCalendarDay(releaseAt) }) : t("ui.comingSoon");
}
