import { screen } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { UserId } from "#shared/accounts/user.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { getBookCacheName, maxContactAgeMs, writeContact } from "#client/lib/offline/kept-caches.ts";
import { getId, makeBook, makeUser } from "#client/testing/factories.ts";
import { stubCaches } from "#client/testing/fake-caches.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { writeKeptBook } from "./kept-book.ts";
import { KeptOnly } from "./kept-only.tsx";

beforeAll(() => loadMessages("offline"));

const book = makeBook(7);

beforeEach(() => {
  stubCaches();
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { getRegistration: async () => undefined },
  });
});

/** @param n the number of the account, of which each test has its own */
async function show(n: number, contactAt: number, isLocked: boolean) {
  const user = makeUser({ id: UserId.parse(getId(n)) });
  stubCalls(reply(accountsContract.getUser, user));
  const cache = await caches.open(getBookCacheName(user.id, book.id));
  const contact = { contactAt, isLocked };
  await writeContact(cache, contact);
  await writeKeptBook(cache, {
    ...{ bookId: book.id, title: book.title, author: book.author, coverImageUrl: "", version: "a1" },
    ...{ hasText: true, hasAudio: false, bytes: 10, storedBytes: 10, state: "complete", ...contact },
  });
  renderPage(<KeptOnly bookId={book.id} text={<a href="/read">Read</a>} audio={null} />);
}

test("nothing is said about a book before the reader is known", async () => {
  const { calls, hold } = stubCalls(reply(accountsContract.getUser, makeUser()));
  hold(() => true);
  renderPage(<KeptOnly bookId={book.id} text={null} audio={null} />);
  await vi.waitFor(() => expect(calls).not.toEqual([]));
  expect(screen.queryByText(/not on this device/)).toBeNull();
});

test("a kept book opens", async () => {
  await show(1, Date.now(), false);
  expect(await screen.findByRole("link", { name: "Read" })).toBeVisible();
});

test.each([
  [2, "Locked: your access to this book has ended.", Date.now(), true],
  [3, "Locked: connect to the internet once to open it again.", Date.now() - maxContactAgeMs, false],
])("a locked book says why and opens nothing (account %i)", async (n, text, contactAt, isLocked) => {
  await show(n, contactAt, isLocked);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole("link")).toBeNull();
});
