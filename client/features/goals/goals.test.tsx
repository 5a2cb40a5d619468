import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { type Goal, goalsContract, type Portion } from "#shared/goals/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { getId, makeEntry, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { Goals } from "./goals.tsx";

const { listGoals, saveGoal, deleteGoal } = goalsContract;

const makeGoal = (input: Partial<Goal>): Goal => ({
  id: getId(1) as Goal["id"],
  kind: "minutes",
  amount: 30,
  book: null,
  until: null,
  splitByPrayer: false,
  done: 12,
  isReached: false,
  daysOfWeek: 0,
  daysForEach: null,
  portion: null,
  ...input,
});

const portion: Portion = {
  unit: "pages",
  remaining: 48,
  daysLeft: 5,
  today: 10,
  doneToday: 4,
  parts: { each: 2, done: 2 },
};
const bookGoal: Partial<Goal> = {
  kind: "book",
  amount: null,
  book: { id: getId(5) as never, title: "The Well" },
  done: 52,
  until: "2099-03-05",
  splitByPrayer: true,
  daysOfWeek: null,
  portion,
};

function open(...set: readonly Goal[]) {
  const calls = stubCalls(
    reply(accountsContract.getUser, makeUser()),
    reply(listGoals, [...set]),
    reply(saveGoal, makeGoal({})),
    reply(deleteGoal, { done: true }),
    reply(libraryContract.listLibrary, [
      makeEntry(5, { status: "currently-reading" }),
      makeEntry(6, { status: "finished" }),
    ]),
  );
  return { ...renderPage(<Goals />), ...calls };
}

const listSent = (calls: readonly { method: string; body: unknown }[]) =>
  calls.filter(({ method }) => method !== "GET").map(({ method, body }) => [method, body]);

describe("goals", () => {
  test("show progress, without missed days", async () => {
    open(makeGoal({}), makeGoal({ id: getId(2) as never, ...bookGoal }));

    expect(await screen.findByText("12 of 30 minutes today")).toBeVisible();
    expect(screen.queryByText(/of the last 7 days/)).toBeNull();
    expect(screen.getByText("10 pages today, 4 read")).toBeVisible();
    expect(screen.getByText("Split into five parts of 2 pages. 2 read.")).toBeVisible();
    expect(screen.getByText("48 pages left over 5 days, until March 5, 2099")).toBeVisible();
    expect(screen.getByRole("link", { name: "The Well" })).toHaveAttribute("href", `/book/${getId(5)}`);
  });

  test.each<[string, Partial<Goal>]>([
    ["Reached on 4 of the last 7 days", { isReached: true, daysOfWeek: 4 }],
    ["Reached today", { isReached: true }],
    ["One book every 30 days from now on", { kind: "books", amount: 12, daysOfWeek: null, daysForEach: 30 }],
    ["Finished", { ...bookGoal, isReached: true, portion: null }],
    ["10 pages: done for today", { ...bookGoal, portion: { ...portion, doneToday: 11 } }],
    [
      "The target date March 5, 2026 has passed with 48 pages left. Choose another date, or continue without one.",
      { ...bookGoal, until: "2026-03-05", portion: { ...portion, daysLeft: 0, today: null } },
    ],
  ])("reads: %s", async (text, input) => {
    open(makeGoal(input));

    expect(await screen.findByText(text)).toBeVisible();
  });

  test("are deleted and restored", async () => {
    const { user, calls } = open(makeGoal({ id: getId(2) as never, ...bookGoal }));

    await user.click(await screen.findByRole("button", { name: "Delete: The Well" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));

    await vi.waitFor(() =>
      expect(listSent(calls)).toEqual([
        ["DELETE", undefined],
        ["PUT", { kind: "book", bookId: getId(5), until: "2099-03-05", splitByPrayer: true }],
      ]),
    );
  });

  test("can be set with an amount, of a kind without a goal", async () => {
    const { user, calls } = open(makeGoal({}));

    await user.click(await screen.findByRole("button", { name: "Set a goal" }));
    const form = within(await screen.findByRole("dialog"));
    expect(form.getByLabelText("Goal type")).toHaveTextContent(
      "Pages a dayBooks a yearFinish a book by a date",
    );
    await user.clear(form.getByRole("textbox", { name: "Pages a day" }));
    await user.click(form.getByRole("button", { name: "Save goal" }));
    const amount = form.getByRole("textbox", { name: "Pages a day" });
    await waitFor(() => expect(amount).toHaveAccessibleDescription("Enter a whole number from 1 to 1,440."));
    expect(amount).toHaveFocus();
    await user.type(amount, "٢٠");
    await user.click(form.getByRole("button", { name: "Save goal" }));

    await vi.waitFor(() => expect(listSent(calls)).toEqual([["PUT", { kind: "pages", amount: 20 }]]));
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("can be set for a library book by a date, in five parts", async () => {
    const { user, calls } = open();

    await user.click(await screen.findByRole("button", { name: "Set a goal" }));
    const form = within(await screen.findByRole("dialog"));
    await user.selectOptions(form.getByLabelText("Goal type"), "Finish a book by a date");
    await form.findByRole("option", { name: makeEntry(5).book.title });
    await user.selectOptions(form.getByLabelText("Book"), makeEntry(5).book.title);
    // One request per status: hundreds of finished books would push the others off the first page.
    expect(form.getByLabelText("Book")).not.toHaveTextContent(makeEntry(6).book.title);
    expect(calls.filter(({ url }) => /library\?.*status=(?:want-to-read|paused)/.test(url))).toHaveLength(2);
    await user.click(form.getByRole("button", { name: "Save goal" }));
    await waitFor(() =>
      expect(form.getByLabelText("Finish by")).toHaveAccessibleDescription(
        "Please choose today or a later date.",
      ),
    );
    await user.type(form.getByLabelText("Finish by"), "2099-03-05");
    await user.click(form.getByLabelText("Split each day into five parts (one per prayer)"));
    await user.click(form.getByRole("button", { name: "Save goal" }));

    const body = { kind: "book", bookId: getId(5), until: "2099-03-05", splitByPrayer: true };
    await vi.waitFor(() => expect(listSent(calls)).toEqual([["PUT", body]]));
  });
});
