import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Topic } from "#shared/api/topics.ts";
import { tab } from "#client/lib/api/tab.ts";
import { applyServerEvent } from "./server-events.ts";

let client = new QueryClient();
let fetched: string[] = [];

/** A shown query that reads these topics. */
function show(...reads: readonly Topic[]): void {
  const [queryKey, queryFn] = [reads, () => fetched.push(reads.join())];
  client.setQueryData(queryKey, 0);
  new QueryObserver(client, { queryKey, queryFn, meta: { reads }, staleTime: 600_000 }).subscribe(() => {});
}

beforeEach(() => {
  client = new QueryClient();
  fetched = [];
  show("library", "position");
  show("goal");
  show("message");
  show("margin");
});
afterEach(() => client.clear());

test("a change of another tab or device refetches what shows it, once", () => {
  void applyServerEvent(client, { topics: ["library", "position"], origin: "another tab" });
  expect(fetched).toEqual(["library,position"]);
});

test("the tab that made a change does not refetch it", () => {
  void applyServerEvent(client, { topics: ["library"], origin: tab });
  expect(fetched).toEqual([]);
});

test("a position of this tab is fetched where it is shown again", () => {
  void applyServerEvent(client, { topics: ["position"], origin: tab });
  expect(fetched).toEqual([]);
  expect(client.getQueryState(["library", "position"])?.isInvalidated).toBe(true);
});

test("after missed events everything is fetched, on the first connection only what moves quickly", () => {
  void applyServerEvent(client, { gap: "connected" });
  expect(fetched.splice(0)).toEqual(["message", "margin"]);
  void applyServerEvent(client, { gap: "missed" });
  expect(fetched.sort()).toEqual(["goal", "library,position", "margin", "message"]);
});
