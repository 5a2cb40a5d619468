import { QueryClient } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { guestMeta } from "#shared/routes/guest-meta.ts";
import { makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { getLastUser } from "./last-user.ts";
import { sessionQuery, setSessionUser, useSession } from "./session.ts";

afterEach(() => {
  document.querySelector(`meta[name=${guestMeta}]`)?.remove();
  localStorage.clear();
});

function SessionName() {
  const { user, isLoading, isUnreachable } = useSession();
  if (isUnreachable) return <p>unreachable</p>;
  return <p>{isLoading ? "somebody" : (user?.firstName ?? "a guest")}</p>;
}

/** Mounts a second use of the session when it has loaded. */
function LoadedSession() {
  return useSession().isLoading ? null : <SessionName />;
}

function markAsGuest() {
  const meta = document.createElement("meta");
  Object.assign(meta, { name: guestMeta, content: "guest" });
  document.head.append(meta);
}

test("a page for guests needs no session request", async () => {
  markAsGuest();
  const { calls } = stubCalls(reply(accountsContract.getUser, makeUser()));

  renderPage(<SessionName />);

  expect(screen.getByText("a guest")).toBeVisible();
  await act(async () => undefined);
  expect(calls).toEqual([]);
});

test("other pages request the session", async () => {
  stubCalls(reply(accountsContract.getUser, makeUser({ firstName: "Amina" })));

  renderPage(<SessionName />);

  expect(screen.getByText("somebody")).toBeVisible();
  expect(await screen.findByText("Amina")).toBeVisible();
});

test("signing in on a guest page replaces the guest session", () => {
  markAsGuest();
  const client = new QueryClient();

  setSessionUser(client, makeUser({ firstName: "Amina" }));

  expect(client.getQueryData(sessionQuery.queryKey)).toMatchObject({ firstName: "Amina" });
  expect(sessionQuery.initialData()).toBeUndefined();
});

describe("without a connection", () => {
  const unreachable = stubRejection(accountsContract.getUser, { code: "unavailable", message: "" });
  const open = async () => {
    const page = renderPage(<SessionName />);
    await page.client.refetchQueries({ queryKey: sessionQuery.queryKey });
    return page;
  };

  test("the last known session goes on until the server says otherwise", async () => {
    const { add } = stubCalls(reply(accountsContract.getUser, makeUser({ firstName: "Amina" })));
    renderPage(<SessionName />).unmount();
    const first = await open();
    first.unmount();
    add(unreachable);

    const { client } = await open();
    expect(await screen.findByText("Amina")).toBeVisible();
    add(stubRejection(accountsContract.getUser, { code: "unauthenticated", message: "" }));
    await act(() => client.refetchQueries({ queryKey: sessionQuery.queryKey }));

    expect(await screen.findByText("a guest")).toBeVisible();
    expect(getLastUser()).toBeNull();
  });

  test("the session of the previous account is not used after another signed in", async () => {
    const { add } = stubCalls(reply(accountsContract.getUser, makeUser({ firstName: "Amina" })));
    (await open()).unmount();
    setSessionUser(new QueryClient(), makeUser({ firstName: "Yusuf" }));
    add(unreachable);

    await open();

    expect(await screen.findByText("Yusuf")).toBeVisible();
  });

  test("components that mount after a failure do not ask again", async () => {
    stubCalls(reply(accountsContract.getUser, makeUser({ firstName: "Amina" })));
    (await open()).unmount();
    const { calls } = stubCalls(unreachable);
    const { client } = renderPage(<LoadedSession />);
    expect(await screen.findByText("Amina")).toBeVisible();
    const { length } = calls;
    await act(async () => undefined);
    expect(calls).toHaveLength(length);

    const asked = client.refetchQueries({ queryKey: sessionQuery.queryKey });
    expect(screen.getByText("Amina")).toBeVisible();
    await act(() => asked);
  });

  test("nobody is signed in on a device without a session", async () => {
    stubCalls(unreachable);

    await open();

    expect(await screen.findByText("unreachable")).toBeVisible();
  });
});

test("a session is fresh for 5 minutes, dropped after 10, and not refetched on focus", () => {
  expect(sessionQuery).toMatchObject({ staleTime: 300_000, gcTime: 600_000, refetchOnWindowFocus: false });
});
