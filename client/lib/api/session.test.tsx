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

function Who() {
  const { user, isLoading } = useSession();
  return <p>{isLoading ? "somebody" : (user?.firstName ?? "a guest")}</p>;
}

function comeAsGuest() {
  const meta = document.createElement("meta");
  Object.assign(meta, { name: guestMeta, content: "guest" });
  document.head.append(meta);
}

test("who came as a guest is one at once, without a call", async () => {
  comeAsGuest();
  const { made } = stubCalls(reply(accountsContract.getUser, makeUser()));

  renderPage(<Who />);

  expect(screen.getByText("a guest")).toBeVisible();
  await act(async () => undefined);
  expect(made).toEqual([]);
});

test("anybody else is asked for", async () => {
  stubCalls(reply(accountsContract.getUser, makeUser({ firstName: "Amina" })));

  renderPage(<Who />);

  expect(screen.getByText("somebody")).toBeVisible();
  expect(await screen.findByText("Amina")).toBeVisible();
});

test("who signed in on a guest's page is no guest any more", () => {
  comeAsGuest();
  const client = new QueryClient();

  setSessionUser(client, makeUser({ firstName: "Amina" }));

  expect(client.getQueryData(sessionQuery.queryKey)).toMatchObject({ firstName: "Amina" });
  expect(sessionQuery.initialData()).toBeUndefined();
});

test("who is signed in is known for 5 minutes, forgotten after 10, and not asked for on focus", () => {
  expect(sessionQuery).toMatchObject({ staleTime: 300_000, gcTime: 600_000, refetchOnWindowFocus: false });
});
