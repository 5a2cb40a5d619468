import { QueryClient, QueryClientProvider, QueryObserver } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Topic } from "#shared/api/topics.ts";
import { type ServerEvent, subscribeToServerEvents } from "#client/features/live-events/server-events.ts";
import { tab } from "#client/lib/api/tab.ts";
import { ServerEvents } from "./server-events.tsx";

vi.mock(import("#client/features/live-events/server-events.ts"), async (original) => ({
  ...(await original()),
  subscribeToServerEvents: vi.fn(() => () => {}),
}));
vi.mock(import("#client/features/reading-activity/use-session-recorder.ts"), () => ({
  useSessionRecorder: () => {},
}));
vi.mock(import("#client/lib/api/session.ts"), async (original) => ({
  ...(await original()),
  useUser: () => null,
}));

let client = new QueryClient();
let fetched: string[] = [];

/** A shown query that reads these topics. */
function show(...reads: readonly Topic[]): void {
  const [queryKey, queryFn] = [reads, () => fetched.push(reads.join())];
  client.setQueryData(queryKey, 0);
  new QueryObserver(client, { queryKey, queryFn, meta: { reads }, staleTime: 600_000 }).subscribe(() => {});
}

function receive(event: ServerEvent): void {
  vi.mocked(subscribeToServerEvents).mock.lastCall?.[0](event);
}

beforeEach(() => {
  client = new QueryClient();
  fetched = [];
  render(
    <QueryClientProvider client={client}>
      <ServerEvents />
    </QueryClientProvider>,
  );
  show("library", "position");
  show("goal");
  show("message");
});
afterEach(() => client.clear());

test("a change of another tab or device refetches what shows it, once", () => {
  receive({ topics: ["library", "position"], origin: "another tab" });
  expect(fetched).toEqual(["library,position"]);
});

test("the tab that made a change does not refetch it", () => {
  receive({ topics: ["library"], origin: tab });
  expect(fetched).toEqual([]);
});

test("a position of this tab is fetched where it is shown again", () => {
  receive({ topics: ["position"], origin: tab });
  expect(fetched).toEqual([]);
  expect(client.getQueryState(["library", "position"])?.isInvalidated).toBe(true);
});

test("after missed events everything is fetched, on the first connection only what moves quickly", () => {
  receive({ gap: "connected" });
  expect(fetched).toEqual(["message"]);
  receive({ gap: "missed" });
  expect(fetched.slice(1).sort()).toEqual(["goal", "library,position", "message"]);
});
