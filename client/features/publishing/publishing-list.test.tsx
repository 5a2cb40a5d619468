import { screen, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import type { BookId } from "#shared/books/book.ts";
import { type BulkEdit, bulkEditsContract } from "#shared/publishing/bulk-edits.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import type { PublishingRow } from "#shared/publishing/publishing-book.ts";
import { maxCounted } from "#shared/staff/max-counted.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { getId } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { PublishingList } from "./publishing-list.tsx";

beforeAll(() => loadMessages("publishing"));

const { listAllBooks, countAllBooks } = publishingContract;
const createdAt = new Date("2026-01-01T00:00:00Z");
const countPath = "/api/admin/books/count";

const book: PublishingRow = {
  id: getId(1) as BookId,
  title: "The Lamp",
  author: "Maryam Idris",
  state: "published",
  stateReason: "",
  language: "en",
  genre: "Prayer",
  isFree: true,
  isFeatured: false,
  hasEbook: true,
  hasAudiobook: false,
  coverImageUrl: "",
  ownerName: null,
  isCoauthored: false,
  isRevision: false,
  revisionState: null,
  createdAt,
  updatedAt: createdAt,
  releaseAt: null,
};

const edit: BulkEdit = {
  id: getId(2),
  state: "running",
  total: 1_234,
  done: 0,
  actor: "Amina Rahman",
  fields: ["isFree"],
  createdAt,
};

async function renderList(total: number) {
  const stubs = stubCalls(reply(listAllBooks, { books: [book], total, nextCursor: null }));
  const { user } = renderPage(
    <PublishingList scope="all" getEditPath={(id) => `/books/${id}`} empty="No books" />,
    { at: "/?language=en&isFree=true&sortBy=title" },
  );
  await user.click(await screen.findByRole("checkbox", { name: "Select The Lamp" }));
  const bar = within(screen.getByRole("region", { name: "Selected books" }));
  const countCalls = () => stubs.calls.filter(({ url }) => url.startsWith(countPath));
  return { ...stubs, user, bar, countCalls };
}

test("all books that are more than a list counts are counted exactly before they are edited", async () => {
  const { user, bar, add, hold, calls, countCalls } = await renderList(maxCounted);
  expect(screen.getByText("1,000+ books")).toBeVisible();
  add(reply(countAllBooks, { total: 1_234 }), reply(bulkEditsContract.startBulkEdit, edit));
  const release = hold(({ url }) => url.startsWith(countPath));
  expect(countCalls()).toEqual([]);

  await user.click(bar.getByRole("button", { name: "Select all 1,000+ matching books" }));
  expect(bar.getByRole("button", { name: "Select all 1,000+ matching books" })).toBeDisabled();
  expect(bar.getByRole("button", { name: "Edit" })).toBeDisabled();
  expect(bar.getByRole("status")).toHaveTextContent("One book selected");
  release();
  expect(await bar.findByText("1,234 books selected")).toBeVisible();
  expect(countCalls().map(({ url }) => url)).toEqual([`${countPath}?language=en&isFree=true`]);

  await user.click(bar.getByRole("button", { name: "Edit" }));
  const dialog = within(screen.getByRole("dialog", { name: "Edit 1,234 books" }));
  await user.selectOptions(dialog.getByLabelText("Free"), "No");
  await user.click(dialog.getByRole("button", { name: "Change 1,234 books" }));
  expect(await screen.findByText("Changing 1,234 books")).toBeVisible();
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
    query: { language: "en", isFree: "true", sortBy: "title" },
    expected: 1_234,
    changes: { isFree: false },
  });
});

test("books that could not be counted are not chosen, and are counted again on request", async () => {
  const { user, bar, add } = await renderList(maxCounted);
  add(stubRejection(countAllBooks, { code: "too_many_requests", message: "" }));

  await user.click(bar.getByRole("button", { name: "Select all 1,000+ matching books" }));
  expect(await bar.findByRole("alert")).toHaveTextContent("Could not count the matching books.");
  expect(bar.getByRole("status")).toHaveTextContent("One book selected");
  expect(bar.getByRole("button", { name: "Edit" })).toBeEnabled();

  add(reply(countAllBooks, { total: maxCounted }));
  await user.click(bar.getByRole("button", { name: "Select all 1,000+ matching books" }));
  expect(await bar.findByText("1,000 books selected")).toBeVisible();
  expect(bar.queryByRole("alert")).toBeNull();
});

test("an exact total is not asked for again", async () => {
  const { user, bar, countCalls } = await renderList(999);

  await user.click(bar.getByRole("button", { name: "Select all 999 matching books" }));

  expect(bar.getByRole("status")).toHaveTextContent("999 books selected");
  expect(countCalls()).toEqual([]);
});
