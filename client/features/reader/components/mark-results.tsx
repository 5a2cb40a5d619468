import { useMemo, useState } from "react";
import type { BookSearchQuery } from "#client/features/reader/book-search-query.ts";
import { type OwnMark, ownMarks } from "#client/features/reader/own-marks.ts";
import { searchMarks } from "#client/features/reader/search-marks.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { Button } from "#client/ui/forms/button.tsx";

interface MarkResultsProps {
  readonly query: BookSearchQuery;
  readonly onGo: (mark: OwnMark) => void;
}

/** Results that are shown above those of the text before all are. */
const shownAtFirst = 3;

/** The reader's notes and highlighted passages with the searched words, also without a connection. */
export function MarkResults({ query, onGo }: MarkResultsProps) {
  const marks = useStore(ownMarks);
  const hits = useMemo(() => searchMarks(marks, query), [marks, query]);
  const [shownQuery, setShownQuery] = useState<BookSearchQuery | null>(null);
  if (hits.length === 0) return null;
  const areAllShown = hits.length <= shownAtFirst || shownQuery === query;
  return (
    <section aria-label={t("readerPanels.search.marks")} className="border-line border-b py-2">
      <h3 className="flex items-center gap-3 px-5 pt-2 font-semibold text-small">
        <span className="flex-1">{t("readerPanels.search.marks")}</span>
        <span className="shrink-0 text-badge text-muted tabular-nums">
          {t("readerPanels.search.hitsIn", { n: hits.length })}
        </span>
      </h3>
      <ol>
        {(areAllShown ? hits : hits.slice(0, shownAtFirst)).map(({ mark, before, match, after }) => (
          <li key={mark.id}>
            <button
              type="button"
              onClick={() => onGo(mark)}
              style={mark.color ? { borderInlineStartColor: mark.color } : undefined}
              className="w-full border-line border-s-4 px-4 py-3 text-start hover:bg-paper focus-visible:outline-2 focus-visible:outline-accent focus-visible:-outline-offset-2"
            >
              <span dir="auto" className="line-clamp-3 text-start text-small">
                {before}
                <mark className="rounded-sm bg-accent/30 text-ink">{match}</mark>
                {after}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {!areAllShown && (
        <Button tone="quiet" size="small" className="mx-3" onClick={() => setShownQuery(query)}>
          {t("readerPanels.search.allMarks", { n: hits.length })}
        </Button>
      )}
    </section>
  );
}
