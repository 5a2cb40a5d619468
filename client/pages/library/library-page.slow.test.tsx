import { screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { getNextCursor } from "#client/lib/urls/link-header.ts";
import { makeBook, makeEntry, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { LibraryPage } from "./library-page.tsx";

const { listLibrary, getLibraryCounts, saveEntry, deleteEntry } = libraryContract;
const { book: _book, ...mine } = makeEntry(1);
const counts = reply(getLibraryCounts, {
  total: 2,
  byStatus: {
    "want-to-read": 0,
    "currently-reading": 2,
    paused: 0,
    finished: 0,
    "did-not-finish": 0,
  },
});

function open(entries = [makeEntry(1), makeEntry(2)], at = "/library") {
  const calls = stubCalls(
    reply(accountsContract.getUser, makeUser()),
    counts,
    reply(listLibrary, entries),
    reply(saveEntry, mine),
    reply(deleteEntry, { done: true }),
  );
  return { ...renderPage(<LibraryPage />, { at }), ...calls };
}

const findRow = async (title: string) => {
  const heading = await screen.findByRole("heading", { name: title });
  return within(heading.closest("article") as HTMLElement);
};

describe("the library", () => {
  test("shows progress with one decimal and a continue button", async () => {
    open();

    const first = await findRow("Book 1");

    expect(first.getByText("41.3%")).toBeVisible();
    expect(first.getByRole("progressbar", { name: "Progress in Book 1" })).toHaveAttribute(
      "aria-valuenow",
      "41.3",
    );
    expect(first.getByRole("link", { name: /Continue reading/ })).toHaveAttribute(
      "href",
      `/read/${makeBook(1).id}`,
    );
  });

  test.each([
    ["finished", "0.0", 0],
    ["did-not-finish", "0.0", 0],
    ["want-to-read", "0.0", 0],
    ["currently-reading", "0.0", 1],
    ["paused", "0.0", 1],
    ["finished", "99.4", 1],
    ["did-not-finish", "12.5", 1],
  ] as const)("shows the progress of a book that is %s at %s", async (status, progress, bars) => {
    open([{ ...makeEntry(1), status, progress }]);

    const row = await findRow("Book 1");

    expect(row.queryAllByRole("progressbar")).toHaveLength(bars);
    expect(row.queryAllByText(`${progress}%`)).toHaveLength(bars);
  });

  test("removes a book optimistically and restores it with Undo", async () => {
    const { user, calls, add } = open();
    await user.click((await findRow("Book 1")).getByRole("button", { name: "Currently reading" }));
    add(reply(listLibrary, [makeEntry(2)]));

    await user.click(await screen.findByRole("menuitem", { name: "Remove from library" }));

    expect(await screen.findByText("Removed from your library")).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Book 1" })).toBeNull();
    expect((await findRow("Book 2")).getByRole("button", { name: "Currently reading" })).toHaveFocus();
    expect(calls.find(({ method }) => method === "DELETE")?.url).toBe(`/api/user/library/${makeBook(1).id}`);

    add(reply(listLibrary, [makeEntry(1), makeEntry(2)]));
    await user.click(screen.getByRole("button", { name: "Undo" }));

    expect(await screen.findByRole("heading", { name: "Book 1" })).toBeVisible();
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ status: "currently-reading" });
  });

  test("reverts a change that the server rejects, with a message", async () => {
    const { user, add } = open();
    add(stubRejection(saveEntry, { code: "internal", message: "" }));
    await user.click((await findRow("Book 1")).getByRole("button", { name: "Currently reading" }));

    await user.click(await screen.findByRole("menuitemcheckbox", { name: "Paused" }));

    expect(await screen.findByText("Something went wrong on our side.")).toBeVisible();
    expect((await findRow("Book 1")).getByRole("button", { name: "Currently reading" })).toBeVisible();
  });

  test("shows one status by its tab, kept in the URL", async () => {
    const { user, calls, url: getUrl } = open();

    await user.click(await screen.findByRole("tab", { name: "Currently reading (2)" }));

    expect(getUrl()).toBe("/library?status=currently-reading");
    expect(await screen.findByRole("tab", { selected: true })).toHaveTextContent("Currently reading");
    expect(calls.map(({ url }) => url)).toContain("/api/user/library?status=currently-reading&limit=30");
  });

  test("is searched, filtered and sorted, which the URL keeps, and shown as a grid", async () => {
    const { user, calls, url } = open();
    await findRow("Book 1");

    await user.selectOptions(screen.getByLabelText("Format"), "Audiobooks");
    await user.selectOptions(screen.getByLabelText("Sort by"), "Title");
    await user.type(screen.getByLabelText("Search your library"), "moon");

    await vi.waitFor(() => expect(url()).toBe("/library?format=audiobook&sort=title&search=moon"));
    await vi.waitFor(() =>
      expect(new URLSearchParams(calls.at(-1)?.url.split("?")[1])).toEqual(
        new URLSearchParams("search=moon&format=audiobook&sort=title&limit=30"),
      ),
    );

    await user.click(screen.getByRole("button", { name: "Grid" }));
    expect((await findRow("Book 1")).queryByRole("link", { name: /Continue reading/ })).toBeNull();
    expect((await findRow("Book 1")).getByRole("link", { name: "Book 1" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "List" }));
  });

  test("offers to clear the filters when nothing matches", async () => {
    const { user, url } = open([], "/library?status=paused&search=moon");

    await user.click(await screen.findByRole("button", { name: "Clear filters" }));

    expect(url()).toBe("/library?status=paused");
  });

  test.each([
    [{ hasEbook: true, hasAudiobook: false }, "link", /Read again/],
    [{ hasEbook: false, hasAudiobook: true }, "button", /Listen again/],
  ] as const)("offers a finished book again: %j", async (formats, role, name) => {
    const entry = makeEntry(1);
    open([{ ...entry, status: "finished", book: { ...entry.book, ...formats } }]);

    expect((await findRow("Book 1")).getByRole(role, { name })).toBeVisible();
  });

  test("shows the next step when empty", async () => {
    open([]);

    expect(await screen.findByText("Your library is empty")).toBeVisible();
    expect(screen.getByRole("link", { name: "Find a Book" })).toHaveAttribute("href", "/browse");
  });

  test("proposes to mark a book as finished", async () => {
    const { user, calls } = open([makeEntry(1, { proposesFinished: true, progress: "99.4" })]);

    await user.click((await findRow("Book 1")).getByRole("button", { name: "Mark as finished" }));

    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ status: "finished" });
  });
});

test("the next page is read from the Link header", () => {
  expect(getNextCursor('</api/user/library?limit=30&cursor=abc-1>; rel="next"')).toBe("abc-1");
  expect(getNextCursor("</x?cursor=a>; rel=prev")).toBeNull();
  expect(getNextCursor(null)).toBeNull();
});
