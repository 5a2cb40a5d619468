import { BookOpen, Trash2 } from "lucide-react";
import { Link } from "react-router-dom";
import type { BookId } from "#shared/books/book.ts";
import { formatBytes } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { keepFocusInRows } from "#client/lib/keep-focus-in-rows.ts";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { getLocalBookUrl } from "./local-book-url.ts";
import type { LocalBook } from "./local-books.ts";
import { OpenFileButton } from "./open-file-button.tsx";
import type { LocalBooks } from "./use-local-books.ts";

/** The books that were opened from files, and a button that opens another one. */
export function LocalBooksSection({ books, remove }: LocalBooks) {
  return (
    <section ref={keepFocusInRows} aria-labelledby="local-books" tabIndex={-1}>
      <h3 id="local-books" className="font-semibold">
        {t("localBooks.title")}
      </h3>
      <p className="mt-1 mb-3 max-w-measure text-muted text-small">{t("localBooks.hint")}</p>
      {books && books.length > 0 && (
        <ul className="mb-4 flex flex-col divide-y divide-line">
          {books.map((book) => (
            <li key={book.bookId}>
              <LocalBookRow book={book} onRemove={remove} />
            </li>
          ))}
        </ul>
      )}
      <OpenFileButton tone="secondary" />
    </section>
  );
}

interface LocalBookRowProps {
  readonly book: LocalBook;
  readonly onRemove: (bookId: BookId) => Promise<void>;
}

function LocalBookRow({ book: { bookId, title, author, bytes }, onRemove }: LocalBookRowProps) {
  const url = getLocalBookUrl(bookId);
  return (
    <div className="flex items-center gap-4 py-4">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Link to={url} dir="auto" className="truncate font-medium">
          {title}
        </Link>
        {author && (
          <p dir="auto" className="truncate text-muted text-small">
            {author}
          </p>
        )}
        <p className="text-muted text-small">{formatBytes(bytes)}</p>
      </div>
      <ButtonLink size="small" to={url} icon={<BookOpen aria-hidden />} className="max-sm:w-11 max-sm:px-0">
        <span className="max-sm:sr-only">{t("localBooks.read")}</span>
        <span className="sr-only">: {title}</span>
      </ButtonLink>
      <IconButton
        label={t("localBooks.removeOf", { title })}
        icon={<Trash2 aria-hidden />}
        onClick={() => void onRemove(bookId)}
      />
    </div>
  );
}
