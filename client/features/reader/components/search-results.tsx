import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { CallError, call } from "#shared/api/http-client.ts";
import { type Ebook, readerContract } from "#shared/reader/contract.ts";
import { type BookSearchQuery, toRequest } from "#client/features/reader/book-search-query.ts";
import { isLocal } from "#client/features/reader/engine/document/entries.ts";
import type { BookStructure } from "#client/features/reader/engine/position/location.ts";
import { type ChapterHits, groupHits, type SearchHit } from "#client/features/reader/search-groups.ts";
import { query as apiQuery } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { hasKeptBooks } from "#client/lib/offline/has-kept-books.ts";
import { ErrorState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";

/** A kept book is also searched without a connection, a local one never by the server. */
async function search(ebook: Ebook, query: BookSearchQuery, signal: AbortSignal) {
  if (isLocal(ebook)) return searchOnDevice(ebook, query);
  try {
    const input = { params: { bookId: ebook.bookId }, query: toRequest(query) };
    return await call(readerContract.searchInBook, input, { signal });
  } catch (error) {
    if (error instanceof CallError || signal.aborted || !hasKeptBooks()) throw error;
    return searchOnDevice(ebook, query);
  }
}

async function searchOnDevice(ebook: Ebook, query: BookSearchQuery) {
  const { searchOffline } = await import("#client/features/reader/search-offline.ts");
  return searchOffline(ebook, query);
}

interface SearchResultsProps {
  readonly ebook: Ebook;
  readonly structure: BookStructure;
  readonly query: BookSearchQuery;
  readonly current: SearchHit | null;
  /** @param hits all results in the order in which they are listed */
  readonly onGo: (hits: readonly SearchHit[], index: number) => void;
}

export function SearchResults({ ebook, structure, query, current, onGo }: SearchResultsProps) {
  const results = useQuery({
    ...apiQuery(readerContract.searchInBook, { params: { bookId: ebook.bookId }, query: toRequest(query) }),
    queryFn: ({ signal }) => search(ebook, query, signal),
    placeholderData: keepPreviousData,
    ...(isLocal(ebook) && { networkMode: "always" }),
  });
  const found = results.data?.hits;
  const groups = useMemo(() => groupHits(found ?? [], structure), [found, structure]);
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
  const ordered = groups.flatMap(({ chapters }) => chapters.flatMap((chapter) => chapter.hits));
  const open = (hit: SearchHit) => onGo(ordered, ordered.indexOf(hit));
  return (
    <>
      <p role="status" className="px-5 pt-4 text-muted text-small">
        {shownFor && (
          <span className="block">
            {t("readerPanels.search.shownFor")} <bdi className="text-ink">{shownFor}</bdi>
          </span>
        )}
        {t(isCapped ? "readerPanels.search.hitsCapped" : "readerPanels.search.hits", { n: hits.length })}
      </p>
      {groups.map(({ isExact, chapters }) => (
        <div key={String(isExact)} className="py-2">
          {groups.length > 1 && (
            <h3 className="px-5 pt-3 font-semibold text-small">
              {t(isExact ? "readerPanels.search.exact" : "readerPanels.search.other")}
            </h3>
          )}
          {chapters.map((chapter) => (
            <ChapterResults
              key={chapter.chapter?.id ?? -1}
              chapter={chapter}
              heading={groups.length > 1 ? "h4" : "h3"}
              current={current}
              onOpen={open}
            />
          ))}
        </div>
      ))}
    </>
  );
}

interface ChapterResultsProps {
  readonly chapter: ChapterHits;
  readonly heading: "h3" | "h4";
  readonly current: SearchHit | null;
  readonly onOpen: (hit: SearchHit) => void;
}

function ChapterResults({
  chapter: { chapter, hits },
  heading: Heading,
  current,
  onOpen,
}: ChapterResultsProps) {
  const label = chapter ? chapter.label || t("reader.untitledChapter") : t("readerPanels.search.noChapter");
  return (
    <div>
      <Heading className="flex items-center gap-3 px-5 pt-3 text-badge text-muted">
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {label}
        </span>
        <span className="shrink-0 tabular-nums">{t("readerPanels.search.hitsIn", { n: hits.length })}</span>
      </Heading>
      <ol>
        {hits.map((hit) => (
          <li key={`${hit.sentence} ${hit.start}`}>
            <Result hit={hit} isCurrent={isSame(hit, current)} onOpen={onOpen} />
          </li>
        ))}
      </ol>
    </div>
  );
}

const isSame = (hit: SearchHit, other: SearchHit | null) =>
  hit.sentence === other?.sentence && hit.start === other.start && hit.end === other.end;

interface ResultProps {
  readonly hit: SearchHit;
  readonly isCurrent: boolean;
  readonly onOpen: (hit: SearchHit) => void;
}

function Result({ hit, isCurrent, onOpen }: ResultProps) {
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list opens.
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <button
      ref={button}
      type="button"
      aria-current={isCurrent ? "true" : undefined}
      onClick={() => onOpen(hit)}
      className={`w-full py-3 px-4 text-start border-s-4 hover:bg-paper focus-visible:outline-2 focus-visible:outline-accent focus-visible:-outline-offset-2 ${isCurrent ? "border-primary bg-paper" : "border-transparent"}`}
    >
      <span dir="auto" className="block text-start text-small">
        {hit.before}
        <mark className="rounded-sm bg-accent/30 text-ink">{hit.match}</mark>
        {hit.after}
      </span>
    </button>
  );
}
