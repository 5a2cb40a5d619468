import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CallError } from "#shared/api/http-client.ts";
import { booksContract } from "#shared/books/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query } from "#client/lib/api/query.ts";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { Toaster } from "#client/ui/overlays/toaster.tsx";
import { createQueryClient, fetchByQueryKey, shouldRetry } from "./query-client.ts";

const unauthorized = { code: "unauthenticated", message: "Unauthorized: please sign in." } as const;

describe("the query cache", () => {
  test("uses the times of ADR 61", () => {
    expect(createQueryClient().getDefaultOptions()).toMatchObject({
      queries: {
        staleTime: 600_000,
        gcTime: 1_800_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retryDelay: 2000,
        networkMode: "online",
      },
      mutations: { retry: false },
    });
  });

  test("refetches stale queries on mount only", async () => {
    const { calls } = stubCalls(reply(booksContract.listGenres, []));
    const client = createQueryClient();
    const countGenreRequests = () => calls.filter(({ url }) => url === "/api/genres").length;
    const show = () =>
      render(
        <QueryClientProvider client={client}>
          <Genres />
        </QueryClientProvider>,
      );

    const first = show();
    await screen.findByText("0 genres");
    first.unmount();
    show().unmount();
    expect(countGenreRequests()).toBe(1);
    await client.invalidateQueries({ queryKey: ["/api/genres"] });
    show();

    await vi.waitFor(() => expect(countGenreRequests()).toBe(2));
  });

  test.each([
    [400, 0, false],
    [404, 0, false],
    [429, 0, false],
    [500, 0, true],
    [500, 1, false],
    [504, 0, true],
  ])("after %i and %i retries: again is %s", (status, failures, isRetried) => {
    expect(shouldRetry(failures, new CallError(status, "a 4 in the body"))).toBe(isRetried);
  });

  test("retries once after a network error", () => {
    expect([shouldRetry(0, new TypeError("404")), shouldRetry(1, new TypeError("404"))]).toEqual([
      true,
      false,
    ]);
  });
});

describe("the default query function", () => {
  test("joins the key to a URL and returns null on 401", async () => {
    const fetched = vi.fn(async (url: string) =>
      url === "/api/books/7" ? Response.json({ id: 7 }) : Response.json(unauthorized, { status: 401 }),
    );
    vi.stubGlobal("fetch", fetched);

    expect(await fetchByQueryKey(["/api/books", "7"])).toEqual({ id: 7 });
    expect(await fetchByQueryKey(["/api/user/library"])).toBeNull();
    expect(fetched).toHaveBeenCalledWith("/api/books/7", expect.objectContaining({ credentials: "include" }));
  });

  test("throws other errors with the status first", async () => {
    vi.stubGlobal("fetch", async () => new Response("broken", { status: 503 }));

    await expect(fetchByQueryKey(["/api/books"])).rejects.toThrow("503: broken");
  });
});

describe("a 401 of one of the five calls", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each([
    ["latest", booksContract.listLatest],
    ["top-rated", booksContract.listTopRated],
    ["coming-soon", booksContract.listComingSoon],
    ["genres", booksContract.listGenres],
    ["library", libraryContract.listLibrary],
  ])("shows a message and redirects to the sign-in page after 500 ms: %s", async (_name, contract) => {
    stubCalls(stubRejection(contract, unauthorized));
    const redirect = vi.fn();
    const client = createQueryClient(redirect);

    await client.prefetchQuery(query(contract, { query: {} }));

    vi.advanceTimersByTime(499);
    expect(redirect).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(redirect).toHaveBeenCalledExactlyOnceWith("/api/login?returnTo=%2F");
    vi.useRealTimers();
    render(<Toaster />);
    expect(await screen.findByText("Unauthorized")).toBeVisible();
    expect(screen.getByText("You are logged out. Logging in again...")).toBeVisible();
  });
});

test.each([true, false])(
  "a failed mutation makes a toast unless its form shows the error: %s",
  async (handlesErrors) => {
    const client = createQueryClient();
    const error = new CallError(422, "invalid");
    const mutation = client.getMutationCache().build(client, {
      mutationFn: () => Promise.reject(error),
      meta: { handlesErrors },
    });
    render(<Toaster />);

    await act(() => mutation.execute(undefined).catch(() => undefined));

    expect(screen.queryAllByText(getErrorMessage(error)).length > 0).toBe(!handlesErrors);
  },
);

test("a 401 of another call does not redirect", async () => {
  stubCalls(stubRejection(libraryContract.getLibraryCounts, unauthorized));
  const redirect = vi.fn();
  const client = createQueryClient(redirect);
  vi.useFakeTimers();

  await client.prefetchQuery(query(libraryContract.getLibraryCounts, {}));
  vi.advanceTimersByTime(1000);

  expect(redirect).not.toHaveBeenCalled();
  vi.useRealTimers();
});

function Genres() {
  return <p>{useQuery(query(booksContract.listGenres, {})).data?.length} genres</p>;
}
