import type { UserId } from "#shared/accounts/user.ts";
import { call } from "#shared/api/http-client.ts";
import { activityContract, maxSessionsAtOnce } from "#shared/reading-activity/contract.ts";
import type { SessionId } from "#shared/reading-activity/session.ts";
import { clearOutbox, Outbox, type Send } from "#client/lib/api/outbox.ts";

const maxStored = 2_000;

/**
 * Sends sessions; rejects when the server did not accept them.
 *
 * @returns the ids of finished sessions
 */
export type SendSessions = (
  sessions: readonly unknown[],
  options: { readonly keepalive: boolean; readonly reader: UserId },
) => Promise<readonly SessionId[]>;

export function createSessionOutbox(userId: UserId, storage: Storage, send: Send): Outbox {
  return new Outbox({
    storage,
    send,
    maxItems: maxStored,
    timeField: "startedAt",
    maxBatchSize: maxSessionsAtOnce,
    prefix: getSessionPrefix(userId),
    // Limit for years without a network; the oldest are dropped.
    selectEvictable: (waiting) => waiting.slice(0, maxStored / 10).map(({ key }) => key),
  });
}

/** Removes all unsent sessions of an account, for example after signing out. */
export const deleteAllSessions = (userId: UserId, storage: Storage): void =>
  clearOutbox(storage, getSessionPrefix(userId));

/** Sends the device time as well, so that the server can correct wrong clocks. */
export const sendActivity =
  (now: () => number): SendSessions =>
  async (sessions, { reader, ...options }) => {
    const body = { sessions: [...sessions], sentAt: new Date(now()), reader };
    const { closed } = await call(activityContract.recordSessions, { body }, options);
    return closed;
  };

export const getSessionPrefix = (userId: UserId) => `maktaba.time.${userId}.`;
