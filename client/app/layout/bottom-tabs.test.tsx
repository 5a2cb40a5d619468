import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { guestMeta } from "#shared/routes/guest-meta.ts";
import { makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { BottomTabs } from "./bottom-tabs.tsx";

afterEach(() => document.querySelector(`meta[name=${guestMeta}]`)?.remove());

const getTabTexts = () => screen.getAllByRole("link").map(({ textContent }) => textContent);
const readersTabs = ["Home", "Browse", "Library", "Community", "Profile"];

test("a signed-in user's tabs are shown while the session loads, without layout shift", async () => {
  stubCalls(reply(accountsContract.getUser, makeUser()));
  renderPage(<BottomTabs />);

  expect(getTabTexts()).toEqual(readersTabs);
  await screen.findByRole("link", { name: "Profile" });

  expect(getTabTexts()).toEqual(readersTabs);
});

test("a guest page has the guest tabs immediately", () => {
  const meta = Object.assign(document.createElement("meta"), { name: guestMeta, content: "guest" });
  document.head.append(meta);
  stubCalls();
  renderPage(<BottomTabs />);

  expect(getTabTexts()).toEqual(["Home", "Browse", "Sign In"]);
});

test("Home is the current tab on /home too", async () => {
  stubCalls(reply(accountsContract.getUser, makeUser()));
  renderPage(<BottomTabs />, { at: "/home" });

  expect(await screen.findByRole("link", { name: "Home" })).toHaveAttribute("aria-current", "page");
});
