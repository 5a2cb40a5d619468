import { useQuery } from "@tanstack/react-query";
import { BookOpen, Lock } from "lucide-react";
import { Link } from "react-router-dom";
import type { BookId } from "#shared/books/book.ts";
import { type Ebook, readerContract } from "#shared/reader/contract.ts";
import { getChapterUrl } from "#client/features/reader/chapter-url.ts";
import { type Chapter, getChapters } from "#client/features/reader/chapters.ts";
import { getErrorStatus } from "#client/lib/api/error-message.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Section } from "#client/ui/section.tsx";
import { ChapterList, ChapterListSkeleton } from "./chapter-list.tsx";

/** The table of contents with links into the reader; nothing for a book without one. */
export function BookContents({ bookId }: { readonly bookId: BookId }) {
  const ebook = useQuery({
    ...query(readerContract.getEbook, { params: { bookId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (ebook.data?.toc.length === 0 || getErrorStatus(ebook.error) === 404) return null;
  return (
    <Section title={t("book.chapters")}>
      <QueryState query={ebook} loading={<ChapterListSkeleton />}>
        {(data) => (
          <ChapterList>
            {getChapters(data.toc, data.spine).map((chapter) => (
              <li key={chapter.id}>
                <ContentsRow ebook={data} chapter={chapter} />
              </li>
            ))}
          </ChapterList>
        )}
      </QueryState>
    </Section>
  );
}

const rowClassName = "flex min-h-14 w-full items-center gap-3 px-4 py-2 text-start -outline-offset-2";

const indentClassNames = ["", "ps-8", "ps-12", "ps-16"] as const;

function ContentsRow({ ebook, chapter }: { readonly ebook: Ebook; readonly chapter: Chapter }) {
  const { id, section, depth } = chapter;
  const className = `${rowClassName} ${indentClassNames[Math.min(depth, indentClassNames.length - 1)]}`;
  const label = (
    <span dir="auto" lang={ebook.language} className="min-w-0 flex-1 break-words">
      {chapter.label}
    </span>
  );
  if (section < 0) return <p className={`${className} font-medium`}>{label}</p>;
  if (ebook.spine[section]?.isLocked) {
    return (
      <p className={`${className} text-muted`}>
        <Lock aria-hidden className="size-4.5 shrink-0" />
        {label}
        <span className="text-small max-sm:sr-only">{t("book.locked")}</span>
      </p>
    );
  }
  return (
    <Link to={getChapterUrl(ebook.bookId, id)} className={`${className} hover:bg-primary/5`}>
      <BookOpen aria-hidden className="size-4.5 shrink-0 text-primary" />
      {label}
    </Link>
  );
}
