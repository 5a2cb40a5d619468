import { screen, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { UserId } from "#shared/accounts/user.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { getId, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { ProfilePage } from "./profile-page.tsx";

beforeAll(() => loadMessages("profiles", "people"));

test("a friend request comes first, because its notification leads here", async () => {
  const person = {
    id: getId(2) as UserId,
    username: "yusuf",
    name: "Yusuf B.",
    profileImageUrl: "",
    hasProfile: false,
  };
  stubCalls(reply(accountsContract.getUser, makeUser()), reply(peopleContract.listRelated, [person]));
  renderPage(<ProfilePage />, { at: "/profile" });

  await screen.findByRole("button", { name: /^Accept/ });
  const [first] = within(screen.getByRole("tabpanel")).getAllByRole("heading");
  expect(first).toHaveTextContent("Friend requests");
});
