import { onlineManager } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { RefetchOnReconnect } from "#client/app/effects/refetch-on-reconnect.tsx";
import { makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { RequireAuth } from "./require-auth.tsx";

afterEach(() => {
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
});

const renderOwn = () =>
  renderPage(
    <>
      <RefetchOnReconnect />
      <Routes>
        <Route
          path="/library"
          element={
            <RequireAuth>
              <h1>Own</h1>
            </RequireAuth>
          }
        />
        <Route path="*" element={null} />
      </Routes>
    </>,
    { at: "/library?status=finished" },
  );

test("redirects a guest to the sign-in page and back", async () => {
  stubCalls(stubRejection(accountsContract.getUser, { code: "unauthenticated", message: "Unauthorized" }));

  const { url } = renderOwn();

  await vi.waitFor(() => expect(url()).toBe("/auth?returnTo=%2Flibrary%3Fstatus%3Dfinished"));
});

test("keeps the page while offline and continues when the network returns", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("Failed to fetch")));
  const { url } = renderOwn();
  expect(await screen.findByRole("heading", { name: "Waiting for the server" })).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("You appear to be offline.");
  expect(url()).toBe("/library?status=finished");

  stubCalls(reply(accountsContract.getUser, makeUser()));
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));

  expect(await screen.findByRole("heading", { name: "Own" })).toBeVisible();
});

test("waits when offline from the start, unless the session is cached", async () => {
  stubCalls(reply(accountsContract.getUser, makeUser()));
  onlineManager.setOnline(false);
  const { user, url } = renderOwn();
  expect(await screen.findByRole("heading", { name: "Waiting for the server" })).toBeVisible();
  expect(url()).toBe("/library?status=finished");

  await user.click(screen.getByRole("button", { name: "Try Again" }));

  expect(await screen.findByRole("heading", { name: "Own" })).toBeVisible();
});
