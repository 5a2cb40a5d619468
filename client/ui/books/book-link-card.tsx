import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import type { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Cover } from "./cover.tsx";

interface BookLinkCardProps {
  readonly bookId: BookId;
  /** Of a passage; null for the book. */
  readonly sentence: SentenceId | null;
}

/** A linked book; without its title when the viewer may not see it. */
export function BookLinkCard({ bookId, sentence }: BookLinkCardProps) {
  const book = useQuery(query(booksContract.getBook, { params: { bookId } }));
  const className =
    "flex items-center gap-3 rounded-control border border-line bg-paper p-2.5 text-ink no-underline";
  if (!book.data)
    return (
      <p className={`${className} text-muted`}>{t(book.isError ? "richText.noBook" : "common.loading")}</p>
    );
  const { id, title, author, coverImageUrl } = book.data;
  const to = sentence ? `/read/${bookId}?sentence=${sentence}` : `/book/${bookId}`;
  return (
    <Link to={to} className={className}>
      <Cover book={{ id, title, coverImageUrl }} sizes="40px" className="w-10 shrink-0" />
      <span className="min-w-0">
        <bdi className="block truncate font-medium">{title}</bdi>
        <bdi className="block truncate text-muted text-small">{author}</bdi>
        {sentence && <span className="block text-primary text-small">{t("richText.openPassage")}</span>}
      </span>
    </Link>
  );
}
