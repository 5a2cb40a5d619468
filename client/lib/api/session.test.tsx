import { QueryClient } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { guestMeta } from "#shared/routes/guest-meta.ts";
import { makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { sessionQuery, setSessionUser, useSession } from "./session.ts";

afterEach(() => document.querySelector(`meta[name=${guestMeta}]`)?.remove());

function SessionName() {
  const { user, isLoading } = useSession();
  return <p>{isLoading ? "somebody" : (user?.firstName ?? "a guest")}</p>;
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

test("a session is fresh for 5 minutes, dropped after 10, and not refetched on focus", () => {
  expect(sessionQuery).toMatchObject({ staleTime: 300_000, gcTime: 600_000, refetchOnWindowFocus: false });
});
