import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { makeBook } from "#client/testing/factories.ts";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { App } from "./app.tsx";

vi.mock("#client/lib/hooks/use-is-idle.ts", () => ({ useIsIdle: () => false }));

test("a list that failed offline loads when online, even while the app still starts", async () => {
  history.replaceState(null, "", "/browse");
  vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("Failed to fetch")));
  render(<App />);
  expect(await screen.findByRole("alert")).toBeVisible();

  const page = { total: 1, isTotalCapped: false, nextCursor: null, searchedFor: null };
  stubCalls(reply(booksContract.listBooks, { books: [makeBook(1)], ...page }));
  act(() => void window.dispatchEvent(new Event("online")));

  expect(await screen.findByRole("heading", { name: "Book 1" })).toBeVisible();
});
