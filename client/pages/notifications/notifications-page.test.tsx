import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { makeNotification, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { NotificationSettingsPage } from "./notification-settings-page.tsx";
import { NotificationsPage } from "./notifications-page.tsx";

const { listNotifications, getSettings, updateSetting } = notificationsContract;
const list = (books: readonly string[], unreadCount = books.length) =>
  reply(listNotifications, {
    notifications: books.map((book, n) => makeNotification(n + 1, { params: { bookId: `${n}`, book } })),
    unreadCount,
    totalCount: books.length,
    nextCursor: null,
  });

function open(page: React.ReactNode, ...stubs: readonly Stub[]) {
  const calls = stubCalls(reply(accountsContract.getUser, makeUser({ emailVerified: true })), ...stubs);
  return { ...renderPage(page, { at: "/notifications" }), ...calls };
}

test("all notifications are shown; the server filters unread ones", async () => {
  const { user, calls, add, url } = open(<NotificationsPage />, list(["The Well", "The Lamp"]));
  expect(await screen.findByText("“The Well” is now available.")).toBeVisible();
  expect(screen.getByRole("button", { name: "All" })).toHaveAttribute("aria-pressed", "true");

  add(list([], 0));
  await user.click(screen.getByRole("button", { name: "Unread" }));

  expect(await screen.findByText("No unread notifications")).toBeVisible();
  expect(url()).toBe("/notifications?only=unread");
  expect(calls.at(-1)?.url).toContain("only=unread");
});

test("the empty state and a retry after an error are shown", async () => {
  const { user, add } = open(
    <NotificationsPage />,
    stubRejection(listNotifications, { code: "forbidden", message: "" }),
  );
  const again = await screen.findByRole("button", { name: "Try Again" });

  add(list([], 0));
  await user.click(again);

  expect(await screen.findByText("No notifications yet")).toBeVisible();
  expect(screen.getByRole("button", { name: "Mark all read" })).toBeDisabled();
});

test("a channel is changed optimistically and reverted on failure", async () => {
  const settings = [
    { type: "new_book" as const, inApp: true, email: false, push: true },
    { type: "challenge_update" as const, inApp: true, email: true, push: true },
  ];
  const { user, calls, add } = open(
    <NotificationSettingsPage />,
    reply(getSettings, settings),
    reply(updateSetting, settings),
  );
  const [mail] = await screen.findAllByRole("switch", { name: "By email" });
  if (!mail) throw new Error("There is no switch.");

  add(reply(getSettings, [{ type: "new_book", inApp: true, email: true, push: true }]));
  await user.click(mail);
  expect(mail).toBeChecked();
  expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({ type: "new_book", email: true });
  expect(screen.getByText(/Emails are sent to your confirmed address/)).toBeVisible();

  add(stubRejection(updateSetting, { code: "unavailable", message: "" }));
  await user.click(mail);

  await expect.poll(() => screen.getAllByRole("switch", { name: "By email" })[0]).toBeChecked();
});
