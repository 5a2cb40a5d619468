import type { BookDetail } from "#shared/books/contract.ts";
import { formatCount, formatDuration, getLanguageName } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { ChipLink } from "#client/ui/forms/chip.tsx";
import { TextLink } from "#client/ui/text-link.tsx";
import { getGenreName } from "./genre-name.ts";
import { getBrowseUrl } from "./search/browse-url.ts";

export function BookDetails({ book }: { readonly book: BookDetail }) {
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-4">
        {getDetails(book).map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted text-small">{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {(book.genres.length > 0 || book.tropes.length > 0) && (
        <ul aria-label={t("book.genres")} className="flex flex-wrap gap-2">
          {book.genres.map((genre) => (
            <li key={genre}>
              <ChipLink to={getBrowseUrl({ genre })}>
                <bdi>{getGenreName(genre)}</bdi>
              </ChipLink>
            </li>
          ))}
          {book.tropes.map((trope) => (
            <li key={trope}>
              <ChipLink to={getBrowseUrl({ trope })}>
                <bdi>{getGenreName(trope)}</bdi>
              </ChipLink>
            </li>
          ))}
        </ul>
      )}
      {book.original && (
        <p>
          {t("book.editionOf")}{" "}
          <TextLink to={`/book/${book.original.id}`}>
            <bdi>{book.original.title}</bdi>
          </TextLink>
        </p>
      )}
      {book.editions.length > 0 && (
        <div>
          <h3 className="mb-1 text-muted text-small">{t("book.editions")}</h3>
          <ul className="flex flex-col gap-1">
            {book.editions.map(({ id, title, language }) => (
              <li key={id}>
                <TextLink to={`/book/${id}`} lang={language}>
                  <bdi>{title}</bdi>
                </TextLink>{" "}
                <bdi className="text-muted text-small">{getLanguageName(language)}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      {book.provenance && (
        <p
          dir="auto"
          className="max-w-measure text-start border-accent border-s-2 ps-4 text-muted text-small"
        >
          {book.provenance}
        </p>
      )}
    </div>
  );
}

function getDetails(book: BookDetail): readonly (readonly [label: string, value: string])[] {
  const format = book.hasEbook
    ? book.hasAudiobook
      ? t("book.ebookAndAudiobook")
      : t("book.ebook")
    : t("book.audiobook");
  const details: readonly (readonly [string, string | null | false])[] = [
    [t("book.format"), (book.hasEbook || book.hasAudiobook) && format],
    [t("book.language"), book.language && getLanguageName(book.language)],
    [t("book.pages"), book.pageCount !== null && formatCount(book.pageCount)],
    [t("book.length"), book.duration !== null && formatDuration(book.duration)],
    [t("book.chapters"), book.chapterCount > 0 && formatCount(book.chapterCount)],
    [t("book.publisher"), book.publisher],
    [t("book.publishedYear"), book.publishedYear !== null && String(book.publishedYear)],
    [t("book.licence"), book.licence],
  ];
  return details.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}
