import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { listenForPush } from "./push.ts";
import type { Page, WorkerScope } from "./scope.ts";

const origin = "https://maktaba.example";
const payload = {
  kind: "prayer",
  title: "It is time for Asr",
  body: "3:42 PM",
  lang: "en",
  url: "/athan-demo",
  tag: "prayer 2026-03-01 asr",
  isSilent: false,
  until: "2026-03-01T12:43:30.000Z",
};

beforeEach(() => vi.setSystemTime("2026-03-01T12:42:05Z"));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The global scope of a service worker with open pages. */
function setUp(open: readonly Partial<Page>[] = []) {
  const listeners = new Map<string, (event: never) => void>();
  const showNotification = vi.fn(async (_title: string, _options?: object) => {});
  const opened = vi.fn(async (_url: string) => null);
  const makeSubscription = (endpoint: string) => ({
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }),
  });
  const subscribe = vi.fn(async (_options: object) => makeSubscription("https://push.example/new"));
  listenForPush({
    location: { origin },
    registration: {
      showNotification,
      pushManager: { getSubscription: async () => null, subscribe },
    },
    clients: { claim: async () => {}, matchAll: async () => open, openWindow: opened },
    addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
  } as unknown as WorkerScope);
  return {
    shown: showNotification,
    opened,
    subscription: makeSubscription,
    subscribe,
    async dispatch(type: string, event: object) {
      let work: Promise<unknown> = Promise.resolve();
      listeners.get(type)?.({
        ...event,
        waitUntil: (input: Promise<unknown>) => {
          work = input;
        },
      } as never);
      await work;
    },
  };
}
const makePushEvent = (changed: object = {}) => ({ data: { json: () => ({ ...payload, ...changed }) } });

describe("a push", () => {
  test("shows its notification", async () => {
    const { dispatch, shown } = setUp();
    await dispatch("push", makePushEvent());
    expect(shown).toHaveBeenCalledExactlyOnceWith(
      "It is time for Asr",
      expect.objectContaining({
        body: "3:42 PM",
        lang: "en",
        dir: "ltr",
        tag: payload.tag,
        silent: false,
        renotify: true,
        data: { url: "/athan-demo" },
      }),
    );
  });

  test.for([
    ["it is to be silent", { isSilent: true }, []],
    ["a visible page plays the alert", {}, [{ visibilityState: "visible" }]],
    ["its time has passed", { until: "2026-03-01T12:40:00.000Z" }, []],
  ] as const)("is shown without a sound when %s", async ([, changed, open]) => {
    const { dispatch, shown } = setUp(open);
    await dispatch("push", makePushEvent(changed));
    expect(shown.mock.calls[0]?.[1]).toMatchObject({ silent: true });
    // Browsers reject `renotify` together with `silent`.
    expect(shown.mock.calls[0]?.[1]).not.toHaveProperty("renotify");
  });

  test("of a notification is not shown while a page is visible", async () => {
    const { dispatch, shown } = setUp([{ visibilityState: "visible" }]);
    await dispatch("push", makePushEvent({ kind: "notification", until: undefined, lang: "ar" }));
    expect(shown.mock.calls[0]?.[1]).toMatchObject({ silent: false, dir: "rtl" });
  });
});

describe("a click on a notification", () => {
  const makeClickEvent = (url: string) => ({ notification: { close: vi.fn(), data: { url } } });

  test("focuses an open page", async () => {
    const focus = vi.fn(async () => {});
    const { dispatch, opened } = setUp([
      { url: `${origin}/browse` },
      { url: `${origin}/athan-demo?x=1`, focus },
    ]);
    await dispatch("notificationclick", makeClickEvent("/athan-demo"));
    expect(focus).toHaveBeenCalledOnce();
    expect(opened).not.toHaveBeenCalled();
  });

  test.for([
    ["/messages?c=1", "/messages?c=2"],
    ["/messages?c=1", "/messages"],
    ["/talk?post=3", "/talk?post=30"],
    ["/talk#post-3", "/talk#post-4"],
    ["/talk#post-3", "/talk"],
  ] as const)("to %s does not focus %s", async ([url, page]) => {
    const focus = vi.fn(async () => {});
    const { dispatch, opened } = setUp([{ url: origin + page, focus }]);
    await dispatch("notificationclick", makeClickEvent(url));
    expect(focus).not.toHaveBeenCalled();
    expect(opened).toHaveBeenCalledExactlyOnceWith(origin + url);
  });

  test("focuses the page of its conversation among those of others", async () => {
    const [other, right] = [vi.fn(async () => {}), vi.fn(async () => {})];
    const { dispatch, opened } = setUp([
      { url: `${origin}/messages?c=1`, focus: other },
      { url: `${origin}/messages?folder=requests&c=2`, focus: right },
    ]);
    await dispatch("notificationclick", makeClickEvent("/messages?c=2"));
    expect([other, right].map((focus) => focus.mock.calls.length)).toEqual([0, 1]);
    expect(opened).not.toHaveBeenCalled();
  });

  test("opens a new page, only of this site", async () => {
    const { dispatch, opened } = setUp([{ url: `${origin}/browse` }]);
    await dispatch("notificationclick", makeClickEvent("/athan-demo"));
    await dispatch("notificationclick", makeClickEvent("https://elsewhere.example/"));
    await dispatch("notificationclick", makeClickEvent("//elsewhere.example/"));
    expect(opened).toHaveBeenCalledExactlyOnceWith(`${origin}/athan-demo`);
  });
});

test("a subscription changed by the browser keeps its device", async () => {
  const fetchMock = vi.fn(async (_url: string, _init?: RequestInit) => Response.json({ key: "the key" }));
  vi.stubGlobal("fetch", fetchMock);
  const { dispatch, subscription, subscribe } = setUp();
  await dispatch("pushsubscriptionchange", { oldSubscription: subscription("https://push.example/old") });
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: "the key" });
  const [url, init] = fetchMock.mock.calls.at(-1) ?? [];
  expect([url, init?.method]).toEqual(["/api/push/devices", "PUT"]);
  expect(JSON.parse(String(init?.body))).toEqual({
    endpoint: "https://push.example/new",
    keys: { p256dh: "p", auth: "a" },
    replaces: "https://push.example/old",
  });
});
