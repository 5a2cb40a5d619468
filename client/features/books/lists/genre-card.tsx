import { Link } from "react-router-dom";
import type { Genre } from "#shared/books/book.ts";
import { getGenreName } from "#client/features/books/genre-name.ts";
import { getCoverUrl } from "#client/lib/urls/cover-url.ts";
import { getGenreIcon } from "./genre-icon.ts";

export const getGenreUrl = (name: string): string => `/genre/${encodeURIComponent(name)}`;

interface GenreCardProps {
  readonly genre: Genre;
  readonly to: string;
  /** The number of its books. */
  readonly caption: string;
}

export function GenreCard({ genre, to, caption }: GenreCardProps) {
  const { name, coverImageUrls } = genre;
  const Icon = getGenreIcon(genre);
  return (
    <Link
      to={to}
      className="group flex h-full min-h-32 flex-col justify-between gap-3 overflow-hidden rounded-card border border-line bg-surface p-4 transition-colors hover:border-primary"
    >
      <span className="flex items-start justify-between gap-2">
        <Icon aria-hidden className="size-6 shrink-0 text-primary" />
        <CoverCollage urls={coverImageUrls} />
      </span>
      <span>
        <span dir="auto" className="block font-medium leading-snug">
          {getGenreName(name)}
        </span>
        <span className="block text-muted text-small">{caption}</span>
      </span>
    </Link>
  );
}

function CoverCollage({ urls }: { readonly urls: readonly string[] }) {
  return (
    <span aria-hidden className="flex ps-3">
      {urls.map((url) => (
        <img
          key={url}
          src={getCoverUrl(url, 160)}
          alt=""
          width={40}
          height={60}
          loading="lazy"
          decoding="async"
          className="-ms-3 h-15 w-10 shrink-0 rounded-cover border border-surface bg-line object-cover shadow-sm"
          onError={(event) => event.currentTarget.remove()}
        />
      ))}
    </span>
  );
}
