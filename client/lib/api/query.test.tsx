import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { tabHeader } from "#shared/api/tab-header.ts";
import { query, useContractMutation } from "./query.ts";
import { tab } from "./tab.ts";

const common = { access: "reader", summary: "A test", response: z.object({ n: z.int() }) } as const;
const library = route({ ...common, method: "GET", path: "/library", reads: ["library", "position"] });
const goals = route({ ...common, method: "GET", path: "/goals", reads: ["goal"] });
const save = route({ ...common, method: "PUT", path: "/entry", changes: ["library"] });

test("a write refetches the queries that show what it changed, and names its tab", async () => {
  const calls: string[] = [];
  const fetch = vi.fn(async (url: string, _init: RequestInit) => {
    calls.push(url);
    return Response.json({ n: calls.length });
  });
  vi.stubGlobal("fetch", fetch);
  const client = new QueryClient();
  const { result } = renderHook(
    () => ({
      shown: [useQuery(query(library, {})), useQuery(query(goals, {}))],
      mutation: useContractMutation(save),
    }),
    {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    },
  );
  await waitFor(() => expect(result.current.shown.every(({ isSuccess }) => isSuccess)).toBe(true));
  calls.length = 0;

  await result.current.mutation.mutateAsync({});

  expect(calls).toEqual(["/entry", "/library"]);
  const [, init] = fetch.mock.calls.find(([url]) => url === "/entry") ?? [];
  expect(init?.headers).toMatchObject({ [tabHeader]: tab });
});

test("a change during the first fetch of a query is fetched too", async () => {
  const replies: ((n: number) => void)[] = [];
  vi.stubGlobal("fetch", (url: string) =>
    url === "/entry"
      ? Promise.resolve(Response.json({ n: 0 }))
      : new Promise((resolve) => replies.push((n) => resolve(Response.json({ n })))),
  );
  const client = new QueryClient();
  const { result } = renderHook(
    () => ({ shown: useQuery(query(library, {})), mutation: useContractMutation(save) }),
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  );
  const saving = result.current.mutation.mutateAsync({});
  await waitFor(() => expect(replies).toHaveLength(2));
  replies[0]?.(1);
  replies[1]?.(2);
  await saving;
  await waitFor(() => expect(result.current.shown.data).toEqual({ n: 2 }));
  expect(result.current.shown.isError).toBe(false);
});
