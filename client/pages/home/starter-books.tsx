import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import type { Book } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { getGenreName } from "#client/features/books/genre-name.ts";
import { booksToChooseFrom, createBookListQuery } from "#client/features/books/lists/book-list-query.ts";
import { getBrowseUrl } from "#client/features/books/search/browse-url.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getPageLanguage } from "#client/lib/i18n/page-language.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { formatCaption } from "#client/ui/books/format-caption.ts";

const starterCount = 3;

/** The best-rated books in the reader's language that New Releases does not show. */
export function useStarterBooks(): readonly Book[] {
  const latest = useQuery(createBookListQuery("listLatest")).data ?? [];
  const best =
    useQuery(createBookListQuery("listTopRated", booksToChooseFrom, { preferLanguage: getPageLanguage() }))
      .data ?? [];
  return best.filter(({ id }) => !latest.some((each) => each.id === id)).slice(0, starterCount);
}

/** Three books and three genres for readers who have not started anything. */
export function StarterBooks() {
  const books = useStarterBooks();
  const genres = useQuery(query(booksContract.listGenres, {})).data ?? [];
  const popularGenres = [...genres].sort((a, b) => b.bookCount - a.bookCount).slice(0, starterCount);
  if (books.length === 0) return null;
  return (
    <div className="mt-5 flex flex-col gap-4">
      <p className="font-medium">{t("home.startingBooks")}</p>
      <ul className="grid max-w-md grid-cols-3 gap-3">
        {books.map((book) => (
          <li key={book.id} className="min-w-0">
            <Link to={`/book/${book.id}`} className="flex flex-col gap-1.5 no-underline">
              <Cover book={book} sizes="(min-width: 640px) 140px, 28vw" />
              <span dir="auto" className="line-clamp-2 font-medium text-ink text-small leading-snug">
                {book.title}
              </span>
              <span className="truncate text-muted text-small">{formatCaption(book)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <ul className="flex flex-wrap gap-2">
        {popularGenres.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={getBrowseUrl({ genre: name })}
              className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 font-medium text-ink text-small no-underline hover:border-primary"
            >
              {getGenreName(name)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
