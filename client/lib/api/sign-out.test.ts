import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeUser } from "#client/testing/factories.ts";
import { getLastUser, setLastUser } from "./last-user.ts";
import { followSignOut, onBeforeSignOut, signOut } from "./sign-out.ts";

const fetchMock = vi.fn(async () => new Response());

beforeEach(() => void vi.stubGlobal("fetch", fetchMock));
afterEach(() => {
  fetchMock.mockReset();
  fetchMock.mockImplementation(async () => new Response());
  vi.unstubAllGlobals();
});

const handlers = {
  onUnreachable: () => expect.unreachable(),
  confirm: async () => true,
  deleteUnsent: () => {},
};

function createDeferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function recordVisitedUrls(failing?: string) {
  const visited: string[] = [];
  const assign = (url: string) => {
    visited.push(url);
    if (url === failing) throw new Error("Not now.");
  };
  vi.stubGlobal("location", { assign, reload: () => visited.push("reloaded") });
  return visited;
}

test("signing out clears caches and navigates to the server's sign-out after pending changes", async () => {
  const visited = recordVisitedUrls();
  const client = new QueryClient();
  client.setQueryData(["mine"], "private");
  setLastUser(makeUser());
  const tasks: string[] = [];
  const unregister = onBeforeSignOut(async () => void tasks.push("saved"));

  void signOut(client, handlers);
  await vi.waitFor(() => expect(visited).toEqual(["/api/logout"]));
  unregister();

  expect(tasks).toEqual(["saved"]);
  expect(client.getQueryData(["mine"])).toBeUndefined();
  expect(getLastUser()).toBeNull();
});

test("a page that is restored after signing out is reloaded", async () => {
  const visited = recordVisitedUrls();

  void signOut(new QueryClient(), handlers);
  await vi.waitFor(() => expect(visited).toEqual(["/api/logout"]));
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));

  expect(visited).toContain("reloaded");
});

test("signing out deletes what could not be sent after asking", async () => {
  const visited = recordVisitedUrls();
  const user = makeUser();
  setLastUser(user);
  const deleteUnsent = vi.fn();

  await signOut(new QueryClient(), { ...handlers, confirm: async () => false, deleteUnsent });
  expect([visited, deleteUnsent.mock.calls]).toEqual([[], []]);

  await signOut(new QueryClient(), { ...handlers, confirm: async () => true, deleteUnsent });
  expect([visited, deleteUnsent.mock.calls]).toEqual([["/api/logout"], [[user.id]]]);
});

test("a failed sign-out navigates home", async () => {
  const visited = recordVisitedUrls("/api/logout");

  void signOut(new QueryClient(), handlers);

  await vi.waitFor(() => expect(visited).toEqual(["/api/logout", "/"]));
});

test.each([
  ["without a network", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["while the server starts", async () => new Response(null, { status: 503 })],
])("signing out %s changes nothing", async (_name, mockResponse) => {
  fetchMock.mockImplementation(mockResponse);
  const visited = recordVisitedUrls();
  const client = new QueryClient();
  client.setQueryData(["mine"], "private");
  const task = vi.fn();
  const unregister = onBeforeSignOut(task);
  const onUnreachable = vi.fn();

  await signOut(client, { ...handlers, onUnreachable });
  unregister();

  expect(onUnreachable).toHaveBeenCalledOnce();
  expect([visited, task.mock.calls]).toEqual([[], []]);
  expect(client.getQueryData(["mine"])).toBe("private");
});

test("the session ends after other tabs have saved", async () => {
  const visited = recordVisitedUrls();
  const requested = createDeferred();
  const saved = createDeferred();
  const other = new BroadcastChannel("maktaba-sign-out");
  other.addEventListener("message", async ({ data }) => {
    if (data !== "signing out") return;
    other.postMessage("saving");
    requested.resolve();
    await saved.promise;
    other.postMessage("saved");
  });
  vi.useFakeTimers({ toFake: ["setTimeout"] });

  void signOut(new QueryClient(), handlers);
  await requested.promise;
  await vi.advanceTimersByTimeAsync(500);
  const previous = [...visited];
  saved.resolve();
  vi.useRealTimers();
  await vi.waitFor(() => expect(visited).toEqual(["/api/logout"]));
  other.close();

  expect(previous).toEqual([]);
});

test("a tab reports the start and the end of saving", async () => {
  const stop = followSignOut();
  const saved = createDeferred();
  const unregister = onBeforeSignOut(() => saved.promise);
  const leaving = new BroadcastChannel("maktaba-sign-out");
  const result: unknown[] = [];
  leaving.addEventListener("message", ({ data }) => result.push(data));

  leaving.postMessage("signing out");
  await vi.waitFor(() => expect(result).toEqual(["saving"]));
  saved.resolve();
  await vi.waitFor(() => expect(result).toEqual(["saving", "saved"]));
  stop();
  unregister();
  leaving.close();
});
