import { screen } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { type Ebook, readerContract } from "#shared/reader/contract.ts";
import { emptySearch } from "#client/features/reader/book-search-query.ts";
import type { BookStructure } from "#client/features/reader/engine/position/location.ts";
import type { SearchHit } from "#client/features/reader/search-groups.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { getId } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { SearchResults } from "./search-results.tsx";

beforeAll(() => loadMessages("reader", "readerPanels"));

const structure = { sections: [{ item: { index: 0 } }], chapters: [] } as unknown as BookStructure;

const makeHit = (n: number, isExact: boolean): SearchHit => ({
  spineIndex: 0,
  sentence: SentenceId.parse(`s0-${n}`),
  isExact,
  before: "",
  match: "well",
  after: "",
  start: 0,
  end: 4,
});

async function listLevels(hits: readonly SearchHit[]) {
  stubCalls(reply(readerContract.searchInBook, { hits: [...hits], isCapped: false, shownFor: null }));
  renderPage(
    <SearchResults
      ebook={{ bookId: BookId.parse(getId(1)) } as Ebook}
      structure={structure}
      query={{ ...emptySearch, search: "well" }}
      current={null}
      onGo={vi.fn()}
    />,
  );
  return (await screen.findAllByRole("heading")).map(({ tagName }) => tagName);
}

test("chapters are right below the title of the panel in one group", async () => {
  expect(await listLevels([makeHit(1, true)])).toEqual(["H3"]);
});

test("chapters are below the headings of two groups", async () => {
  expect(await listLevels([makeHit(1, true), makeHit(2, false)])).toEqual(["H3", "H4", "H3", "H4"]);
});
