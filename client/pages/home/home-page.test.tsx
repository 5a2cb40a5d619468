import { screen, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { describe, expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { booksContract } from "#shared/books/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { idOf, makeBook, makeEntry, makeUser } from "#client/testing/make.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { refusal, reply, type Stub, stubCalls } from "#client/testing/stub-calls.ts";
import { HomeOfReaderPage } from "./home-of-reader-page.tsx";
import { HomePage } from "./home-page.tsx";

const { listLatest, listTopRated, listGenres } = booksContract;
const many = (first: number) => Array.from({ length: 8 }, (_, index) => makeBook(first + index));
const signedIn = reply(accountsContract.getUser, makeUser());
const guest = refusal(accountsContract.getUser, { code: "signed_out", message: "Unauthorized" });
const genres = Array.from({ length: 7 }, (_, n) => ({ id: idOf(70 + n), name: `Genre ${n}`, bookCount: n }));

function open(at: string, ...stubs: readonly Stub[]) {
  const calls = stubCalls(
    reply(listLatest, many(10)),
    reply(listTopRated, many(30)),
    reply(listGenres, genres),
    reply(libraryContract.listLibrary, [makeEntry(1), makeEntry(2), makeEntry(3)]),
    ...stubs,
  );
  const page = renderPage(
    <Routes>
      <Route path="/" element={<HomePage />} />
      <Route path="/home" element={<HomeOfReaderPage />} />
    </Routes>,
    { at },
  );
  return { ...page, ...calls };
}

const part = async (name: string) => within(await screen.findByRole("region", { name }));

describe("a reader's home", () => {
  test("has two books to go on with, six of each list, and where there are more", async () => {
    const { made } = open("/", signedIn);

    expect(await screen.findByRole("heading", { name: "Welcome back, Amina" })).toBeVisible();
    const reading = await part("Currently Reading");
    expect(await reading.findAllByRole("article")).toHaveLength(2);
    expect(reading.getAllByText("41.3%")).toHaveLength(2);
    expect(reading.getByRole("link", { name: /View All/ })).toHaveAttribute("href", "/library");

    const latest = await part("New Releases");
    expect(await latest.findAllByRole("article")).toHaveLength(6);
    expect(latest.getByRole("link", { name: /View All/ })).toHaveAttribute(
      "href",
      "/browse?sortBy=createdAt&sortOrder=desc",
    );
    const best = await part("Recommended for You");
    expect(best.getByRole("link", { name: /View All/ })).toHaveAttribute(
      "href",
      "/browse?sortBy=averageRating&sortOrder=desc",
    );
    expect(await (await part("Explore by Genre")).findAllByRole("listitem")).toHaveLength(6);
    expect(made.map(({ url }) => url)).toContain("/api/books/latest?limit=6");
  });

  test("says what to do when there is nothing yet", async () => {
    open("/home", signedIn, reply(libraryContract.listLibrary, []), reply(listLatest, []));

    expect(await screen.findByText("No books currently being read")).toBeVisible();
    expect(screen.getByRole("link", { name: "Find a Book" })).toHaveAttribute("href", "/browse");
    expect(await screen.findByText("No new books yet")).toBeVisible();
  });

  test("names the list that could not be fetched", async () => {
    const refused = { code: "too_many_requests", message: "" } as const;
    open("/home", signedIn, refusal(listLatest, refused), refusal(listTopRated, refused));

    expect(await screen.findByText("Failed to fetch latest books")).toBeVisible();
    expect(screen.getByText("Failed to fetch top rated books")).toBeVisible();
  });
});

describe("a guest", () => {
  test("meets the way in", async () => {
    open("/", guest);

    expect(await screen.findByRole("link", { name: "Create free account" })).toHaveAttribute(
      "href",
      "/auth?mode=sign-up",
    );
    expect(screen.queryByText("Currently Reading")).toBeNull();
  });

  test("is sent from /home to /", async () => {
    const { address } = open("/home", guest);

    await screen.findByRole("link", { name: "Create free account" });
    expect(address()).toBe("/");
  });
});

test("while nobody knows who is there, a spinner shows", () => {
  open("/", signedIn);

  expect(screen.getByRole("status")).toHaveTextContent("Loading…");
});
