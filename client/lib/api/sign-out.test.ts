import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeUser } from "#client/testing/factories.ts";
import { onBeforeSignOut } from "./before-sign-out.ts";
import { getLastUser, setLastUser } from "./last-user.ts";
import { isSignOutPending, setSignOutPending } from "./pending-sign-out.ts";
import { fetchSessionUser } from "./session.ts";
import { followSignOut, signOut } from "./sign-out.ts";

const fetchMock = vi.fn(async () => new Response());

beforeEach(() => void vi.stubGlobal("fetch", fetchMock));
afterEach(() => {
  fetchMock.mockReset();
  fetchMock.mockImplementation(async () => new Response());
  vi.unstubAllGlobals();
});

const handlers = {
  confirm: async () => true,
  deleteUnsent: () => {},
  deleteDeviceData: async () => expect.unreachable(),
  showLandingPage: () => expect.unreachable(),
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
])(
  "signing out %s deletes the data of the device and ends the session at the next contact",
  async (_name, mockResponse) => {
    fetchMock.mockImplementation(mockResponse);
    const visited = recordVisitedUrls();
    setLastUser(makeUser());
    const task = vi.fn();
    const unregister = onBeforeSignOut(task);
    const [deleteDeviceData, showLandingPage] = [vi.fn(async () => {}), vi.fn()];

    await signOut(new QueryClient(), { ...handlers, deleteDeviceData, showLandingPage });
    unregister();

    expect([task, deleteDeviceData, showLandingPage].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
    expect([visited, getLastUser(), isSignOutPending()]).toEqual([[], null, true]);
    expect(document.cookie).toContain("sign-out=1");
    expect(await fetchSessionUser()).toBeNull();
  },
);

test("a pending sign-out is sent before the session is asked for", async () => {
  const requested: string[] = [];
  fetchMock.mockImplementation((async (url: string) => {
    requested.push(url);
    return url.endsWith("logout") ? Response.json({ done: true }) : new Response(null, { status: 401 });
  }) as never);
  setSignOutPending(true);

  expect(await fetchSessionUser()).toBeNull();

  expect(requested).toEqual(["/api/auth/logout", "/api/auth/user"]);
  expect(isSignOutPending()).toBe(false);
  expect(document.cookie).not.toContain("sign-out");
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
