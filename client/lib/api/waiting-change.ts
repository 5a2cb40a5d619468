import type { UserId } from "#shared/accounts/user.ts";
import { getChanges, type RouteContract } from "#shared/api/contract.ts";
import { getUrl } from "#shared/api/http-client.ts";
import type { Topic } from "#shared/api/topics.ts";
import type { BookId } from "#shared/books/book.ts";
import { hasKeptBooks } from "#client/lib/offline/has-kept-books.ts";
import { getLastUser } from "./last-user.ts";

/** The subject of a change, for the list of waiting ones. */
export interface ChangeInfo {
  /** A later change of the same subject replaces an earlier one. */
  readonly subject: string;
  readonly kind: "status" | "removal" | "rating" | "review" | "rating-removal" | "reply";
  readonly bookId?: BookId;
  /** Its new value in words: a status, stars or a text. */
  readonly value?: string;
}

/** A change that waits for a connection on this device. */
export interface WaitingChange extends ChangeInfo {
  readonly at: string;
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  readonly changes: readonly Topic[];
}

/** The reply of a mutation whose change waits on this device. */
export const waitingReply = Symbol("waiting");

export const isWaiting = (reply: unknown): boolean => reply === waitingReply;

export const getChangePrefix = (userId: string): string => `maktaba.change.${userId}.`;

/** Of the window, after a change was stored. */
export const changeStored = "maktaba-change-stored";

/** Stores a change until there is a connection. @returns false for guests and without storage */
export function storeChange(contract: RouteContract, input: object, info: ChangeInfo): boolean {
  const userId = getLastUser()?.id;
  if (!userId) return false;
  const { body } = input as { readonly body?: unknown };
  const [at, url] = [new Date().toISOString(), getUrl(contract, input)];
  const change = { ...info, at, method: contract.method, url, body, changes: getChanges(contract) };
  try {
    localStorage.setItem(getChangePrefix(userId) + info.subject, JSON.stringify(change));
  } catch {
    return false;
  }
  dispatchEvent(new Event(changeStored));
  if (hasKeptBooks()) void patchKept(userId, change).catch(() => undefined);
  return true;
}

async function patchKept(userId: UserId, change: WaitingChange): Promise<void> {
  const { patchKeptBook } = await import("#client/lib/offline/patch-kept-book.ts");
  await patchKeptBook(userId, change);
}

/** A later change of the same subject has reached the server. */
export function deleteWaitingChange(subject: string): void {
  try {
    localStorage.removeItem(`${getChangePrefix(getLastUser()?.id ?? "")}${subject}`);
  } catch {}
}
