import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { pages } from "#client/app/routes/initial.ts";
import { makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { RoutePreloader } from "./route-preloader.tsx";

const preloaded: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  preloaded.length = 0;
  for (const name of ["browse", "library", "book", "read"] as const) {
    vi.spyOn(pages[name], "preload").mockImplementation(async () => preloaded.push(name));
  }
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("the next screens are preloaded 1 s and 2 s after sign-in", async () => {
  stubCalls(reply(accountsContract.getUser, makeUser()));
  renderPage(<RoutePreloader />);

  await advance(1);
  await advance(998);
  expect(preloaded).toEqual([]);
  await advance(2);
  await advance(997);
  expect(preloaded).toEqual(["browse", "library"]);
  await advance(3);

  expect(preloaded).toEqual(["browse", "library", "book", "read"]);
});

test("nothing is preloaded for guests", async () => {
  stubCalls(stubRejection(accountsContract.getUser, { code: "unauthenticated", message: "Unauthorized" }));
  renderPage(<RoutePreloader />);

  await advance(5000);

  expect(preloaded).toEqual([]);
});
