import { screen, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { NotificationSettings } from "./notification-settings.tsx";

const { getSettings, updateSetting } = notificationsContract;
const settings = (["message", "reply", "book_review"] as const).map((type) => ({
  type,
  inApp: true,
  email: false,
  push: false,
}));

beforeAll(() => loadMessages("notifications", "push"));

async function open(user: Parameters<typeof makeUser>[0], ...stubs: readonly Stub[]) {
  const calls = stubCalls(
    reply(accountsContract.getUser, makeUser(user)),
    reply(getSettings, settings),
    ...stubs,
  );
  const page = renderPage(<NotificationSettings channels={["inApp", "email"]} />);
  const groups = await screen.findAllByRole("group");
  const listStates = () =>
    groups.map((group) =>
      within(group)
        .getAllByRole("switch")
        .map((each) => each.getAttribute("aria-checked") === "true"),
    );
  return { ...page, ...calls, groups, listStates };
}

test("a channel of one type changes, and no other", async () => {
  const { user, groups, calls, hold, listStates } = await open({}, reply(updateSetting, settings));
  expect(groups).toHaveLength(2);
  const release = hold(({ method }) => method === "PATCH");

  await user.click(within(groups[1] ?? expect.fail()).getAllByRole("switch")[1] ?? expect.fail());

  expect(listStates()).toEqual([
    [true, false],
    [true, true],
  ]);
  expect(calls.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
    { type: "reply", email: true },
  ]);
  release();
});

test("a refused change goes back", async () => {
  const { user, groups, calls, listStates } = await open(
    {},
    stubRejection(updateSetting, { code: "internal", message: "" }),
  );
  await user.click(within(groups[0] ?? expect.fail()).getAllByRole("switch")[0] ?? expect.fail());

  await expect.poll(() => calls.filter(({ method }) => method === "PATCH").length).toBe(1);
  await expect.poll(listStates).toEqual([
    [true, false],
    [true, false],
  ]);
});

test("types for authors are shown to authors", async () => {
  const { groups } = await open({ isAuthor: true });
  expect(groups).toHaveLength(3);
});
