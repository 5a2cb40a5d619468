import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { type ShelfPreview, type ShelfRow, shelfImportContract } from "#shared/shelf-import/contract.ts";
import { getId, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { ShelfImport } from "./shelf-import.tsx";

const { previewImport, runImport, listImportedBooks, deleteImportedBook } = shelfImportContract;

const row: Omit<ShelfRow, "book"> & { book: null } = {
  title: "The Well",
  author: "Hind Omar",
  status: "finished",
  stars: 4,
  finishedOn: "2025-03-04",
  book: null,
};
const preview: ShelfPreview = {
  source: "goodreads",
  total: 203,
  found: 1,
  skipped: [{ line: 5, reason: "title" }],
  skippedCount: 1,
  shelves: [
    { name: "favorites", books: 2, isNew: true },
    { name: "Winter", books: 1, isNew: false },
  ],
  skippedShelves: 0,
  rows: [
    { ...row, title: "The Lamp", book: { id: getId(5) as never, title: "The Lamp", author: "Hind" } },
    row,
  ],
};
const stored = { ...row, id: getId(8) as never, source: "goodreads" as const };

async function open(...more: readonly Stub[]) {
  const calls = stubCalls(
    reply(accountsContract.getUser, makeUser()),
    reply(listImportedBooks, { books: [stored], total: 1, nextCursor: null }),
    reply(deleteImportedBook, { done: true }),
    ...more,
  );
  const page = renderPage(<ShelfImport />);
  await page.user.click(await screen.findByRole("button", { name: "Import books" }));
  const dialog = within(await screen.findByRole("dialog"));
  await page.user.upload(
    dialog.getByLabelText("CSV file"),
    new File(["x"], "books.csv", { type: "text/csv" }),
  );
  return { ...page, ...calls, dialog };
}

test("a file is previewed before the import", async () => {
  const { user, dialog, calls } = await open(
    reply(previewImport, preview),
    reply(runImport, { added: 1, saved: 203, shelves: 2, total: 203 }),
  );

  expect(await dialog.findByText("favorites: 2 books, new")).toBeVisible();
  expect(dialog.getByText("Winter: 1 book")).toBeVisible();
  expect(await dialog.findByText("Goodreads: 203 books, 1 available here.")).toBeVisible();
  expect(dialog.getByRole("link", { name: "The Lamp" })).toHaveAttribute("href", `/book/${getId(5)}`);
  expect(dialog.getAllByText("Finished · March 4, 2025 · 4 of 5 stars")).toHaveLength(2);
  expect(dialog.getByText("And 201 more.")).toBeVisible();
  expect(dialog.getByText("One row was skipped (missing title or duplicate): 5.")).toBeVisible();
  expect(calls.some(({ url, method }) => method === "POST" && url === "/api/shelf-import")).toBe(false);
  await user.click(dialog.getByRole("button", { name: "Import" }));

  expect(
    await screen.findByText(
      "1 added to your library, 203 added to your reading history. Books were added to 2 shelves.",
    ),
  ).toBeVisible();
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a file that is not CSV is rejected with the server's reason", async () => {
  const { dialog } = await open(
    stubRejection(previewImport, {
      code: "unprocessable_file",
      message: "",
      reason: { code: "csv_open_quote" },
    }),
  );

  expect(await dialog.findByText("A quotation mark in this file is never closed.")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Import" })).toBeDisabled();
});

test("an imported book is removed after a confirmation that lists what is lost", async () => {
  const { user, calls } = await open(reply(previewImport, preview));
  await user.keyboard("{Escape}");

  await user.click(await screen.findByRole("button", { name: "Remove The Well" }));
  expect(await screen.findByText(/^It is removed from your reading history/)).toBeVisible();
  expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
  await user.click(screen.getByRole("button", { name: "Remove" }));

  await vi.waitFor(() =>
    expect(
      calls.some(({ url, method }) => method === "DELETE" && url === `/api/shelf-import/books/${getId(8)}`),
    ).toBe(true),
  );
});
