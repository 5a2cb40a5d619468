import type { QueryClient } from "@tanstack/react-query";
import type { UserId } from "#shared/accounts/user.ts";
import { CallError, request } from "#shared/api/http-client.ts";
import { maxChangeAgeMs } from "#shared/library/contract.ts";
import { getDeviceStorage } from "#client/lib/device-storage.ts";
import { hasKeptBooks } from "#client/lib/offline/has-kept-books.ts";
import { patchKeptBook } from "#client/lib/offline/patch-kept-book.ts";
import { Store } from "#client/lib/store.ts";
import { getErrorMessage, withReasonTexts } from "./error-message.ts";
import { Outbox, type Send } from "./outbox.ts";
import { invalidateTopics } from "./query.ts";
import { fetchSessionUser } from "./session.ts";
import { tabHeaders } from "./tab.ts";
import { getChangePrefix, type WaitingChange } from "./waiting-change.ts";

/** A change that the server did not accept, until the reader has seen it. */
export interface RefusedChange {
  readonly change: WaitingChange;
  readonly reason: string;
}

const maxStored = 1_000;
const getRefusedKey = (userId: UserId) => `maktaba.refused.${userId}`;
/** Refusals that say nothing about the change: no session, a time-out, too many requests. */
const temporaryStatuses: readonly number[] = [401, 408, 425, 429];

export const waitingChanges = new Store<{
  readonly waiting: readonly WaitingChange[];
  readonly refused: readonly RefusedChange[];
}>({ waiting: [], refused: [] });

let opened: { readonly userId: UserId; readonly outbox: Outbox } | null = null;
let client: QueryClient | null = null;

function getOutbox(userId: UserId): Outbox {
  if (opened?.userId === userId) return opened.outbox;
  opened?.outbox.close();
  const outbox = new Outbox({
    storage: getDeviceStorage(),
    prefix: getChangePrefix(userId),
    timeField: "at",
    maxBatchSize: 1,
    maxItems: maxStored,
    // A change is never given up for another one.
    selectEvictable: () => [],
    send: createSender(userId),
  });
  opened = { userId, outbox };
  return outbox;
}

/**
 * Sends what waits, oldest first.
 *
 * @returns how many changes the server refused
 */
export async function sendWaitingChanges(userId: UserId, queryClient: QueryClient): Promise<number> {
  client = queryClient;
  const refusedBefore = readRefused(userId).length;
  if (hasKeptBooks()) await patchKeptBooks(userId, queryClient).catch(() => undefined);
  await getOutbox(userId).flush();
  showChanges(userId);
  return readRefused(userId).length - refusedBefore;
}

/** A page that was left right after a change may not have stored it in the kept book. */
async function patchKeptBooks(userId: UserId, queryClient: QueryClient): Promise<void> {
  for (const change of listWaiting(userId)) {
    if (await patchKeptBook(userId, change)) await invalidateTopics(queryClient, change.changes);
  }
}

export function deleteRefusedChange(userId: UserId, subject: string): void {
  writeRefused(
    userId,
    readRefused(userId).filter(({ change }) => change.subject !== subject),
  );
  showChanges(userId);
}

export function showChanges(userId: UserId): void {
  waitingChanges.set({ waiting: listWaiting(userId), refused: readRefused(userId) });
}

const listWaiting = (userId: UserId) => getOutbox(userId).list() as unknown as readonly WaitingChange[];

const createSender =
  (userId: UserId): Send =>
  ([item]) =>
    inOneTab(async () => {
      const change = item as WaitingChange;
      // Another tab may have sent it.
      if (!getOutbox(userId).has(change.subject)) return;
      // Another account may have signed in meanwhile.
      if ((await fetchSessionUser())?.id !== userId) throw new CallError(401, "");
      try {
        await withReasonTexts(sendChange(change));
      } catch (error) {
        if (!isFinal(error)) throw error;
        writeRefused(userId, [...readRefused(userId), { change, reason: getErrorMessage(error) }]);
      }
      if (client) await invalidateTopics(client, change.changes);
      queueMicrotask(() => showChanges(userId));
    });

/** The age of a change is free of the device's clock: a later change of another device wins. */
function sendChange({ method, url, body, at, kind }: WaitingChange): Promise<unknown> {
  const age = Math.min(maxChangeAgeMs, Math.max(0, Date.now() - Date.parse(at)));
  const sent = kind === "status" ? { ...(body as object), age } : body;
  return request(method, method === "DELETE" ? `${url}?age=${age}` : url, sent, { headers: tabHeaders });
}

const isFinal = (error: unknown): error is CallError =>
  error instanceof CallError &&
  error.status >= 400 &&
  error.status < 500 &&
  !temporaryStatuses.includes(error.status);

/** The tabs of a browser have the same changes. Web Locks need a secure context. */
const inOneTab = (send: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request("maktaba-changes", send) : send();

function readRefused(userId: UserId): readonly RefusedChange[] {
  try {
    return JSON.parse(getDeviceStorage().getItem(getRefusedKey(userId)) ?? "[]") as RefusedChange[];
  } catch {
    return [];
  }
}

function writeRefused(userId: UserId, refused: readonly RefusedChange[]): void {
  try {
    if (refused.length > 0) getDeviceStorage().setItem(getRefusedKey(userId), JSON.stringify(refused));
    else getDeviceStorage().removeItem(getRefusedKey(userId));
  } catch {
    // A full storage has no room for the reason.
  }
}
