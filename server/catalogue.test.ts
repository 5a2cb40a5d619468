import { randomUUID } from "node:crypto";
import { test as base, describe, expect } from "vitest";
import { accountsContract, accountsStreams } from "#shared/accounts/contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { appScopes } from "#shared/api/app-scopes.ts";
import type { Access, RouteContract, StreamContract } from "#shared/api/contract.ts";
import { appTokens } from "./db/schema/accounts/accounts.ts";
import { describedFeatures } from "./features/system/contracts.ts";
import { appTokenPrefix, hashAppToken, hashKoreaderKey, toKoreaderKey } from "./http/session/app-token.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";

const test = base.extend<{ app: TestApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern to find dependencies.
    async ({}, use) => {
      const app = await startTestApp({ hasKoboSync: true });
      await use(app);
      await app.stop();
    },
    { scope: "file" },
  ],
});

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

/** Reading devices and podcast apps, which have a token and no session. */
const isForDevices = ({ path, access }: Contract) =>
  path.includes("/:token/") || (path.startsWith("/koreader/") && access !== "guest");

interface Device {
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function createDevice(app: TestApp, { id, username }: User): Promise<Device> {
  const secret = `${appTokenPrefix}${randomUUID()}`;
  const key = toKoreaderKey(secret);
  const hashes = { tokenHash: hashAppToken(secret), koreaderKeyHash: hashKoreaderKey(key) };
  const token = { userId: id, name: "Device", scopes: [...appScopes], createdAt: new Date() };
  await app.db.insert(appTokens).values({ ...token, ...hashes });
  return { secret, headers: { "x-auth-user": username, "x-auth-key": key } };
}

async function sendRequest(app: TestApp, contract: Contract, as: User | null) {
  const { method, path } = contract;
  const abortController = new AbortController();
  const device = as && isForDevices(contract) ? await createDevice(app, as) : null;
  const url = path.replace(":token", device?.secret ?? anyId).replace(/[:*]\w+/g, anyId);
  const reply = await app.fetch(url, {
    method,
    as: device ? null : as,
    signal: abortController.signal,
    headers: { ...device?.headers, ...(method !== "GET" && { "Content-Type": "application/json" }) },
    ...(method !== "GET" && { body: "{}" }),
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
