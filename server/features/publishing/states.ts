import { isStaff, type User } from "#shared/accounts/user.ts";
import type { BookState } from "#shared/books/book.ts";
import type { BookAction } from "#shared/publishing/publishing-book.ts";
import type { BookRow } from "./queries.ts";

type StateContext = Pick<BookRow, "state" | "ownerId" | "stateChangedBy" | "revisionOf">;

const byAuthor: Partial<Record<BookState, readonly BookAction[]>> = {
  draft: ["submit", "delete"],
  rejected: ["submit", "withdraw", "delete"],
  "in-review": ["withdraw"],
  scheduled: ["withdraw"],
  published: ["hide"],
};

const byStaff: Partial<Record<BookState, readonly BookAction[]>> = {
  "in-review": ["publish", "reject"],
  scheduled: ["publish", "withdraw"],
  published: ["hide"],
  hidden: ["show"],
};

/** Books of the site itself need no review. */
const siteByStaff: Partial<Record<BookState, readonly BookAction[]>> = {
  ...byStaff,
  draft: ["publish", "delete"],
  rejected: ["publish", "withdraw", "delete"],
};

/**
 * The actions of a user on a book in its state. Nobody decides on their own book, and an author cannot show
 * a book that staff have hidden.
 */
export function listActions(
  user: User,
  { state, ownerId, stateChangedBy, revisionOf }: StateContext,
): BookAction[] {
  // A revision has its own actions, and none before it is registered.
  if (revisionOf !== null) return [];
  if (user.id === ownerId) {
    const canShow = state === "hidden" && stateChangedBy === user.id;
    return [...(byAuthor[state] ?? []), ...(canShow ? (["show"] as const) : [])];
  }
  if (!isStaff(user)) return [];
  return [...((ownerId === null ? siteByStaff : byStaff)[state] ?? [])];
}

export interface RevisionContext {
  readonly state: BookState;
  readonly ownerId: BookRow["ownerId"];
  readonly targetState: BookState;
  /** It was published last, less than `undoDays` ago. */
  readonly canRevert: boolean;
}

/** Replaced files can be restored for this time; then they are deleted. */
export const undoDays = 30;

const reviewed: readonly BookState[] = ["published", "scheduled", "hidden", "in-review"];

/** The actions of a user on a revision. One of a book that was never published needs no review. */
export function listRevisionActions(
  user: User,
  { state, ownerId, targetState, canRevert }: RevisionContext,
): BookAction[] {
  if (state === "hidden") return canRevert ? ["revert"] : [];
  const isOwn = user.id === ownerId;
  const needsReview = isOwn && reviewed.includes(targetState);
  if (state === "in-review") return isOwn ? ["withdraw"] : isStaff(user) ? ["publish", "reject"] : [];
  if (state === "draft" || state === "rejected") {
    return isOwn || ownerId === null ? [needsReview ? "submit" : "publish", "delete"] : [];
  }
  return [];
}

/** The state after an action; null when the book is deleted. */
export function getStateAfter(
  action: BookAction,
  { isLater }: { readonly isLater: boolean },
): BookState | null {
  switch (action) {
    case "submit":
      return "in-review";
    case "withdraw":
    case "revert":
      return "draft";
    case "publish":
      return isLater ? "scheduled" : "published";
    case "reject":
      return "rejected";
    case "hide":
      return "hidden";
    case "show":
      return "published";
    case "delete":
      return null;
  }
}
