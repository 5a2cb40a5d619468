import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { BookShelf } from "./book-shelf.tsx";

afterEach(() => vi.unstubAllGlobals());

test("a reply that is not an array counts as empty", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ message: "busy" }));

  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <BookShelf list="listLatest" empty="No books yet" errorTitle="Books failed to load" />
      </MemoryRouter>
    </QueryClientProvider>,
  );

  expect(await screen.findByText("No books yet")).toBeVisible();
});
