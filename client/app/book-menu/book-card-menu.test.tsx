import { act, screen, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { Book } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { queueContract } from "#shared/queue/contract.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { keptShares } from "#client/lib/offline/kept-shares.ts";
import { makeBook, makeDetail, makeUser } from "#client/testing/factories.ts";
import { stubCaches } from "#client/testing/fake-caches.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { BookCardMenu } from "./book-card-menu.tsx";

beforeAll(() => loadMessages("shelves", "offline"));

beforeEach(() => {
  stubCaches();
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: {} });
  keptShares.set(new Map());
});

async function openMenu(book: Book) {
  const { calls } = stubCalls(
    reply(accountsContract.getUser, makeUser()),
    reply(booksContract.getBook, { ...makeDetail(2), ...book }),
    reply(queueContract.getQueue, { books: [] }),
    reply(queueContract.saveQueuedBook, { done: true }),
  );
  const page = renderPage(<BookCardMenu book={book} />);
  await page.user.click(screen.getByRole("button", { name: `More for ${book.title}` }));
  return { ...page, calls, menu: await screen.findByRole("menu") };
}

test("a book is kept from the menu of its card, or the dialog says why not", async () => {
  const { menu, user } = await openMenu(makeBook(2));

  await user.click(within(menu).getByRole("menuitem", { name: "Keep offline" }));

  const dialog = await screen.findByRole("dialog", { name: /Keep “.*Book 2.*” offline/ });
  expect(
    await within(dialog).findByText("Only books that you can read or hear in full can be kept offline."),
  ).toBeVisible();
  expect(within(dialog).getByRole("button", { name: "Download" })).toBeDisabled();
});

test("the menu shows how much of a book is on this device", async () => {
  const book = makeBook(2);
  keptShares.set(new Map([[book.id, 0.4]]));
  const { menu } = await openMenu(book);
  expect(within(menu).getByRole("menuitem", { name: "40% on this device" })).toBeVisible();

  act(() => keptShares.set(new Map([[book.id, 1]])));

  expect(within(menu).getByRole("menuitem", { name: "Kept offline" })).toHaveAttribute(
    "href",
    "/library?view=downloads",
  );
});

test("a book without text and audio cannot be kept", async () => {
  const { menu } = await openMenu(makeBook(2, { hasEbook: false }));
  expect(within(menu).queryByRole("menuitem", { name: "Keep offline" })).toBeNull();
});

test("a book with audio is put into the queue, another one is not", async () => {
  const book = makeBook(2, { hasAudiobook: true });
  const { menu, user, calls, unmount } = await openMenu(book);
  await user.click(await within(menu).findByRole("menuitem", { name: "Play next" }));
  await vi.waitFor(() =>
    expect(calls).toContainEqual({
      method: "PUT",
      url: `/api/user/queue/${book.id}`,
      body: { position: 0 },
    }),
  );
  unmount();

  const other = await openMenu(makeBook(3, { hasAudiobook: false }));
  expect(within(other.menu).queryByRole("menuitem", { name: "Add to queue" })).toBeNull();
});
