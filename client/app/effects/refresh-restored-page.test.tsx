import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { useUser } from "#client/lib/api/session.ts";
import { getId, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { RefreshRestoredPage } from "./refresh-restored-page.tsx";

const Name = () => <p>{useUser()?.firstName}</p>;

async function openPage() {
  const { add } = stubCalls(reply(accountsContract.getUser, makeUser({ firstName: "Amina" })));
  const reload = vi.fn();
  renderPage(
    <>
      <RefreshRestoredPage reload={reload} />
      <Name />
    </>,
  );
  await screen.findByText("Amina");
  const show = (persisted: boolean) =>
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted }));
  return { add, reload, show };
}

test("a page from the back-forward cache refreshes what it shows", async () => {
  const { add, reload, show } = await openPage();

  add(reply(accountsContract.getUser, makeUser({ firstName: "Aminah" })));
  show(true);

  expect(await screen.findByText("Aminah")).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  ["another reader", reply(accountsContract.getUser, makeUser({ id: getId(2) as never }))],
  ["a guest", stubRejection(accountsContract.getUser, { code: "unauthenticated", message: "" })],
])("a page from the back-forward cache reloads for %s", async (_, session) => {
  const { add, reload, show } = await openPage();

  add(session);
  show(false);
  expect(reload).not.toHaveBeenCalled();
  show(true);

  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});
