import { describe, expect, test } from "vitest";
import { type User, UserId } from "#shared/accounts/user.ts";
import type { BookState } from "#shared/books/book.ts";
import type { BookAction } from "#shared/publishing/publishing-book.ts";
import { getStateAfter, listActions, listRevisionActions } from "./states.ts";

const toId = (n: number) => UserId.parse(`00000000-0000-4000-8000-00000000000${n}`);
const createUser = (n: number, isEmployee: boolean) => ({ id: toId(n), isEmployee, isAdmin: false }) as User;
const [author, other, employee] = [createUser(1, false), createUser(2, false), createUser(3, true)];
const states: BookState[] = ["draft", "rejected", "in-review", "scheduled", "published", "hidden"];

/** The actions by state, without states that allow none. */
const listByState = (list: (state: BookState) => BookAction[]) =>
  Object.fromEntries(states.map((state) => [state, list(state)]).filter(([, actions]) => actions?.length));

describe("actions on a book", () => {
  const list = (user: User, ownerId: UserId | null, stateChangedBy: UserId | null = null) =>
    listByState((state) => listActions(user, { state, ownerId, stateChangedBy, revisionOf: null }));
  const ofStaff = {
    "in-review": ["publish", "reject"],
    scheduled: ["publish", "withdraw"],
    published: ["hide"],
    hidden: ["show"],
  };
  const ofAuthor = {
    draft: ["submit", "delete"],
    rejected: ["submit", "withdraw", "delete"],
    "in-review": ["withdraw"],
    scheduled: ["withdraw"],
    published: ["hide"],
  };

  test("of their own are those of an author, also for staff", () => {
    expect(list(author, author.id, employee.id)).toEqual(ofAuthor);
    expect(list(employee, employee.id)).toEqual(ofAuthor);
    expect(list(author, author.id, author.id)).toEqual({ ...ofAuthor, hidden: ["show"] });
  });

  test("of others are for staff, and of the site without a review", () => {
    expect(list(employee, author.id)).toEqual(ofStaff);
    expect(list(employee, null)).toEqual({
      ...ofStaff,
      draft: ["publish", "delete"],
      rejected: ["publish", "withdraw", "delete"],
    });
    for (const ownerId of [author.id, null]) expect(list(other, ownerId)).toEqual({});
  });

  test("are not those of a revision", () => {
    const revision = { ownerId: null, stateChangedBy: null, revisionOf: "book" as never };
    expect(listByState((state) => listActions(employee, { state, ...revision }))).toEqual({});
  });
});

describe("actions on a revision", () => {
  const list = (user: User, ownerId: UserId | null, targetState: BookState, canRevert = false) =>
    listByState((state) => listRevisionActions(user, { state, ownerId, targetState, canRevert }));

  test.each(["published", "scheduled", "hidden", "in-review"] as const)(
    "of a %s book need a review",
    (target) => {
      const ofAuthor = {
        draft: ["submit", "delete"],
        rejected: ["submit", "delete"],
        "in-review": ["withdraw"],
      };
      expect(list(author, author.id, target)).toEqual(ofAuthor);
      expect(list(employee, employee.id, target)).toEqual(ofAuthor);
      expect(list(employee, author.id, target)).toEqual({ "in-review": ["publish", "reject"] });
    },
  );

  test("of a draft and of a book of the site need none", () => {
    const applied = { draft: ["publish", "delete"], rejected: ["publish", "delete"] };
    expect(list(author, author.id, "draft")).toEqual({ ...applied, "in-review": ["withdraw"] });
    expect(list(employee, null, "published")).toEqual({ ...applied, "in-review": ["publish", "reject"] });
  });

  test("that was applied can be reverted for a time", () => {
    expect(list(author, author.id, "published", true)).toMatchObject({ hidden: ["revert"] });
    expect(list(other, author.id, "published")).toEqual({});
  });
});

test("an action leads to a state", () => {
  const actions: BookAction[] = [
    "submit",
    "withdraw",
    "revert",
    "publish",
    "reject",
    "hide",
    "show",
    "delete",
  ];
  const found = actions.map((action) => getStateAfter(action, { isLater: false }));

  expect(found).toEqual([
    "in-review",
    "draft",
    "draft",
    "published",
    "rejected",
    "hidden",
    "published",
    null,
  ]);
  expect(getStateAfter("publish", { isLater: true })).toBe("scheduled");
});
