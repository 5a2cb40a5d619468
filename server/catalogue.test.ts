import { describe, expect } from "vitest";
import { accountsContract, accountsStreams } from "#shared/accounts/contract.ts";
import type { Access, RouteContract, StreamContract } from "#shared/api/contract.ts";
import { describedFeatures } from "./features/system/contracts.ts";
import { test } from "./testing/test.ts";
import type { TestApp } from "./testing/test-app.ts";

type Contract = RouteContract | StreamContract;

const catalogue: readonly (readonly [string, Contract])[] = describedFeatures
  .flatMap(({ name, contracts, streams }) =>
    Object.entries<Contract>({ ...contracts, ...streams }).map(
      ([operationName, contract]) => [`${name}.${operationName}`, contract] as const,
    ),
  )
  .filter(([, { method }]) => method !== "HEAD");

const anyId = "00000000-0000-4000-8000-000000000000";

const roles = ["reader", "publisher", "author", "employee", "admin"] as const;

async function sendRequest(app: TestApp, { method, path }: Contract, as: Parameters<TestApp["as"]>[0]) {
  const abortController = new AbortController();
  const reply = await app.fetch(path.replace(/[:*]\w+/g, anyId), {
    method,
    as,
    signal: abortController.signal,
    ...(method !== "GET" && { headers: { "Content-Type": "application/json" }, body: "{}" }),
  });
  const isStream = reply.headers.get("content-type")?.startsWith("text/event-stream");
  const text = isStream ? "" : await reply.text();
  abortController.abort();
  return { status: reply.status, text };
}

const isUnknownPage = ({ status, text }: { status: number; text: string }) =>
  status === 404 && text.includes("No such page.");

describe("every contract", () => {
  test("is in the catalogue", () => {
    const listed = new Set(catalogue.map(([, contract]) => contract));

    for (const each of [...Object.values(accountsContract), ...Object.values(accountsStreams)]) {
      expect(listed.has(each)).toBe(true);
    }
    expect(listed.size).toBeGreaterThan(50);
  });

  test("has a unique method and path", () => {
    const urls = catalogue.map(([, { method, path }]) => `${method} ${path.replace(/[:*]\w+/g, ":")}`);

    expect(urls).toEqual([...new Set(urls)]);
  });

  test.for(catalogue)("%s is served according to its access level", async ([, contract], { app }) => {
    const allowed = await app.make.user({ isAuthor: true, isEmployee: true, isAdmin: true });

    const reply = await sendRequest(app, contract, allowed);

    expect(isUnknownPage(reply)).toBe(false);
    expect([401, 403]).not.toContain(reply.status);
    expect(reply.status).toBeLessThan(500);
  });

  test.for(catalogue.filter(([, { access }]) => access !== "guest"))(
    "%s turns guests away",
    async ([, contract], { app }) => {
      const { status, text } = await sendRequest(app, contract, null);

      expect([status, JSON.parse(text).code]).toEqual([401, "unauthenticated"]);
    },
  );

  test.for(catalogue.filter(([, { access }]) => access === "guest"))(
    "%s answers guests",
    async ([, contract], { app }) => {
      const reply = await sendRequest(app, contract, null);

      expect(isUnknownPage(reply)).toBe(false);
      expect([401, 403]).not.toContain(reply.status);
    },
  );

  const restrictedOperations = catalogue.filter(([, { access }]) => isAbove(access, "reader"));
  test.runIf(restrictedOperations.length > 0).for(restrictedOperations)(
    "%s turns readers away",
    async ([, contract], { app }) => {
      const reader = await app.make.user();

      const { status, text } = await sendRequest(app, contract, reader);

      expect([status, JSON.parse(text).code]).toEqual([403, "forbidden"]);
    },
  );
});

function isAbove(access: Access, role: (typeof roles)[number]): boolean {
  return access !== "guest" && roles.indexOf(access) > roles.indexOf(role);
}
