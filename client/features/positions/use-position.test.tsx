import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { sessionQuery } from "#client/lib/api/session.ts";
import { keptBooksKey } from "#client/lib/offline/has-kept-books.ts";
import { makeBook, makeUser } from "#client/testing/factories.ts";
import { createTestQueryClient } from "#client/testing/render-page.tsx";
import { usePosition } from "./use-position.ts";

const unhandled = vi.fn();
process.on("unhandledRejection", unhandled);
afterEach(() => {
  process.off("unhandledRejection", unhandled);
  localStorage.clear();
});

test("a position that cannot be fetched is an error of the query alone", async () => {
  localStorage.setItem(keptBooksKey, "yes");
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  const client = createTestQueryClient();
  client.setQueryData(sessionQuery.queryKey, makeUser());
  client.setDefaultOptions({ queries: { retry: false } });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => usePosition(makeBook(1).id), { wrapper });

  await waitFor(() => expect(result.current.isError || result.current.failureCount > 0).toBe(true));
  expect(unhandled).not.toHaveBeenCalled();
});
