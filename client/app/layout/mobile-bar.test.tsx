import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { MobileBar } from "./mobile-bar.tsx";

test("the mobile search closes on Escape when empty, and restores the focus", async () => {
  stubCalls(reply(accountsContract.getUser, makeUser()));
  const { user } = renderPage(<MobileBar />);

  await user.click(screen.getByRole("button", { name: "Search" }));
  const field = screen.getByRole("combobox", { name: "Search books, authors..." });
  expect(field).toHaveFocus();
  await user.keyboard("x{Escape}");
  expect(field).toBeInTheDocument();
  await user.clear(field);
  await user.keyboard("{Escape}");

  expect(screen.queryByRole("combobox")).toBeNull();
  expect(screen.getByRole("button", { name: "Search" })).toHaveFocus();
});
