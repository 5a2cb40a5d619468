import { useQuery } from "@tanstack/react-query";
import { Download, GraduationCap } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { getUrl } from "#shared/api/http-client.ts";
import { BookId } from "#shared/books/book.ts";
import { vocabularyContract, vocabularyStreams } from "#shared/dictionary/vocabulary.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { query } from "#client/lib/api/query.ts";
import { useListParams } from "#client/lib/hooks/use-list-params.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { keepFocusInRows } from "#client/lib/keep-focus-in-rows.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Button, getButtonClassName } from "#client/ui/forms/button.tsx";
import { SearchField } from "#client/ui/forms/search-field.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { ReviewDialog } from "./review-dialog.tsx";
import { UnsentWords, useUnsentWords } from "./unsent-word-list.tsx";
import { VocabularyRow } from "./vocabulary-row.tsx";

const Filters = z.object({ search: z.optional(z.string()), bookId: z.optional(BookId) });

interface VocabularyListProps {
  /** The place of a word in its book. */
  readonly getPlacePath: (bookId: BookId, sentence: string | undefined) => string;
}

/** The saved words with search, review and export. */
export function VocabularyList({ getPlacePath }: VocabularyListProps) {
  const [filters, setFilter] = useListParams(Filters);
  const summary = useQuery(query(vocabularyContract.getVocabularySummary, {})).data;
  const words = usePagedQuery(vocabularyContract.listVocabulary, { query: filters });
  const unsent = useUnsentWords(filters);
  const isFiltered = Boolean(filters.search || filters.bookId);
  return (
    <div ref={keepFocusInRows}>
      {summary !== undefined && summary.total > 0 && (
        <>
          <Actions review={summary.review} total={summary.total} />
          <div className="mb-4 flex flex-wrap items-center gap-2">
            <div className="min-w-0 flex-1 basis-60">
              <SearchField
                label={t("dictionary.search")}
                value={filters.search ?? ""}
                onSearch={(search) => setFilter("search", search.trim())}
              />
            </div>
            {summary.books.length > 0 && (
              <Select
                isLabelHidden
                label={t("dictionary.book")}
                value={filters.bookId ?? ""}
                options={[
                  { value: "", label: t("dictionary.allBooks") },
                  ...summary.books.map(({ id, title, count }) => ({
                    value: id,
                    label: t("dictionary.bookWithCount", { title, n: count }),
                  })),
                ]}
                onChange={(bookId) => setFilter("bookId", bookId)}
              />
            )}
          </div>
        </>
      )}
      <UnsentWords words={unsent} />
      <PagedList
        query={words}
        errorTitle={t("dictionary.vocabularyFailed")}
        empty={
          unsent.length > 0 ? null : isFiltered ? (
            <EmptyState title={t("dictionary.vocabularyNone")} />
          ) : (
            <EmptyState title={t("dictionary.vocabularyEmpty")} hint={t("dictionary.vocabularyEmptyHint")} />
          )
        }
      >
        {(word) => <VocabularyRow word={word} getPlacePath={getPlacePath} />}
      </PagedList>
    </div>
  );
}

type Summary = z.output<typeof vocabularyContract.getVocabularySummary.response>;

function Actions({ review, total }: Pick<Summary, "review" | "total">) {
  const [reviewed, setReviewed] = useState<Summary["review"] | null>(null);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <p className="me-auto text-muted">{t("dictionary.wordCount", { n: total })}</p>
      {review.length > 0 && (
        <Button size="small" icon={<GraduationCap aria-hidden />} onClick={() => setReviewed(review)}>
          {t("dictionary.review", { n: review.length })}
        </Button>
      )}
      <a
        href={getUrl(vocabularyStreams.exportVocabulary, {})}
        download
        className={getButtonClassName({ tone: "secondary", size: "small" })}
      >
        <Download aria-hidden />
        {t("dictionary.export")}
      </a>
      {reviewed && <ReviewDialog words={reviewed} onClose={() => setReviewed(null)} />}
    </div>
  );
}
