import { act, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { writeKeptBook } from "#client/features/offline/kept-book.ts";
import { useUser } from "#client/lib/api/session.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { getBookCacheName, writeContact } from "#client/lib/offline/kept-caches.ts";
import { makeBook, makeUser } from "#client/testing/factories.ts";
import { stubCaches } from "#client/testing/fake-caches.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { ReaderError } from "./reader-error.tsx";

beforeAll(() => loadMessages("reader", "offline"));
beforeEach(() => {
  stubCaches();
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { getRegistration: async () => undefined },
  });
});
afterEach(() => vi.restoreAllMocks());

const book = makeBook(7);
/** The rest of the page knows the user before the book is opened. */
function Page() {
  useUser();
  return <ReaderError bookId={book.id} error={new TypeError("Failed to fetch")} onRetry={() => {}} />;
}

test("without a connection, a locked kept book says why it does not open", async () => {
  const user = makeUser();
  const { calls } = stubCalls(reply(accountsContract.getUser, user));
  const cache = await caches.open(getBookCacheName(user.id, book.id));
  const contact = { contactAt: Date.now(), isLocked: true };
  await writeContact(cache, contact);
  await writeKeptBook(cache, {
    ...{ bookId: book.id, title: book.title, author: book.author, coverImageUrl: "", version: "a1" },
    ...{ hasText: true, hasAudio: false, bytes: 10, storedBytes: 10, state: "complete", ...contact },
  });
  renderPage(<Page />);
  await vi.waitFor(() => expect(calls).toHaveLength(1));

  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));

  expect(await screen.findByText("Locked: your access to this book has ended.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Try Again" })).toBeVisible();
});

test("with a connection, only the error is shown", async () => {
  stubCalls(reply(accountsContract.getUser, makeUser()));
  renderPage(<Page />);
  expect(await screen.findByText("The book could not be opened", { selector: "p" })).toBeVisible();
  expect(screen.queryByText(/Locked|not on this device/)).toBeNull();
});
