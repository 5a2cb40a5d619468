import { Command } from "lucide-react";
import { type FormEvent, useEffect, useRef } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import type { BookSearchQuery } from "#client/features/reader/book-search-query.ts";
import type { BookStructure } from "#client/features/reader/engine/position/location.ts";
import type { OwnMark } from "#client/features/reader/own-marks.ts";
import type { SearchHit } from "#client/features/reader/search-groups.ts";
import { isApple, openOverlay } from "#client/lib/app-overlay.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { MarkResults } from "./mark-results.tsx";
import { Panel } from "./panel.tsx";
import { SearchOptions } from "./search-options.tsx";
import { SearchResults } from "./search-results.tsx";

interface SearchPanelProps {
  readonly ebook: Ebook;
  readonly structure: BookStructure;
  readonly query: BookSearchQuery;
  /** The result that was opened last. */
  readonly current: SearchHit | null;
  readonly onSearch: (query: BookSearchQuery) => void;
  readonly onGo: (hits: readonly SearchHit[], index: number) => void;
  readonly onGoToMark: (mark: OwnMark) => void;
  readonly onClose: () => void;
}

const debounceMs = 300;
/** One Latin letter is on every page. */
const minCharacters = 2;

/** Full-text search in the book, while typing; a result opens its words. */
export function SearchPanel(props: SearchPanelProps) {
  const { ebook, structure, query, current, onSearch, onGo, onGoToMark, onClose } = props;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const field = useRef<HTMLInputElement>(null);
  const search = (part: Partial<BookSearchQuery>) => {
    clearTimeout(timer.current);
    onSearch({ ...query, search: (field.current?.value ?? "").trim().slice(0, 200), ...part });
  };
  const searchSoon = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim().length >= minCharacters) timer.current = setTimeout(() => search({}), debounceMs);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search({});
  };

  return (
    <Panel title={t("reader.search")} side="start" focus={field} onClose={onClose}>
      <search className="border-line border-b p-4">
        <form onSubmit={submit} className="flex gap-2">
          <input
            ref={field}
            type="search"
            dir="auto"
            aria-label={t("readerPanels.search.searchWords")}
            placeholder={t("readerPanels.search.searchWords")}
            defaultValue={query.search}
            maxLength={200}
            onChange={({ target }) => searchSoon(target.value)}
            className="h-11 min-w-0 flex-1 rounded-control border border-edge bg-paper px-3"
          />
          <Button type="submit">{t("readerPanels.search.find")}</Button>
        </form>
        <SearchOptions query={query} onChange={search} />
      </search>
      <Button
        tone="quiet"
        icon={<Command aria-hidden />}
        aria-keyshortcuts={isApple() ? "Meta+K" : "Control+K"}
        onClick={() => {
          onClose();
          openOverlay.set("palette");
        }}
      >
        {t("readerPanels.search.everywhere")}
      </Button>
      {query.search && (
        <>
          <MarkResults query={query} onGo={onGoToMark} />
          <SearchResults ebook={ebook} structure={structure} query={query} current={current} onGo={onGo} />
        </>
      )}
    </Panel>
  );
}
