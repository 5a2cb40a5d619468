import { screen, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { UserId } from "#shared/accounts/user.ts";
import { BookId } from "#shared/books/book.ts";
import { CommunityId } from "#shared/community/community.ts";
import { marginContract } from "#shared/marks/margin-contract.ts";
import { MarkId } from "#shared/marks/mark.ts";
import { type SharedMark, SharedMarkId } from "#shared/marks/shared-mark.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { getId, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { MarginList } from "./margin-list.tsx";

const { listMargin, unshareMark } = marginContract;

beforeAll(() => loadMessages("margin", "marks", "moderation", "people"));
beforeEach(() => localStorage.clear());

const userId = UserId.parse(getId(1));
const communityId = CommunityId.parse(getId(5));

const makeShared = (n: number, name: string, isMine: boolean): SharedMark => ({
  id: SharedMarkId.parse(getId(10 + n)),
  communityId,
  markId: isMine ? MarkId.parse(getId(20 + n)) : null,
  anchor: { chapter: 1, offset: n, fraction: 0.5 },
  placement: "exact",
  content: [],
  person: { id: UserId.parse(getId(n)), username: `user${n}`, name, profileImageUrl: "", hasProfile: false },
  isModerator: false,
  isMine,
  state: "shown",
  sharedAt: new Date("2026-01-01T00:00:00Z"),
});

const marks = [makeShared(1, "Amina R.", true), makeShared(2, "Hind T.", false)];
const stubMargin = (left: SharedMark[]) =>
  reply(listMargin, {
    marks: left,
    communities: [{ id: communityId, name: "Circle", canModerate: false, count: left.length, aheadCount: 0 }],
    nextCursor: null,
  });

async function open() {
  const onJump = vi.fn();
  const stubbed = stubCalls(
    reply(accountsContract.getUser, makeUser()),
    stubMargin(marks),
    reply(unshareMark, { done: true }),
  );
  const page = renderPage(
    <main tabIndex={-1}>
      <MarginList userId={userId} bookId={BookId.parse(getId(9))} onJump={onJump} />
    </main>,
  );
  await screen.findByRole("article", { name: "Shared by Hind T." });
  return { ...page, ...stubbed, onJump };
}

type User = Awaited<ReturnType<typeof open>>["user"];

/** Opens the focused menu and goes to its first item. */
async function openMenu(user: User, first: string) {
  await user.keyboard("{Enter}");
  const menu = await screen.findByRole("menu");
  await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement));
  await user.keyboard("{Home}");
  await waitFor(() => expect(screen.getByRole("menuitem", { name: first })).toHaveFocus());
}

const tabTo = async (user: User, count: number) => {
  for (let n = 0; n < count; n++) await user.tab();
};

test("Tab reaches each control of the margin, Space and Enter use them", async () => {
  const { user, onJump } = await open();
  await user.tab();
  expect(screen.getByRole("switch", { name: "Show in the book" })).toHaveFocus();
  await user.keyboard(" ");
  expect(screen.getByRole("switch", { name: "Show in the book" })).not.toBeChecked();

  await user.tab();
  expect(screen.getByRole("button", { name: "Export" })).toHaveFocus();
  await openMenu(user, "Markdown");
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(screen.getByRole("menuitem", { name: "Spreadsheet (CSV)" })).toHaveFocus());
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Export" })).toHaveFocus());

  await user.tab();
  expect(screen.getAllByRole("button", { name: "Open in the book" })[0]).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(onJump).toHaveBeenCalledWith(expect.objectContaining({ id: marks[0]?.id }));
});

test("after an own mark is no longer shared, the focus is on the actions of the next one", async () => {
  const { user, add } = await open();
  await tabTo(user, 4);
  expect(screen.getAllByRole("button", { name: "Actions" })[0]).toHaveFocus();
  await openMenu(user, "Stop sharing");
  add(stubMargin(marks.slice(1)));
  await user.keyboard("{Enter}");

  await waitFor(() => expect(screen.queryByRole("article", { name: "Shared by Amina R." })).toBeNull());
  await waitFor(() => expect(screen.getByRole("button", { name: "Actions" })).toHaveFocus());
});

test("a report that Escape closes leads back to its menu", async () => {
  const { user } = await open();
  await tabTo(user, 6);
  await openMenu(user, "Report");
  await user.keyboard("{Enter}");
  await screen.findByRole("dialog");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Actions" })[1]).toHaveFocus());
});
