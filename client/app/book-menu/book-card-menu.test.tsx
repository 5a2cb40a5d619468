import { act, screen, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { Book } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { keptShares } from "#client/lib/offline/kept-shares.ts";
import { makeBook, makeDetail, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { BookCardMenu } from "./book-card-menu.tsx";

beforeAll(() => loadMessages("shelves", "offline"));

beforeEach(() => {
  vi.stubGlobal("caches", { keys: async () => [], match: async () => undefined });
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: {} });
  keptShares.set(new Map());
});

async function openMenu(book: Book) {
  stubCalls(
    reply(accountsContract.getUser, makeUser()),
    reply(booksContract.getBook, { ...makeDetail(2), ...book }),
  );
  const page = renderPage(<BookCardMenu book={book} />);
  await page.user.click(screen.getByRole("button", { name: `More for ${book.title}` }));
  return { ...page, menu: await screen.findByRole("menu") };
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
