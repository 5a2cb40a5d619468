import { useEffect, useState } from "react";
import { type BookSearchQuery, emptySearch } from "#client/features/reader/book-search-query.ts";
import { flashHighlight } from "#client/features/reader/flash-highlight.ts";
import type { OwnMark } from "#client/features/reader/own-marks.ts";
import type { SearchHit } from "#client/features/reader/search-groups.ts";
import { HitBar } from "./hit-bar.tsx";
import { SearchPanel } from "./search-panel.tsx";
import type { BookInReader } from "./use-reader-commands.ts";

/** The results of the last search, of which one is open. */
interface OpenHits {
  readonly hits: readonly SearchHit[];
  readonly index: number;
}

/** The search panel, and the way from one result to the next. */
export function BookSearch({ ebook, engine, reader }: BookInReader) {
  const { panel, setPanel, jumpHistory: history, hitNavigation, requestedSearch } = reader;
  const [query, setQuery] = useState<BookSearchQuery>(emptySearch);
  const [handledSearch, setHandledSearch] = useState<typeof requestedSearch>(null);
  if (requestedSearch && requestedSearch !== handledSearch) {
    setHandledSearch(requestedSearch);
    setQuery({ ...emptySearch, search: requestedSearch.text.slice(0, 200) });
  }
  const [open, setOpen] = useState<OpenHits | null>(null);
  const goTo = async (hits: readonly SearchHit[], index: number) => {
    const hit = hits[index];
    if (!hit) return;
    setOpen({ hits, index });
    setPanel(null);
    const part = { start: hit.start, end: hit.end };
    await history.jump({ sentence: hit.sentence, part });
    flashHighlight(engine.document, hit.sentence, part);
  };
  const goToMark = async ({ target }: OwnMark) => {
    setPanel(null);
    await history.jump(target);
    if ("sentence" in target && target.part) flashHighlight(engine.document, target.sentence, target.part);
  };
  const step = (by: 1 | -1) => {
    if (open) void goTo(open.hits, (open.index + by + open.hits.length) % open.hits.length);
  };
  useEffect(() => {
    hitNavigation.current = open && step;
    return () => {
      hitNavigation.current = null;
    };
  });

  return (
    <>
      {open && (
        <HitBar
          index={open.index}
          count={open.hits.length}
          history={history}
          onStep={step}
          onClose={() => setOpen(null)}
        />
      )}
      {panel === "search" && (
        <SearchPanel
          ebook={ebook}
          structure={engine.structure}
          query={query}
          current={open && (open.hits[open.index] ?? null)}
          onSearch={setQuery}
          onGo={(hits, index) => void goTo(hits, index)}
          onGoToMark={(mark) => void goToMark(mark)}
          onClose={() => setPanel(null)}
        />
      )}
    </>
  );
}
