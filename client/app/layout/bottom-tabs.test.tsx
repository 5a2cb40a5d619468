import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { guestMeta } from "#shared/routes/guest-meta.ts";
import { makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { BottomTabs } from "./bottom-tabs.tsx";

afterEach(() => document.querySelector(`meta[name=${guestMeta}]`)?.remove());

const tabs = () => screen.getAllByRole("link").map(({ textContent }) => textContent);
const readersTabs = ["Home", "Browse", "Library", "Community", "Profile"];

test("a reader's tabs are there while the reader is asked for, so that none moves", async () => {
  stubCalls(reply(accountsContract.getUser, makeUser()));
  renderPage(<BottomTabs />);

  expect(tabs()).toEqual(readersTabs);
  await screen.findByRole("link", { name: "Profile" });

  expect(tabs()).toEqual(readersTabs);
});

test("a guest's page has a guest's tabs at once", () => {
  const meta = Object.assign(document.createElement("meta"), { name: guestMeta, content: "guest" });
  document.head.append(meta);
  stubCalls();
  renderPage(<BottomTabs />);

  expect(tabs()).toEqual(["Home", "Browse", "Sign In"]);
});

test("Home is the current tab on /home too", async () => {
  stubCalls(reply(accountsContract.getUser, makeUser()));
  renderPage(<BottomTabs />, { at: "/home" });

  expect(await screen.findByRole("link", { name: "Home" })).toHaveAttribute("aria-current", "page");
});
