import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DiscussionId } from "#shared/community/discussion.ts";
import { watchDiscussion } from "./open-discussions.ts";
import { type ServerEvent, subscribeToServerEvents } from "./server-events.ts";

/** A fake event stream. */
class FakeEventSource extends EventTarget {
  static open: FakeEventSource[] = [];
  static readonly CLOSED = 2;
  isClosed = false;
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.open.push(this);
  }
  emit(data: unknown) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(data) }));
  }
  close() {
    this.isClosed = true;
  }
}

/** Web Locks shared by the tabs of one browser. */
function createLocks() {
  let turn = Promise.resolve();
  return {
    request: (_name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) => {
      const result = turn.then(() => (signal.aborted ? undefined : hold()));
      turn = result;
      return result;
    },
  };
}

beforeEach(() => {
  FakeEventSource.open = [];
  vi.stubGlobal("EventSource", FakeEventSource);
  vi.stubGlobal("navigator", { ...navigator, locks: createLocks() });
});
afterEach(() => void vi.unstubAllGlobals());

function openTab() {
  const input: ServerEvent[] = [];
  return { events: input, close: subscribeToServerEvents((event) => input.push(event)) };
}

const waitForFirstOpen = () =>
  vi.waitFor(() => {
    const source = FakeEventSource.open.find(({ isClosed }) => !isClosed);
    if (!source) throw new Error("Nobody is connected yet.");
    return source;
  });

describe("live events", () => {
  test("reach all tabs over one connection", async () => {
    const [one, two] = [openTab(), openTab()];

    (await waitForFirstOpen()).emit({ topics: ["notification"] });

    await vi.waitFor(() =>
      expect([one.events, two.events]).toEqual([
        [{ topics: ["notification"] }],
        [{ topics: ["notification"] }],
      ]),
    );
    expect(FakeEventSource.open.map(({ url }) => url)).toEqual(["/api/live"]);
    one.close();
    two.close();
  });

  test("move to another tab when the one with the connection closes", async () => {
    const [one, two] = [openTab(), openTab()];
    const first = await waitForFirstOpen();

    one.close();
    expect(first.isClosed).toBe(true);
    (await waitForFirstOpen()).emit({ topics: ["library"] });

    await vi.waitFor(() => expect(two.events).toEqual([{ topics: ["library"] }]));
    expect(one.events).toEqual([]);
    two.close();
  });

  test("refetch everything after a gap and ignore unknown topics", async () => {
    const { events, close } = openTab();
    const source = await waitForFirstOpen();

    source.dispatchEvent(new Event("hello"));
    source.emit({ topics: ["weather"] });
    source.dispatchEvent(new Event("missed"));
    source.dispatchEvent(new Event("hello"));

    expect(events).toEqual([{ gap: "connected" }, { gap: "missed" }, { gap: "missed" }]);
    close();
  });

  test("stop while the page is in the back-forward cache, so that another tab receives them", async () => {
    const [one, two] = [openTab(), openTab()];
    const first = await waitForFirstOpen();

    window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    expect(first.isClosed).toBe(true);
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    (await waitForFirstOpen()).emit({ topics: ["notification"] });

    await vi.waitFor(() =>
      expect([one.events, two.events]).toEqual([
        [{ topics: ["notification"] }],
        [{ topics: ["notification"] }],
      ]),
    );
    one.close();
    two.close();
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    await vi.waitFor(() => expect(FakeEventSource.open.every(({ isClosed }) => isClosed)).toBe(true));
  });

  test("refetch the session after a 401, and retry later", async () => {
    vi.useFakeTimers();
    const { events, close } = openTab();
    const source = await waitForFirstOpen();

    source.dispatchEvent(new Event("error"));
    expect(events).toEqual([]);
    source.readyState = FakeEventSource.CLOSED;
    source.dispatchEvent(new Event("error"));
    expect(events).toEqual([{ topics: ["session"] }]);
    await vi.advanceTimersByTimeAsync(30_000);

    expect(FakeEventSource.open).toHaveLength(2);
    close();
    await vi.advanceTimersByTimeAsync(0);
    expect(FakeEventSource.open.at(-1)?.isClosed).toBe(true);
    vi.useRealTimers();
  });
});

test("watch the discussions open in all tabs over one connection", async () => {
  const calls: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    calls.push(JSON.parse(String(init.body)));
    return new Response(JSON.stringify({ done: true }), { status: 200 });
  });
  const connection = "00000000-0000-4000-8000-00000000000c";
  const id = DiscussionId.parse("00000000-0000-4000-8000-00000000000d");
  const one = openTab();
  const source = await waitForFirstOpen();
  source.dispatchEvent(new MessageEvent("hello", { data: JSON.stringify({ connection }) }));

  const stop = watchDiscussion(id);
  await vi.waitFor(() => expect(calls).toEqual([{ connection, discussionIds: [id] }]));
  stop();
  await vi.waitFor(() => expect(calls.at(-1)).toEqual({ connection, discussionIds: [] }));
  one.close();
});
