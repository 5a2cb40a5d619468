import { act, screen } from "@testing-library/react";
import { Suspense } from "react";
import { expect, test, vi } from "vitest";
import { renderPage } from "#client/testing/render-page.tsx";
import { ErrorBoundary } from "#client/ui/feedback/error-boundary.tsx";
import { lazyPage } from "./lazy-page.ts";

async function openMissing(failures = 1) {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<() => string>>().mockResolvedValue(() => "Here it is");
  for (let failure = 0; failure < failures; failure++) {
    load.mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module"));
  }
  const { Page } = lazyPage([], load);
  const { user } = renderPage(
    <ErrorBoundary>
      <Suspense>
        <Page />
      </Suspense>
    </ErrorBoundary>,
  );
  expect(
    await screen.findByRole("heading", { level: 1, name: "This page could not be loaded" }),
  ).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
  return user;
}

test("a screen that failed to load is loaded again on retry", async () => {
  const user = await openMissing();

  await user.click(screen.getByRole("button", { name: "Try Again" }));

  expect(await screen.findByText("Here it is")).toBeVisible();
});

test("it loads when the network returns", async () => {
  await openMissing();

  act(() => void window.dispatchEvent(new Event("online")));

  expect(await screen.findByText("Here it is")).toBeVisible();
});

test("it is retried when the returned network still fails", async () => {
  await openMissing(3);

  act(() => void window.dispatchEvent(new Event("online")));

  expect(await screen.findByText("Here it is", {}, { timeout: 5_000 })).toBeVisible();
});
