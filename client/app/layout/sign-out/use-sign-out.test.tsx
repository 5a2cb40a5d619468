import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { setLastUser } from "#client/lib/api/last-user.ts";
import { makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { SignOutQuestion } from "./sign-out-question.tsx";
import { useSignOut } from "./use-sign-out.ts";

afterEach(() => vi.unstubAllGlobals());

function SignOutButton() {
  return (
    <button type="button" onClick={useSignOut()}>
      Sign Out
    </button>
  );
}

test("signing out without a connection deletes what was not sent after a question, and shows the landing page", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const account = makeUser();
  setLastUser(account);
  localStorage.setItem(`maktaba.position.${account.id}.1`, "{}");
  const { user, url } = renderPage(
    <>
      <SignOutButton />
      <SignOutQuestion />
    </>,
    { at: "/library" },
  );

  await user.click(screen.getByRole("button", { name: "Sign Out" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("You are offline. One change");
  await user.click(within(dialog).getByRole("button", { name: "Delete and sign out" }));

  await vi.waitFor(() => expect(url()).toBe("/"));
  expect(Object.keys(localStorage)).toEqual(["maktaba.signOut"]);
});
