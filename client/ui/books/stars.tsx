import { clsx } from "clsx";
import { useId } from "react";
import { type Book, isScripture } from "#shared/books/book.ts";
import { t } from "#client/lib/i18n/i18n.ts";

/** The rating of unrated books (ADR 61); sorting ignores it. */
const defaultRating = 4.5;

const indexes = [0, 1, 2, 3, 4];

const star = "M12 2.6l2.9 5.9 6.5.9-4.7 4.6 1.1 6.5L12 17.4l-5.8 3.1 1.1-6.5L2.6 9.4l6.5-.9z";

interface StarsProps {
  /** 0.5 to 5; null while unrated. */
  readonly rating: number | null;
  readonly ratingCount?: number;
  readonly isCompact?: boolean;
}

export function Stars({ rating, ratingCount, isCompact = false }: StarsProps) {
  if (rating === null) return <NotRated isCompact={isCompact} />;
  const label = t("ui.rated", {
    stars: rating.toFixed(1),
    n: ratingCount ?? 0,
    hasCount: ratingCount ? "yes" : "no",
  });
  return (
    <span className="inline-flex items-center gap-1 text-small">
      <span className="sr-only">{label}</span>
      <span aria-hidden className="inline-flex gap-0.5">
        {isCompact ? (
          <Star fill={1} />
        ) : (
          indexes.map((index) => <Star key={index} fill={roundToHalves(rating - index)} />)
        )}
      </span>
      <span aria-hidden className="font-medium tabular-nums">
        {rating.toFixed(1)}
      </span>
    </span>
  );
}

interface BookStarsProps {
  readonly book: Pick<Book, "kind" | "averageRating" | "ratingCount">;
  readonly isCompact?: boolean;
}

/** The rating of a book; nothing for scripture. */
export function BookStars({ book, isCompact = false }: BookStarsProps) {
  if (isScripture(book)) return null;
  return <Stars rating={book.averageRating} ratingCount={book.ratingCount} isCompact={isCompact} />;
}

/** Outlined stars: a filled one would claim a rating. */
function NotRated({ isCompact }: Pick<StarsProps, "isCompact">) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1 text-muted text-small">
      <span aria-hidden className="inline-flex gap-0.5">
        {(isCompact ? [0] : indexes).map((index) => (
          <Star key={index} fill={0} />
        ))}
      </span>
      <span aria-hidden className="tabular-nums">
        {defaultRating.toFixed(1)}
      </span>
      <span>{t("ui.notRatedYet")}</span>
    </span>
  );
}

/** A full, half or empty star. */
export function Star({ fill, className }: { readonly fill: number; readonly className?: string }) {
  const id = useId();
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={clsx("size-4 text-accent rtl:-scale-x-100", className)}
    >
      {fill === 0.5 && (
        <clipPath id={id}>
          <rect width="12" height="24" />
        </clipPath>
      )}
      <path d={star} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      {fill > 0 && <path d={star} fill="currentColor" clipPath={fill === 0.5 ? `url(#${id})` : undefined} />}
    </svg>
  );
}

const roundToHalves = (fraction: number) => Math.min(1, Math.max(0, Math.round(fraction * 2) / 2));
