import { beforeEach, expect, test, vi } from "vitest";
import type { UserId } from "#shared/accounts/user.ts";
import { BookId } from "#shared/books/book.ts";
import { queueContract } from "#shared/queue/contract.ts";
import { runSignOutTasks } from "#client/lib/api/before-sign-out.ts";
import { getId, makeUser } from "#client/testing/factories.ts";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { flushQueue, listUnsentChanges, sendQueueChange } from "./queue-outbox.ts";

const makeBook = (n: number) => ({
  id: BookId.parse(getId(n)),
  title: `Book ${n}`,
  author: "",
  coverImageUrl: "",
});
const [a, b, c] = [makeBook(1), makeBook(2), makeBook(3)];
const replies = [
  reply(queueContract.saveQueuedBook, { done: true }),
  reply(queueContract.deleteQueuedBook, { done: true }),
  reply(queueContract.replaceQueue, { done: true }),
];
/** Each test has a user of its own, and with it an outbox of its own. */
let users = 0;
let userId: UserId;

beforeEach(() => {
  localStorage.clear();
  users += 1;
  userId = makeUser({ id: getId(100 + users) as UserId }).id;
});

const cutNetwork = () => vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));

test("changes made without a network arrive once, in order, when it is back", async () => {
  cutNetwork();
  await sendQueueChange(userId, { kind: "save", book: a });
  await sendQueueChange(userId, { kind: "save", book: b, position: 0 });
  await sendQueueChange(userId, { kind: "delete", bookId: c.id });
  expect(listUnsentChanges(userId)).toHaveLength(3);

  const { calls } = stubCalls(...replies);
  window.dispatchEvent(new Event("online"));
  await flushQueue(userId);
  expect(calls.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["PUT", `/api/user/queue/${a.id}`, {}],
    ["PUT", `/api/user/queue/${b.id}`, { position: 0 }],
    ["DELETE", `/api/user/queue/${c.id}`, undefined],
  ]);
  expect(listUnsentChanges(userId)).toEqual([]);
  await flushQueue(userId);
  expect(calls).toHaveLength(3);
});

test("of several changes of a book the last is sent, and a replaced queue takes the place of all before", async () => {
  cutNetwork();
  await sendQueueChange(userId, { kind: "save", book: a });
  await sendQueueChange(userId, { kind: "save", book: b });
  await sendQueueChange(userId, { kind: "delete", bookId: a.id });
  expect(listUnsentChanges(userId)).toMatchObject([{ kind: "save" }, { kind: "delete", bookId: a.id }]);
  await sendQueueChange(userId, { kind: "replace", books: [c] });
  await sendQueueChange(userId, { kind: "save", book: b });

  const { calls } = stubCalls(...replies);
  await flushQueue(userId);
  expect(calls.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["PUT", "/api/user/queue", { bookIds: [c.id] }],
    ["PUT", `/api/user/queue/${b.id}`, {}],
  ]);
});

test("a change that the server refuses for good does not hold up the next", async () => {
  cutNetwork();
  await sendQueueChange(userId, { kind: "save", book: a });
  await sendQueueChange(userId, { kind: "delete", bookId: b.id });
  const { calls } = stubCalls(
    ...replies,
    stubRejection(queueContract.saveQueuedBook, { code: "not_found", message: "Not found" }),
  );
  await flushQueue(userId);
  expect(calls).toHaveLength(2);
  expect(listUnsentChanges(userId)).toEqual([]);
});

test("changes of another account on the device are not sent", async () => {
  cutNetwork();
  await sendQueueChange(userId, { kind: "save", book: a });
  const other = makeUser({ id: getId(999) as UserId }).id;
  const { calls } = stubCalls(...replies);
  await flushQueue(other);
  window.dispatchEvent(new Event("online"));
  await runSignOutTasks();
  expect(listUnsentChanges(other)).toEqual([]);
  expect(calls).toEqual([]);
});
