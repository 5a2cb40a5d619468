import { BookOpen, Headphones } from "lucide-react";
import type { Book } from "#shared/books/book.ts";
import { getGenreName } from "#client/features/books/genre-name.ts";
import { formatDuration } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { releaseText } from "#client/ui/books/book-card.tsx";
import { BookRow } from "#client/ui/books/book-row.tsx";
import { BookStars } from "#client/ui/books/stars.tsx";

export function BookListItem({ book }: { readonly book: Book }) {
  return (
    <BookRow book={book}>
      {book.description && (
        <p dir="auto" className="line-clamp-2 max-w-measure text-muted text-small">
          {book.description}
        </p>
      )}
      <Facts book={book} />
    </BookRow>
  );
}

function Facts({ book }: { readonly book: Book }) {
  const { genre, hasEbook, hasAudiobook, isComingSoon, isFeatured } = book;
  return (
    <p className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-small [&_svg]:size-4">
      {isComingSoon ? <span>{releaseText(book.releaseAt)}</span> : <BookStars book={book} isCompact />}
      {isFeatured && <span className="font-medium text-primary">{t("ui.featured")}</span>}
      {genre && <bdi>{getGenreName(genre)}</bdi>}
      {hasEbook && (
        <span className="inline-flex items-center gap-1.5">
          <BookOpen aria-hidden />
          {t("browse.ebook")}
        </span>
      )}
      {hasAudiobook && (
        <span className="inline-flex items-center gap-1.5">
          <Headphones aria-hidden />
          {book.duration ? formatDuration(book.duration) : t("browse.audiobook")}
          {book.hasAiVoice
            ? ` · ${t("ui.aiVoice")}`
            : book.duration && <span className="sr-only">{t("browse.audiobook")}</span>}
        </span>
      )}
      {!book.isFree && <span>{t("ui.premium")}</span>}
    </p>
  );
}
