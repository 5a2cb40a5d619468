import { screen } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import type { UserId } from "#shared/accounts/user.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { getId } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { NewConversation } from "./new-conversation.tsx";

const yusuf = {
  id: getId(2) as UserId,
  username: "yusuf",
  name: "Yusuf B.",
  profileImageUrl: "",
  hasProfile: false,
};

function open(to: string) {
  stubCalls(reply(peopleContract.searchPeople, [yusuf]));
  return renderPage(<NewConversation to={to} onStarted={() => {}} />);
}

beforeAll(() => loadMessages("messages"));

test("the search of people has the focus, also after a choice, and a link leads back to the list", async () => {
  const { user } = open("");
  expect(screen.getByRole("searchbox")).toHaveFocus();

  await user.keyboard("yus");
  await user.click(await screen.findByRole("button", { name: /Yusuf B\./ }));

  expect(screen.getByRole("searchbox")).toHaveFocus();
  expect(screen.getByRole("link", { name: "Back to all messages" })).toHaveAttribute("href", "/messages");
});

test("a message to a known person is typed at once", async () => {
  open("yusuf");

  expect(await screen.findByRole("textbox", { name: "Write a message" })).toHaveFocus();
});
