import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { BookId } from "#shared/books/book.ts";
import { type BookDetail, booksContract } from "#shared/books/contract.ts";
import { challengesContract } from "#shared/challenges/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import type { MyEntry } from "#shared/library/entry.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { getId, makeBook, makeChallenge, makeDetail } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls } from "#client/testing/stub-calls.ts";
import { BookEnd } from "./book-end.tsx";

const now = new Date("2026-03-01T12:00:00Z");
const entry: MyEntry = {
  status: "currently-reading",
  progress: "100.0",
  lastFormat: "text",
  rating: null,
  proposesFinished: false,
  addedAt: now,
  updatedAt: now,
};
const ebook = { bookId: getId(5) as BookId, title: "The Four Keys", portion: "whole" } as Ebook;

function open(book: Partial<BookDetail>, ...stubs: readonly Stub[]) {
  const calls = stubCalls(reply(booksContract.getBook, makeDetail(5, book)), ...stubs);
  return {
    ...calls,
    ...renderPage(<BookEnd ebook={ebook} isSignedIn lastPage={<button type="button">Back</button>} />),
  };
}

test("a finished book is rated with one tap and shows what it completed and the next of the series", async () => {
  const challenge = makeChallenge(1, { title: "Three books", goal: 3, endsAt: new Date("2099-01-01") });
  const next = { id: getId(6) as BookId, title: "The Second Part" };
  const books = [{ position: 2, book: makeBook(6, { title: next.title }) }];
  const series = { id: getId(9), name: "Parts", position: 1, next, books };
  const finished: MyEntry = { ...entry, status: "finished" };
  const { user, calls, add } = open(
    { myEntry: entry, series },
    reply(libraryContract.saveEntry, finished),
    reply(libraryContract.saveRating, { done: true }),
    reply(challengesContract.listMine, [{ challenge, joinedAt: now, completedAt: now, progress: 4 }]),
  );

  const button = await screen.findByRole("button", { name: "Mark as finished" });
  add(reply(booksContract.getBook, makeDetail(5, { myEntry: finished, series })));
  await user.click(button);

  expect(await screen.findByText("Three books")).toBeVisible();
  expect(screen.getByText(/3 of 3: challenge completed/)).toBeVisible();
  expect(screen.getByRole("link", { name: "The Second Part" })).toHaveAttribute("href", `/book/${next.id}`);
  expect(screen.queryByRole("button", { name: "Mark as finished" })).toBeNull();
  await user.click(screen.getByRole("radio", { name: /4\.5/ }));
  expect(calls.findLast(({ method }) => method === "PUT")?.body).toEqual({ stars: 4.5 });
});

test("similar books follow without a series, and the text is one step back", async () => {
  open({ myEntry: null, series: null }, reply(booksContract.listSimilar, [makeBook(7), makeBook(8)]));

  expect(await screen.findByRole("link", { name: makeBook(7).title })).toBeVisible();
  expect(screen.getByRole("button", { name: "Back" })).toBeVisible();
});
