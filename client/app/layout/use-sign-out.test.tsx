import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderPage } from "#client/testing/render-page.tsx";
import { useSignOut } from "./use-sign-out.ts";

afterEach(() => vi.unstubAllGlobals());

function SignOutButton() {
  return (
    <button type="button" onClick={useSignOut()}>
      Sign Out
    </button>
  );
}

test("signing out without a connection opens the landing page and says that the session goes on", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const { user, url } = renderPage(<SignOutButton />, { at: "/library" });

  await user.click(screen.getByRole("button", { name: "Sign Out" }));

  expect(await screen.findByText("You are still signed in")).toBeVisible();
  await vi.waitFor(() => expect(url()).toBe("/"));
});
