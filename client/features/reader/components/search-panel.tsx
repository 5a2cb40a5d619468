import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef } from "react";
import type { ReplyOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { type Chapter, findChapterOfSentence } from "#client/features/reader/chapters.ts";
import type { BookStructure } from "#client/features/reader/engine/position/location.ts";
import type { Target } from "#client/features/reader/engine/position/resolve-target.ts";
import { flashHighlight } from "#client/features/reader/flash-highlight.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { ErrorState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Panel } from "./panel.tsx";

type SearchHit = ReplyOf<typeof readerContract.searchInBook>["hits"][number];

interface SearchPanelProps {
  readonly bookId: BookId;
  readonly structure: BookStructure;
  readonly searchText: string;
  readonly onSearch: (searchText: string) => void;
  /** Opens a position in the book. Resolves to its document; null when the book was closed. */
  readonly onGo: (target: Target) => Promise<Document | null>;
  readonly onClose: () => void;
}

const debounceMs = 300;
/** One Latin letter is on every page. */
const minCharacters = 2;

/** Full-text search in the book, while typing; a result opens its sentence. */
export function SearchPanel({ bookId, structure, searchText, onSearch, onGo, onClose }: SearchPanelProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const field = useRef<HTMLInputElement>(null);
  const search = (text: string) => {
    clearTimeout(timer.current);
    onSearch(text.trim().slice(0, 200));
  };
  const onChange = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim().length >= minCharacters) timer.current = setTimeout(() => search(text), debounceMs);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(field.current?.value ?? "");
  };

  return (
    <Panel title={t("reader.search")} side="start" focus={field} onClose={onClose}>
      <search>
        <form onSubmit={submit} className="flex gap-2 border-line border-b p-4">
          <input
            ref={field}
            type="search"
            dir="auto"
            aria-label={t("reader.searchWords")}
            placeholder={t("reader.searchWords")}
            defaultValue={searchText}
            maxLength={200}
            onChange={({ target }) => onChange(target.value)}
            className="h-11 min-w-0 flex-1 rounded-control border border-edge bg-paper px-3"
          />
          <Button type="submit">{t("reader.find")}</Button>
        </form>
      </search>
      {searchText && <Hits bookId={bookId} structure={structure} searchText={searchText} onGo={onGo} />}
    </Panel>
  );
}

function Hits({ bookId, structure, searchText, onGo }: Omit<SearchPanelProps, "onSearch" | "onClose">) {
  const open = async ({ sentence, start, end }: SearchHit) => {
    const part = { start, end };
    flashHighlight(await onGo({ sentence, part }), sentence, part);
  };
  const results = useQuery({
    ...query(readerContract.searchInBook, { params: { bookId }, query: { search: searchText } }),
    placeholderData: keepPreviousData,
  });
  if (results.isPending) {
    return (
      <Skeletons count={6} className="flex flex-col gap-4 p-5">
        <Skeleton className="h-14 w-full" />
      </Skeletons>
    );
  }
  if (results.isError) {
    return (
      <div className="p-5">
        <ErrorState error={results.error} onRetry={() => void results.refetch()} />
      </div>
    );
  }

  const { hits, isCapped, shownFor } = results.data;
  return (
    <>
      <p role="status" className="px-5 pt-4 text-muted text-small">
        {shownFor && (
          <span className="block">
            {t("reader.shownFor")} <bdi className="text-ink">{shownFor}</bdi>
          </span>
        )}
        {t(isCapped ? "reader.hitsCapped" : "reader.hits", { n: hits.length })}
      </p>
      <ol className="py-2">
        {hits.map((hit) => (
          <li key={`${hit.sentence} ${hit.before.length} ${hit.match}`}>
            <button
              type="button"
              onClick={() => void open(hit)}
              className="w-full px-5 py-3 text-start hover:bg-paper focus-visible:outline-2 focus-visible:outline-accent focus-visible:-outline-offset-2"
            >
              <span dir="auto" className="block truncate text-badge text-muted">
                {getChapter(hit, structure)?.label}
              </span>
              <span dir="auto" className="block text-small">
                {hit.before}
                <mark className="rounded-sm bg-accent/30 text-ink">{hit.match}</mark>
                {hit.after}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

function getChapter(hit: SearchHit, { sections, chapters }: BookStructure): Chapter | null {
  const section = sections.findIndex(({ item }) => item.index === hit.spineIndex);
  return findChapterOfSentence(chapters, section, readSentence(hit.sentence).number);
}
