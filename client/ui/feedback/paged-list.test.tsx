import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { type MoreRows, usePagedQuery } from "#client/lib/api/paged-query.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { PagedList } from "./paged-list.tsx";

afterEach(() => vi.unstubAllGlobals());

const Word = z.object({ text: z.string() });
type Word = z.infer<typeof Word>;
const query = z.strictObject({ cursor: z.optional(z.string()) });
const common = { method: "GET", access: "guest", summary: "A test", reads: ["book"], query } as const;
const listWords = route({
  ...common,
  path: "/words",
  rows: "words",
  rowKey: ({ text }: Word) => text,
  response: z.object({ words: z.array(Word), nextCursor: z.nullable(z.string()) }),
});
const listLinked = route({
  ...common,
  path: "/linked",
  rowKey: ({ text }: Word) => text,
  response: z.array(Word),
});

function Words({ isManual = true }: { readonly isManual?: boolean }) {
  return (
    <PagedList
      query={usePagedQuery(listWords, { query: {} })}
      isManual={isManual}
      errorTitle="No words"
      empty="Empty"
    >
      {({ text }, index) => `${index} ${text}`}
    </PagedList>
  );
}

function LinkedWords() {
  return (
    <PagedList query={usePagedQuery(listLinked, { query: {} })} isManual>
      {({ text }) => text}
    </PagedList>
  );
}

type Page = readonly [words: string, nextCursor: string | null] | "failed";

/** Answers in order; "failed" is an answer that is not retried. */
function stubPages(...pages: Page[]) {
  const urls: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    urls.push(url);
    const page = pages[Math.min(urls.length, pages.length) - 1] ?? "failed";
    if (page === "failed") return Response.json({ code: "not_found", message: "Gone" }, { status: 404 });
    const [words, nextCursor] = page;
    const rows = words
      .split(" ")
      .filter(Boolean)
      .map((text) => ({ text }));
    return url.startsWith("/linked")
      ? Response.json(
          rows,
          nextCursor ? { headers: { Link: `</linked?cursor=${nextCursor}>; rel="next"` } } : {},
        )
      : Response.json({ words: rows, nextCursor });
  });
  return urls;
}

const listShown = async () => (await screen.findAllByRole("listitem")).map(({ textContent }) => textContent);
const getMore = () => screen.getByRole("button", { name: "Show more" });

test("shows that it is loading, then the rows, and loads the next page by its button until the end", async () => {
  const urls = stubPages(["a b", "after-b"], ["b c", null]);
  const { user } = renderPage(<Words />);

  expect(screen.getByRole("status")).toHaveTextContent("Loading");
  expect(await listShown()).toEqual(["0 a", "1 b"]);
  expect(screen.queryByRole("status")).toBeNull();

  await user.click(getMore());

  const end = await screen.findByText("Nothing more to show");
  // A row of both pages is shown once.
  expect(await listShown()).toEqual(["0 a", "1 b", "2 c"]);
  expect(end).toHaveFocus();
  expect(screen.queryByRole("button")).toBeNull();
  expect(urls).toEqual(["/words", "/words?cursor=after-b"]);
});

test("without rows, says so", async () => {
  stubPages(["", null]);
  renderPage(<Words />);

  expect(await screen.findByText("Empty")).toBeVisible();
  expect(screen.queryByRole("listitem")).toBeNull();
});

test("looks further when a page has no rows but another one follows", async () => {
  stubPages(["", "further"], ["a", null]);
  const { user } = renderPage(<Words />);

  await user.click(await screen.findByRole("button", { name: "Show more" }));

  expect(await listShown()).toEqual(["0 a"]);
});

test("offers to try again when it cannot be loaded", async () => {
  stubPages("failed", ["a", null]);
  const { user } = renderPage(<Words />);

  expect(await screen.findByRole("alert")).toHaveTextContent("No words");
  await user.click(screen.getByRole("button", { name: "Try Again" }));

  expect(await listShown()).toEqual(["0 a"]);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("keeps the rows when the next page cannot be loaded, and offers to try again", async () => {
  stubPages(["a", "after-a"], "failed", ["b", null]);
  const { user } = renderPage(<Words />);
  await listShown();

  await user.click(getMore());
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(await listShown()).toEqual(["0 a"]);
  await user.click(screen.getByRole("button", { name: "Try Again" }));

  await waitFor(async () => expect(await listShown()).toEqual(["0 a", "1 b"]));
});

test("shows the loaded pages at once when the reader comes back", async () => {
  const urls = stubPages(["a", "after-a"], ["b", "after-b"]);
  const first = renderPage(<Words />);
  await listShown();
  await first.user.click(getMore());
  await waitFor(async () => expect(await listShown()).toHaveLength(2));
  first.unmount();

  renderPage(<Words />, { client: first.client });

  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  expect(getMore()).toBeEnabled();
  expect(urls).toHaveLength(2);
});

test.each([
  [false, 2],
  [true, 1],
])("near the end, loads more unless only the button may (%s)", async (isManual, pageCount) => {
  vi.stubGlobal("IntersectionObserver", VisibleObserver);
  const urls = stubPages(["a", "after-a"], ["b", null]);
  renderPage(<Words isManual={isManual} />);

  await waitFor(async () => expect(await listShown()).toHaveLength(pageCount));
  expect(urls).toHaveLength(pageCount);
});

test("follows the Link header of a reply without a cursor", async () => {
  const urls = stubPages(["a", "after-a"], ["b", null]);
  const { user } = renderPage(<LinkedWords />);
  await listShown();

  await user.click(getMore());

  await waitFor(async () => expect(await listShown()).toEqual(["a", "b"]));
  expect(urls).toEqual(["/linked", "/linked?cursor=after-a"]);
});

test("loads earlier rows of a list that begins in the middle, by the button only", async () => {
  const load = vi.fn();
  const paged = {
    rows: [{ text: "b" }],
    first: undefined,
    getKey: ({ text }: Word) => text,
    error: null,
    isError: false,
    isPaused: false,
    isPlaceholder: false,
    refetch: vi.fn(),
    next: null,
  };
  const show = (previous: MoreRows | null) => (
    <PagedList query={{ ...paged, previous }} previousLabel="Earlier words">
      {({ text }) => text}
    </PagedList>
  );
  vi.stubGlobal("IntersectionObserver", VisibleObserver);
  const { rerender } = render(show({ isLoading: false, error: null, load }));

  expect(load).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Earlier words" }));
  expect(load).toHaveBeenCalledOnce();
  rerender(show(null));

  expect(screen.getByText("Nothing more to show")).toHaveFocus();
});

class VisibleObserver {
  readonly #notify: (entries: readonly object[]) => void;

  constructor(notify: (entries: readonly object[]) => void) {
    this.#notify = notify;
  }
  observe() {
    this.#notify([{ isIntersecting: false }, { isIntersecting: true }]);
  }
  disconnect() {}
}
