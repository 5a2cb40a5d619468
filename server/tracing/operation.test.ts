import { expect, onTestFinished, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { createFactories } from "#server/testing/factories.ts";
import { startLoggedApp } from "#server/testing/logged-app.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";

interface Line {
  readonly msg: string;
  readonly id?: string;
  readonly query?: string;
}

test("what a request logs has its id, whichever router answers it", async () => {
  const app = await startLoggedApp({});
  onTestFinished(app.stop);
  const user = await createFactories(app.services).user();
  const cookie = await createSessionCookie(app.services, user);
  const start = app.getLog().length;
  const send = async ({ path }: { readonly path: string }, init: RequestInit) =>
    (await fetch(app.baseUrl + path, init)).headers.get("x-request-id");

  const sent = [
    await send(libraryContract.listLibrary, { headers: { cookie } }),
    // The second finds its user in the cache.
    await send(libraryContract.listLibrary, { headers: { cookie } }),
    await send(accountsContract.forgotPassword, {
      method: "POST",
      headers: { "content-type": "application/json", origin: "http://localhost" },
      body: JSON.stringify({ email: user.email }),
    }),
  ];
  const listLines = () =>
    app
      .getLog()
      .slice(start)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Line);
  await expect.poll(() => listLines().filter(({ msg }) => msg === "request")).toHaveLength(sent.length);

  const queries = listLines().filter(({ msg }) => msg === "slow query");
  expect(queries.filter(({ query }) => query?.includes("library_entries")).map(({ id }) => id)).toEqual(
    sent.slice(0, 2),
  );
  expect(queries.filter(({ id }) => !id)).toEqual([]);
  expect(new Set(queries.map(({ id }) => id))).toEqual(new Set(sent));
});
