import { screen, within } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { BookId } from "#shared/books/book.ts";
import { CommunityId } from "#shared/community/community.ts";
import { marksContract, type SavedMark } from "#shared/marks/contract.ts";
import { marginContract } from "#shared/marks/margin-contract.ts";
import { MarkId } from "#shared/marks/mark.ts";
import { notebookContract } from "#shared/notebook/contract.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { getId, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { LibraryNotebook } from "./library-notebook.tsx";

beforeAll(() => loadMessages("notebook", "marks", "richText"));

const bookId = BookId.parse(getId(1));
const time = new Date("2026-01-01T00:00:00Z");
const book = { id: bookId, title: "The Well", author: "Hind Omar", isVisible: true };

const makeMark = (n: number, fields: Partial<SavedMark> = {}) => ({
  id: MarkId.parse(getId(n)),
  bookId,
  anchor: {
    chapter: 1,
    offset: n,
    fraction: n / 100,
    quote: { exact: `Words ${n}`, prefix: "", suffix: "" },
  },
  placement: "exact" as const,
  style: "yellow" as const,
  note: "",
  noteChange: null,
  tags: [],
  isDeleted: false,
  createdAt: time,
  changedAt: time,
  fieldTimes: { style: time, tags: time, isDeleted: time },
  content: [],
  ...fields,
});

function open(at = "/library?view=notebook", isInCommunity = false) {
  const marks = [makeMark(11), makeMark(12, { tags: ["water"] })];
  const calls = stubCalls(
    reply(accountsContract.getUser, makeUser()),
    reply(notebookContract.listMarks, { marks: marks.map((mark) => ({ ...mark, book })), nextCursor: null }),
    reply(notebookContract.getMarkSummary, {
      total: 2,
      lost: 0,
      deleted: 0,
      books: [{ id: bookId, title: "The Well", author: "Hind Omar", count: 2, isInCommunity }],
      tags: [{ tag: "water", count: 1 }],
    }),
    reply(notebookContract.getNotebook, { items: [], version: "a".repeat(40) }),
    reply(notebookContract.saveNotebook, { version: "b".repeat(40) }),
    reply(marksContract.listMarksOfBook, { marks, version: 2, hasMore: false }),
    reply(marksContract.saveMarks, { accepted: [], refused: [], marks: [] }),
  );
  return { ...renderPage(<LibraryNotebook />, { at }), ...calls };
}

test("a mark that is deleted disappears at once and can be restored", async () => {
  const { user, calls } = open();
  expect(await screen.findAllByRole("article")).toHaveLength(2);
  const [first] = screen.getAllByRole("article");
  await user.click(within(first as HTMLElement).getByRole("button", { name: "Delete" }));
  expect(screen.getAllByRole("article")).toHaveLength(1);
  await vi.waitFor(() =>
    expect(calls.findLast(({ method }) => method === "POST")?.body).toMatchObject({
      changes: [{ markId: getId(11), isDeleted: true }],
    }),
  );
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findAllByRole("article")).toHaveLength(2);
});

test("filters are sent to the server", async () => {
  const { user, calls } = open();
  await user.selectOptions(await screen.findByLabelText("Tag"), await screen.findByText("water (1)"));
  await vi.waitFor(() => expect(calls.some(({ url }) => url.includes("tag=water"))).toBe(true));
});

test("the marks of a book are moved with buttons, and the new order is saved", async () => {
  const { user, calls } = open(`/library?view=notebook&book=${bookId}`);
  const [first] = await screen.findAllByRole("article");
  await user.click(within(first as HTMLElement).getByRole("button", { name: "Move down" }));
  await vi.waitFor(() =>
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
      items: [{ markId: getId(12) }, { markId: getId(11) }],
      replaces: "a".repeat(40),
    }),
  );
});

test("a moment of the audio is shared with a community that reads the book", async () => {
  const audio = { chapter: 1, offset: 62, fraction: 0.1, quote: { exact: "Spoken", prefix: "", suffix: "" } };
  const { user, add } = open("/library?view=notebook", true);
  const marks = [makeMark(13, { anchor: audio, style: null }), makeMark(14, { isDeleted: true })];
  add(
    reply(notebookContract.listMarks, { marks: marks.map((mark) => ({ ...mark, book })), nextCursor: null }),
    reply(marginContract.listMarkShares, [
      { communityId: CommunityId.parse(getId(30)), name: "Evening readers", state: null, removedReason: "" },
    ]),
  );
  await user.click(await screen.findByRole("button", { name: "Share with a community" }));
  const dialog = await screen.findByRole("dialog", { name: "Share with a community" });
  expect(await within(dialog).findByRole("switch", { name: "Evening readers" })).toBeVisible();
  expect(within(dialog).getByText("Spoken")).toBeVisible();
});

test("marks of books that no community reads are not offered to one", async () => {
  open();
  expect(await screen.findAllByRole("article")).toHaveLength(2);
  await screen.findByText("water (1)");
  expect(screen.queryByRole("button", { name: "Share with a community" })).toBeNull();
});
