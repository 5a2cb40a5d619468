import { screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { booksContract } from "#shared/books/contract.ts";
import { getId, makeBook } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { BrowsePage } from "./browse-page.tsx";

const { listBooks, listGenres, listFilters, suggest } = booksContract;
const stubBooks = (input: Partial<Parameters<typeof reply<typeof listBooks>>[1]> = {}) =>
  reply(listBooks, {
    books: [makeBook(1), makeBook(2, { averageRating: 3.5, ratingCount: 2 })],
    total: 2,
    isTotalCapped: false,
    nextCursor: null,
    searchedFor: null,
    ...input,
  });

function open(at = "/browse", ...more: readonly Stub[]) {
  const calls = stubCalls(
    stubRejection(accountsContract.getUser, { code: "unauthenticated", message: "Unauthorized" }),
    reply(listGenres, [
      {
        id: getId(70),
        name: "Fiqh",
        description: "",
        bookCount: 2,
        icon: null,
        formerNames: [],
        coverImageUrls: [],
      },
    ]),
    reply(listFilters, { languages: [{ code: "ar", bookCount: 1 }], authors: [] }),
    stubBooks(),
    ...more,
  );
  return { ...renderPage(<BrowsePage />, { at }), ...calls };
}

const listRequestedUrls = (calls: readonly { url: string }[]) =>
  calls.map(({ url }) => url).filter((url) => /^\/api\/books(\?|$)/.test(url));

const countFilledStars = (card: Element | null) =>
  card?.querySelectorAll("svg path[fill=currentColor]").length;

describe("all books", () => {
  test("shows 4.5 for unrated books, with an outlined star, and says so", async () => {
    const rated = makeBook(2, { averageRating: 3.5, ratingCount: 2 });
    open("/browse", stubBooks({ books: [makeBook(1), rated, makeBook(3, { kind: "scripture" })] }));

    const first = (await screen.findByRole("heading", { name: "Book 1" })).closest("article");
    const second = screen.getByRole("heading", { name: "Book 2" }).closest("article");
    const third = screen.getByRole("heading", { name: "Book 3" }).closest("article");

    expect(within(first as HTMLElement).getByText("4.5")).toBeVisible();
    expect(first).toHaveTextContent("Not rated yet");
    expect(countFilledStars(first)).toBe(0);
    expect(countFilledStars(second)).toBe(1);
    expect(third).not.toHaveTextContent(/rated|4\.5/i);
    expect(second).toHaveTextContent("Rated 3.5 out of 5 by 2 readers");
  });

  test("shows a capped total", async () => {
    open("/browse", stubBooks({ total: 1000, isTotalCapped: true }));

    expect(await screen.findByText("1,000+ books")).toBeVisible();
  });

  test("keeps its filters in the URL and removes them one by one", async () => {
    const { user, calls, url } = open("/browse?search=prayer&sortBy=title&sortOrder=asc");
    await screen.findByText("2 books");
    expect(listRequestedUrls(calls)).toEqual([
      "/api/books?search=prayer&sortBy=title&sortOrder=asc&limit=24",
    ]);

    await user.selectOptions(await screen.findByRole("combobox", { name: "Genre" }), "Fiqh");
    await user.click(screen.getByRole("switch", { name: "Free only" }));
    expect(url()).toBe("/browse?search=prayer&sortBy=title&sortOrder=asc&genre=Fiqh&isFree=true");

    await user.click(screen.getByRole("button", { name: "Remove filter Fiqh" }));
    expect(url()).toBe("/browse?search=prayer&sortBy=title&sortOrder=asc&isFree=true");
    await user.click(screen.getByRole("button", { name: "Clear all" }));
    expect(url()).toBe("/browse");
  });

  test("loads page by page", async () => {
    const { user, calls, add } = open("/browse", stubBooks({ total: 3, nextCursor: "after-two" }));
    await screen.findByText("3 books");
    add(stubBooks({ books: [makeBook(3)], total: 3 }));

    await user.click(screen.getByRole("button", { name: "Show more" }));

    expect(await screen.findByRole("heading", { name: "Book 3" })).toBeVisible();
    expect(screen.getByRole("heading", { name: "Book 1" })).toBeVisible();
    expect(listRequestedUrls(calls).at(-1)).toBe("/api/books?limit=24&cursor=after-two");
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  test("helps when nothing matches", async () => {
    const { user, url } = open("/browse?search=zzz", stubBooks({ books: [], total: 0 }));

    expect(await screen.findByText("No books found")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show all books" }));

    expect(url()).toBe("/browse");
  });

  test("shows the results without each filter, and spelling corrections", async () => {
    const { calls, add } = open("/browse?search=prayr&genre=Fiqh", stubBooks({ books: [], total: 0 }));
    const stubbed = globalThis.fetch;
    vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
      const params = new URL(url, location.origin).searchParams;
      if (params.get("search") === "prayr" && !params.has("genre"))
        add(stubBooks({ total: 7, searchedFor: "prayer" }));
      else if (params.get("genre") === "Fiqh" && !params.has("search")) add(stubBooks({ total: 2 }));
      else add(stubBooks({ books: [], total: 0 }));
      return stubbed(url, init);
    });

    expect(await screen.findByRole("link", { name: "Did you mean “prayer”?" })).toHaveAttribute(
      "href",
      "/browse?search=prayer",
    );
    const wider = within(screen.getByRole("navigation", { name: "Try a broader search" }));
    expect(wider.getByRole("link", { name: /Remove “prayr”/ })).toHaveTextContent("2 books");
    expect(wider.getByRole("link", { name: /Remove Fiqh/ })).toHaveAttribute("href", "/browse?search=prayr");
    expect(listRequestedUrls(calls)).toContain("/api/books?sortBy=popularity&sortOrder=desc&limit=6");
  });

  test("shows a list instead of a grid and remembers that", async () => {
    const { user, unmount } = open(
      "/browse",
      stubBooks({ books: [makeBook(1, { description: "About fasting." })] }),
    );
    await screen.findByRole("heading", { name: "Book 1" });
    expect(screen.queryByText("About fasting.")).toBeNull();

    await user.click(screen.getByRole("button", { name: "List" }));
    expect(await screen.findByText("About fasting.")).toBeVisible();
    expect(screen.getByRole("button", { name: "List" })).toHaveAttribute("aria-pressed", "true");
    unmount();

    open("/browse", stubBooks({ books: [makeBook(1, { description: "About fasting." })] }));
    expect(await screen.findByText("About fasting.")).toBeVisible();
  });

  test("can be retried after an error", async () => {
    const { user, add } = open(
      "/browse",
      stubRejection(listBooks, { code: "too_many_requests", message: "" }),
    );
    expect(await screen.findByText("The books could not be loaded.")).toBeVisible();

    add(stubBooks());
    await user.click(screen.getByRole("button", { name: "Try Again" }));

    expect(await screen.findByRole("heading", { name: "Book 1" })).toBeVisible();
  });
});

describe("the search field", () => {
  const offers = reply(suggest, [
    { kind: "book", id: getId(5), label: "The Five Prayers", detail: "Maryam Idris", coverImageUrl: "" },
    { kind: "genre", id: getId(70), label: "Prayer", detail: "", coverImageUrl: "" },
  ]);
  const list = () => screen.findByRole("listbox", { name: "Suggestions" });
  const findSearchField = () => screen.findByRole("combobox", { name: "Search books, authors..." });

  test("suggests completions, selected with the arrow keys", async () => {
    const { user, url } = open("/browse", offers);

    await user.type(await findSearchField(), "pray");
    expect(within(await list()).getAllByRole("option")).toHaveLength(2);
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(screen.getByRole("option", { name: /^Prayer/ })).toHaveAttribute("aria-selected", "true");
    await user.keyboard("{Enter}");

    expect(url()).toBe("/browse?genre=Prayer");
  });

  test("searches for the typed text without a selection, and Escape closes suggestions", async () => {
    const { user, url } = open("/browse", offers);
    await user.type(await findSearchField(), "pray");
    await list();

    await user.keyboard("{Escape}");
    expect(screen.queryByRole("listbox", { name: "Suggestions" })).toBeNull();
    await user.keyboard("{Enter}");

    await vi.waitFor(() => expect(url()).toBe("/browse?search=pray"));
  });
});
