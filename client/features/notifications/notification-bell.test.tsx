import { act, screen, within } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { sessionQuery } from "#client/lib/api/session.ts";
import { makeNotification, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { NotificationBell } from "./notification-bell.tsx";
import { NotificationPanel } from "./notification-panel.tsx";

const { listNotifications, markRead, markAllRead } = notificationsContract;
const signedIn = reply(accountsContract.getUser, makeUser());
const defaultNotifications = [
  makeNotification(11, { params: { bookId: "7", book: "The Well" } }),
  makeNotification(12, { type: "reset_link_made", params: {}, isRead: true }),
];
const list = (notifications = defaultNotifications, unreadCount = 12) =>
  reply(listNotifications, {
    notifications,
    unreadCount,
    totalCount: notifications.length,
    nextCursor: null,
  });

const open = async (...stubs: readonly Stub[]) => {
  const calls = stubCalls(signedIn, ...stubs);
  const page = renderPage(<NotificationBell />);
  return { ...page, ...calls };
};
const findBell = (name: RegExp | string) => screen.findByRole("button", { name });

afterEach(() => void vi.useRealTimers());

describe("the bell", () => {
  test("shows 9+ above 9", async () => {
    await open(list());

    expect(await findBell("Notifications, 12 unread")).toHaveTextContent("9+");
  });

  test("requests nothing for guests", async () => {
    const { calls } = await open(
      stubRejection(accountsContract.getUser, { code: "unauthenticated", message: "Unauthorized" }),
      list(),
    );

    await vi.waitFor(() => expect(calls.map(({ url }) => url)).toEqual(["/api/auth/user"]));
    expect(await findBell("Notifications, none unread")).toHaveTextContent("");
  });

  test("polls every 30 s", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { calls } = await open(list());
    const countRequests = () => calls.filter(({ url }) => url.startsWith("/api/notifications")).length;
    await findBell("Notifications, 12 unread");
    expect(countRequests()).toBe(1);

    await act(() => vi.advanceTimersByTimeAsync(30_000));

    expect(countRequests()).toBe(2);
  });
});

describe("cached notifications", () => {
  const notificationsQuery = query(listNotifications, { query: { limit: 20 } });
  const page = { notifications: [...defaultNotifications], unreadCount: 12, totalCount: 2, nextCursor: null };

  test.each([
    ["the bell", <NotificationBell key="bell" />, 10_000],
    ["the panel", <NotificationPanel key="panel" onClose={() => undefined} />, 30_000],
  ])("is refetched by %s once stale", async (_name, part, freshForMs) => {
    const requestAtAge = async (ageMs: number) => {
      const { calls } = stubCalls(signedIn, list());
      const { client, unmount } = renderPage(<Later>{part}</Later>);
      client.setQueryData(sessionQuery.queryKey, makeUser());
      client.setQueryData(notificationsQuery.queryKey, page, { updatedAt: Date.now() - ageMs });
      act(() => screen.getByRole("button", { name: "Show" }).click());
      await act(async () => undefined);
      unmount();
      return calls.some(({ url }) => url.startsWith("/api/notifications"));
    };

    expect(await requestAtAge(freshForMs - 3_000)).toBe(false);
    expect(await requestAtAge(freshForMs + 1)).toBe(true);
  });
});

function Later({ children }: { readonly children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  return isShown ? (
    children
  ) : (
    <button type="button" onClick={() => setShown(true)}>
      Show
    </button>
  );
}

describe("the panel", () => {
  test("marks a notification as read, navigates and closes", async () => {
    const { user, calls, url: getUrl } = await open(list(), reply(markRead, { done: true }));
    await user.click(await findBell("Notifications, 12 unread"));
    const panel = await screen.findByRole("dialog", { name: "Notifications" });

    await user.click(within(panel).getByRole("link", { name: /“The Well” is now available/ }));

    expect(getUrl()).toBe("/book/7");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(calls.filter(({ method }) => method === "PUT").map(({ url }) => url)).toEqual([
      `/api/notifications/${defaultNotifications[0]?.id}/read`,
    ]);
  });

  test("marks one as read before the server replies, and no other", async () => {
    const notifications = [1, 2, 3].map((n) => makeNotification(n, { isRead: n === 3 }));
    const { user, hold } = await open(list(notifications, 2), reply(markRead, { done: true }));
    await user.click(await findBell("Notifications, 2 unread"));
    const release = hold(({ method }) => method === "PUT");
    const isUnread = (n: number) =>
      within(screen.getByRole("link", { name: new RegExp(`Book ${n}”`) })).queryByText("Unread") !== null;

    await user.click(await screen.findByRole("link", { name: /Book 1”/ }));

    await user.click(await findBell("Notifications, 1 unread"));
    await screen.findByRole("link", { name: /Book 1”/ });
    expect([1, 2, 3].map(isUnread)).toEqual([false, true, false]);
    release();
  });

  test("asks the server again when it could not mark one as read", async () => {
    const { user, add } = await open(list());
    await user.click(await findBell("Notifications, 12 unread"));
    add(stubRejection(markRead, { code: "internal", message: "" }));
    add(list(defaultNotifications, 7));

    await user.click(await screen.findByRole("link", { name: /The Well/ }));

    expect(await findBell("Notifications, 7 unread")).toBeVisible();
  });

  test("marks all read at once", async () => {
    const { user, calls, add } = await open(list(), reply(markAllRead, { done: true }));
    await user.click(await findBell("Notifications, 12 unread"));
    add(
      list(
        defaultNotifications.map((each) => ({ ...each, isRead: true })),
        0,
      ),
    );

    await user.click(await screen.findByRole("button", { name: "Mark all read" }));

    expect(await findBell("Notifications, none unread")).toBeVisible();
    expect(calls.some(({ url }) => url === "/api/notifications/mark-all-read")).toBe(true);
    expect(screen.getByRole("button", { name: "Mark all read" })).toBeDisabled();
    expect(screen.getByRole("link", { name: "View all notifications" })).toHaveAttribute(
      "href",
      "/notifications",
    );
  });

  test("shows the empty state and closes on Escape", async () => {
    const { user } = await open(list([], 0));
    await user.click(await findBell("Notifications, none unread"));

    expect(await screen.findByText("No notifications yet")).toBeVisible();
    expect(screen.getByText("We'll notify you when something happens")).toBeVisible();
    await user.keyboard("{Escape}");

    expect(screen.queryByRole("dialog")).toBeNull();
    expect(await findBell("Notifications, none unread")).toHaveFocus();
  });

  test("shows the loading text, and a retry after an error", async () => {
    const { user, add } = await open();
    await user.click(await findBell("Notifications, none unread"));
    expect(await screen.findByText("Not found.")).toBeVisible();

    add(list());
    await user.click(screen.getByRole("button", { name: "Try Again" }));

    expect(await screen.findByText("“The Well” is now available.")).toBeVisible();
  });
});
