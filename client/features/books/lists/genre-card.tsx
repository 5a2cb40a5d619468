import { Link } from "react-router-dom";
import type { Genre } from "#shared/books/book.ts";
import { genreName } from "#client/lib/i18n/genre-name.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getGenreIcon } from "./genre-grid.tsx";

export const genreUrl = (name: string): string => `/genre/${encodeURIComponent(name)}`;

export function GenreCard({ genre: { name, bookCount, icon } }: { readonly genre: Genre }) {
  const Icon = getGenreIcon({ icon });
  return (
    <Link
      to={genreUrl(name)}
      className="flex h-full min-h-28 flex-col justify-between gap-3 rounded-card border border-line bg-surface p-4 transition-colors hover:border-primary"
    >
      <Icon aria-hidden className="size-6 text-primary" />
      <span>
        <span dir="auto" className="block font-medium leading-snug">
          {genreName(name)}
        </span>
        <span className="block text-muted text-small">{t("bookLists.bookCount", { n: bookCount })}</span>
      </span>
    </Link>
  );
}
