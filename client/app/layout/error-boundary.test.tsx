import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CallError } from "#shared/api/http-client.ts";
import { PageNotFoundError } from "#client/lib/hooks/route-params.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { ErrorBoundary } from "#client/ui/feedback/error-boundary.tsx";
import { NotFoundCard } from "./not-found-card.tsx";

// React logs every error that a boundary catches.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

let failure: Error | null = null;

function Part() {
  if (failure) throw failure;
  return <p>All is well</p>;
}

describe("the error boundary", () => {
  test("shows the error id and retries", async () => {
    failure = new Error("broken");
    const { user } = renderPage(
      <ErrorBoundary>
        <Part />
      </ErrorBoundary>,
    );

    expect(screen.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent(
      "We encountered an unexpected error while loading the content. Please try again or contact support if the problem persists.",
    );
    expect(screen.getByText(/Error ID/)).toHaveTextContent(/Error ID: [A-Z0-9]{4,}/);
    expect(screen.getByRole("button", { name: "Refresh Page" })).toBeVisible();
    failure = null;
    await user.click(screen.getByRole("button", { name: "Try Again" }));

    expect(screen.getByText("All is well")).toBeVisible();
  });

  test("shows the id of the failed request", async () => {
    const problem = { code: "internal", message: "Something went wrong.", requestId: "a-request-id" };
    failure = new CallError(500, JSON.stringify(problem));
    const { user } = renderPage(
      <ErrorBoundary>
        <Part />
      </ErrorBoundary>,
    );

    expect(screen.getByText("a-request-id")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Copy error ID" }));

    expect(await navigator.clipboard.readText()).toBe("a-request-id");
  });

  test("names the part that failed", () => {
    failure = new Error("broken");
    renderPage(
      <ErrorBoundary name="Player">
        <Part />
      </ErrorBoundary>,
    );

    expect(screen.getByRole("heading", { name: "Player Error" })).toBeVisible();
  });

  test("shows the 404 card for an unknown URL", () => {
    failure = new PageNotFoundError();
    renderPage(
      <ErrorBoundary notFound={<NotFoundCard />}>
        <Part />
      </ErrorBoundary>,
    );

    expect(screen.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
    expect(document.title).toBe("404 Page Not Found · Maktaba");
  });
});
