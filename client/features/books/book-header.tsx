import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { type Contributor, isScripture } from "#shared/books/book.ts";
import type { BookDetail } from "#shared/books/contract.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { formatCaption } from "#client/ui/books/format-caption.ts";
import { BookStars } from "#client/ui/books/stars.tsx";
import { TextLink } from "#client/ui/text-link.tsx";
import { getBrowseUrl } from "./search/browse-url.ts";

/** The cover beside the title; the buttons are below both on phones. */
export const bookHeaderLayout =
  "grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-5 sm:grid-cols-[13rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr] sm:gap-x-8 sm:gap-y-3 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-x-12";

interface BookHeaderProps {
  readonly book: BookDetail;
  readonly actions: ReactNode;
}

export function BookHeader({ book, actions }: BookHeaderProps) {
  const hasSyntheticVoice = book.hasAiVoice && book.contributors.every(({ role }) => role !== "narrator");
  return (
    <header className={bookHeaderLayout}>
      <Cover
        book={book}
        sizes="(min-width: 1024px) 256px, (min-width: 640px) 208px, 112px"
        isFirst
        isDecoration={false}
        className="w-full self-start shadow-float sm:row-span-2"
      />
      <div className="flex min-w-0 flex-col gap-2 sm:gap-3">
        <div>
          {book.isFeatured && <p className="mb-1 font-medium text-primary text-small">{t("ui.featured")}</p>}
          <h1
            dir="auto"
            lang={book.language}
            className="hyphens-auto text-balance font-semibold font-title text-h2 lg:text-h1"
          >
            {book.title}
          </h1>
          {book.subtitle && (
            <p dir="auto" className="mt-1 text-lead text-muted">
              {book.subtitle}
            </p>
          )}
        </div>
        <Contributors contributors={book.contributors} hasSyntheticVoice={hasSyntheticVoice} />
        {book.series && (
          <p className="text-muted">
            <TextLink to={getBrowseUrl({ search: book.series.name })}>
              <bdi>{book.series.name}</bdi>
            </TextLink>
            {book.series.position !== null && ` · ${t("book.inSeries", { n: book.series.position })}`}
          </p>
        )}
        {!isScripture(book) && (
          <p className="flex flex-wrap items-center gap-x-3">
            <BookStars book={book} />
            {book.averageRating !== null && (
              <span className="text-muted text-small">{t("book.ratings", { n: book.ratingCount })}</span>
            )}
          </p>
        )}
        <p className="text-muted text-small">
          {[
            book.hasAudiobook && book.pageCount ? t("ui.pageCount", { n: book.pageCount }) : "",
            formatCaption({ ...book, hasAiVoice: book.hasAiVoice && !hasSyntheticVoice }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-3 max-sm:col-span-2">{actions}</div>
    </header>
  );
}

const roles = {
  author: "book.by",
  narrator: "book.narratedBy",
  translator: "book.translatedBy",
  editor: "book.editedBy",
  illustrator: "book.illustratedBy",
} as const satisfies Record<Contributor["role"], MessageKey>;

interface ContributorsProps {
  readonly contributors: readonly Contributor[];
  /** The audio has no human narrator. */
  readonly hasSyntheticVoice: boolean;
}

function Contributors({ contributors, hasSyntheticVoice }: ContributorsProps) {
  const inOrder = Object.keys(roles) as Contributor["role"][];
  return (
    <ul className="flex flex-col gap-0.5">
      {inOrder.map((role) => {
        const people = contributors.filter((each) => each.role === role);
        if (people.length === 0) return null;
        return (
          <li key={role} className="flex flex-wrap gap-x-1.5 text-muted">
            {t(roles[role])}
            {people.map(({ id, name }) => (
              <Link
                key={id}
                to={`/author/${id}`}
                className="font-medium text-ink underline decoration-line underline-offset-4 hover:decoration-primary"
              >
                <bdi>{name}</bdi>
              </Link>
            ))}
          </li>
        );
      })}
      {hasSyntheticVoice && (
        <li className="text-muted">
          {t("book.narratedBy")} {t("book.syntheticVoice")}
        </li>
      )}
    </ul>
  );
}
