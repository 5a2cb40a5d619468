import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { BookId } from "#shared/books/book.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { keptBooksKey } from "#client/lib/offline/has-kept-books.ts";
import { getBookCacheName } from "#client/lib/offline/kept-caches.ts";
import { makeUser } from "#client/testing/factories.ts";
import { stubCaches } from "#client/testing/fake-caches.ts";
import { setLastUser } from "./last-user.ts";
import { storeChange } from "./waiting-change.ts";
import { deleteRefusedChange, sendWaitingChanges, waitingChanges } from "./waiting-changes.ts";

const user = makeUser();
const bookId = BookId.parse("6f0f9b0e-4a55-4a3b-9a43-0a3d3a6f5c11");
const offline = new TypeError("Failed to fetch");
const sent: string[] = [];
let isOffline = true;
let refuse: (url: string) => number | null = () => null;

beforeEach(() => {
  sent.length = 0;
  isOffline = true;
  refuse = () => null;
  setLastUser(user);
  vi.stubGlobal("fetch", async (url: string, { method, body }: { method: string; body?: string }) => {
    if (isOffline) throw offline;
    if (url === "/api/auth/user") return Response.json(user);
    sent.push(`${method} ${url} ${Object.keys(JSON.parse(body ?? "{}")).join(" ")}`.trim());
    const status = refuse(url);
    return status === null
      ? Response.json({ done: true })
      : Response.json({ code: "conflict", message: "No" }, { status });
  });
});

const saveStatus = (status: "paused" | "finished") =>
  storeChange(
    libraryContract.saveEntry,
    { params: { bookId }, body: { status } },
    { subject: `entry ${bookId}`, kind: "status", bookId, value: status },
  );
const reply = (text: string) =>
  storeChange(
    discussionsContract.createPost,
    { params: { discussionId: bookId }, body: { text, clientId: bookId } },
    { subject: `reply ${text}`, kind: "reply", value: text },
  );

test("changes that were made offline are sent once, in order, the last one of each subject", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  saveStatus("paused");
  vi.advanceTimersByTime(1_000);
  reply("hello");
  vi.advanceTimersByTime(1_000);
  saveStatus("finished");
  vi.useRealTimers();
  const client = new QueryClient();
  await sendWaitingChanges(user.id, client);
  expect(waitingChanges.getState().waiting.map(({ value }) => value)).toEqual(["hello", "finished"]);

  isOffline = false;
  await Promise.all([sendWaitingChanges(user.id, client), sendWaitingChanges(user.id, client)]);

  expect(sent).toEqual([
    `POST /api/discussions/${bookId}/posts text clientId`,
    `PUT /api/user/library/${bookId} status age`,
  ]);
  expect(waitingChanges.getState().waiting).toEqual([]);
});

test("a refused change is kept with its reason and does not hold up the others; without an answer all wait", async () => {
  reply("unwelcome");
  saveStatus("finished");
  const client = new QueryClient();

  await sendWaitingChanges(user.id, client);
  isOffline = false;
  refuse = () => 503;
  await sendWaitingChanges(user.id, client);
  expect(waitingChanges.getState().waiting).toHaveLength(2);
  refuse = (url) => (url.includes("discussions") ? 409 : null);
  expect(await sendWaitingChanges(user.id, client)).toBe(1);

  const { waiting, refused } = waitingChanges.getState();
  expect([waiting, refused.map(({ change }) => change.value)]).toEqual([[], ["unwelcome"]]);
  deleteRefusedChange(user.id, "reply unwelcome");
  expect(waitingChanges.getState().refused).toEqual([]);
});

const deleteRating = () =>
  storeChange(
    libraryContract.deleteRating,
    { params: { bookId }, query: {} },
    { subject: `review ${bookId}`, kind: "rating-removal", bookId },
  );

test("a deleted rating waits in place of a review, and is sent with its age", async () => {
  storeChange(
    libraryContract.saveRating,
    { params: { bookId }, body: { stars: 3, text: "Kind." } },
    { subject: `review ${bookId}`, kind: "review", bookId, value: "Kind." },
  );
  deleteRating();
  isOffline = false;
  await sendWaitingChanges(user.id, new QueryClient());
  expect(sent).toEqual([
    expect.stringMatching(new RegExp(`^DELETE /api/user/library/${bookId}/rating\\?age=\\d+$`)),
  ]);
});

test("a kept book shows what waits, also when the page was left before it was stored there", async () => {
  stubCaches();
  saveStatus("finished");
  deleteRating();
  localStorage.setItem(keptBooksKey, user.id);
  const [cache, url] = [await caches.open(getBookCacheName(user.id, bookId)), `/api/books/${bookId}`];
  await cache.put(url, Response.json({ myEntry: { status: "paused", rating: 4 }, myReview: { stars: 4 } }));
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, "invalidateQueries");

  await sendWaitingChanges(user.id, client);

  const stored = await cache.match(url);
  expect(await stored?.json()).toMatchObject({
    myEntry: { status: "finished", rating: null },
    myReview: null,
  });
  expect(invalidate).toHaveBeenCalled();
});
