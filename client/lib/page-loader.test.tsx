import { screen } from "@testing-library/react";
import { Suspense } from "react";
import { expect, test, vi } from "vitest";
import { renderPage } from "#client/testing/render-page.tsx";
import { ErrorBoundary } from "#client/ui/error-boundary.tsx";
import { lazyPage } from "./page-loader.ts";

test("a screen whose code did not arrive is asked for again by who tries again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module"))
    .mockResolvedValue(() => "Here it is");
  const { Page } = lazyPage([], load);
  const { user } = renderPage(
    <ErrorBoundary>
      <Suspense>
        <Page />
      </Suspense>
    </ErrorBoundary>,
  );
  expect(await screen.findByRole("heading", { level: 1, name: "This page did not arrive" })).toBeVisible();
  expect(load).toHaveBeenCalledOnce();

  await user.click(screen.getByRole("button", { name: "Try Again" }));

  expect(await screen.findByText("Here it is")).toBeVisible();
});
