import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge } from "altcha-lib/types";
import { eq, inArray } from "drizzle-orm";
import type { Request } from "express";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { User } from "#shared/accounts/user.ts";
import type { Problem } from "#shared/api/problem.ts";
import { maxReportsPerDay } from "#shared/corrections/contract.ts";
import { maxContentReportsPerDay } from "#shared/moderation/contract.ts";
import { staffUsersContract } from "#shared/staff/users.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { rateLimits } from "#server/db/schema/system/rate-limits.ts";
import { hashPassword } from "#server/features/accounts/passwords/passwords.ts";
import { createUser } from "#server/features/accounts/service.ts";
import { openBrowser } from "#server/testing/peers/browser.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { charge } from "./counters.ts";
import { consumeProof } from "./proof-of-work.ts";
import { limitByBudget } from "./rate-limit.ts";
import { decrementCounters, deleteEndedWindows, incrementCounters } from "./rate-limit-queries.ts";

const json = { "content-type": "application/json" };
const noon = new Date("2026-03-01T12:00:00Z");
const password = "a lantern at dusk";
const names = { firstName: "A", lastName: "A", username: "victim" };
let app: TestApp;
let behindProxy: TestApp;
let day = 0;

beforeAll(async () => {
  const input = { rateLimitFactor: 1, registersOnSignIn: false };
  app = await startTestApp(input);
  behindProxy = await startTestApp({ ...input, trustedProxies: "127.0.0.1" });
});
afterAll(async () => {
  await app.stop();
  await behindProxy.stop();
});
/** After a day no attempt counts. */
beforeEach(() => {
  day += 1;
  for (const each of [app, behindProxy]) each.setClock(new Date(noon.getTime() + day * 86_400_000));
});

function signIn(email: string, headers: Record<string, string> = {}, on = app) {
  const body = JSON.stringify({ email, password: "not the password" });
  return on.fetch("/api/auth/signin", { method: "POST", headers: { ...json, ...headers }, body });
}

async function repeatUntilRejected(
  request: () => Promise<Response>,
  max: number,
): Promise<{ passed: number; last: Response }> {
  for (let passed = 0; passed < max; passed++) {
    const last = await request();
    if (last.status === 429) return { passed, last };
  }
  return { passed: max, last: await request() };
}

const signInFrom = (address: string, email = "victim@example.org", proof?: string) => {
  const body = JSON.stringify({ email, password: "not the password", ...(proof && { proof }) });
  const headers = { ...json, "X-Forwarded-For": address };
  return behindProxy.fetch("/api/auth/signin", { method: "POST", headers, body });
};

async function solve(): Promise<string> {
  const { challenge } = await behindProxy.as(null)(accountsContract.getProofOfWork, {});
  const parsed = JSON.parse(challenge) as Challenge;
  return JSON.stringify({
    challenge: parsed,
    solution: await solveChallenge({ challenge: parsed, deriveKey }),
  });
}

async function makeAdmin(): Promise<User> {
  const user = await app.make.user({ isAdmin: true });
  const passwordHash = await hashPassword(password);
  await app.db.update(users).set({ passwordHash }).where(eq(users.id, user.id));
  return user;
}

const getReason = async (response: Response) => ((await response.json()) as Problem).reason?.code;

describe("signing in", () => {
  test("needs a proof of work after ten failures for one account, with Retry-After", async () => {
    const { passed, last } = await repeatUntilRejected(() => signIn("victim@example.org"), 30);

    expect(passed).toBe(10);
    expect(last.headers.get("retry-after")).toBe("600");
    expect(await last.json()).toMatchObject({
      code: "too_many_requests",
      message: "Too many attempts. Please try again in 10 minutes.",
      reason: { code: "proof_required", minutes: 10 },
    });
    for (const name of ["X-Forwarded-For", "X-Real-IP", "Forwarded", "CF-Connecting-IP"]) {
      expect((await signIn("victim@example.org", { [name]: "203.0.113.9" })).status).toBe(429);
    }
  });

  test("is refused after twenty failures with proofs, and each proof counts once", async () => {
    const address = "198.51.100.1";
    await repeatUntilRejected(() => signInFrom(address), 30);
    const proof = await solve();

    expect((await signInFrom(address, "victim@example.org", proof)).status).toBe(401);
    expect(await getReason(await signInFrom(address, "victim@example.org", proof))).toBe("proof_required");
    for (let n = 12; n <= 20; n++) {
      expect((await signInFrom(address, "victim@example.org", await solve())).status).toBe(401);
    }
    const refused = await signInFrom(address, "victim@example.org", await solve());
    expect(await getReason(refused)).toBe("too_many_attempts");
  });

  test("accepts a proof for twenty minutes", async () => {
    const [inTime, late] = [await solve(), await solve()];
    const solvedAt = behindProxy.services.clock().getTime();
    behindProxy.setClock(new Date(solvedAt + 20 * 60_000 - 1));
    expect(await consumeProof(behindProxy.services, inTime)).toBe(true);
    behindProxy.setClock(new Date(solvedAt + 20 * 60_000));
    expect(await consumeProof(behindProxy.services, late)).toBe(false);
  });

  test("does not lock other accounts of the same network", async () => {
    const address = "198.51.100.2";
    for (let n = 0; n < 60; n++) await signInFrom(address);

    expect((await signInFrom(address, "another@example.org")).status).toBe(401);
  });

  test("does not lock the account for another network", async () => {
    for (let n = 0; n < 60; n++) await signInFrom("198.51.100.3");

    expect((await signInFrom("198.51.100.4")).status).toBe(401);
  });

  test("is counted by account over all unknown devices, in any spelling", async () => {
    let n = 0;
    const attempt = (email?: string) => signInFrom(`198.51.100.${++n}`, email);

    const { passed } = await repeatUntilRejected(() => attempt(), 60);

    expect(passed).toBe(30);
    for (const spelling of ["VICTIM@Example.org", " victim@example.org ", "ｖictim@example.org"]) {
      expect((await attempt(spelling)).status).toBe(429);
    }
    expect((await attempt("another@example.org")).status).toBe(401);
    expect((await signInFrom("198.51.100.250", "victim@example.org", await solve())).status).toBe(401);
  });

  test("from a device that signed in before has its own budget", async () => {
    const user = await createUser(behindProxy.services, { ...names, email: "victim@example.org", password });
    const other = await createUser(behindProxy.services, {
      ...names,
      email: "neighbour@example.org",
      username: "neighbour",
      password,
    });
    const [known, strange] = [openBrowser(behindProxy), openBrowser(behindProxy)];
    await known.signIn(user.email, password);
    await strange.signIn(other.email, password);
    for (let n = 0; n < 60; n++) await signInFrom(`198.51.100.${n}`);
    for (let n = 0; n < 60; n++) await signInFrom("127.0.0.1");
    known.cookies.delete("sid");

    await expect(strange.signIn(user.email, password)).rejects.toMatchObject({ status: 429 });
    for (let n = 0; n < 9; n++) {
      await expect(known.signIn(user.email, "not the password")).rejects.toMatchObject({ status: 401 });
    }
    expect((await known.signIn(user.email, password)).user.id).toBe(user.id);
    for (let n = 0; n < 2; n++) await known.signIn(user.email, "not the password").catch(() => {});
    await expect(known.signIn(user.email, password)).rejects.toMatchObject({ status: 429 });
  });

  test("from a device that signed in before does not use up the budget of others", async () => {
    const account = { ...names, email: "careless@example.org", username: "careless", password };
    const { email } = await createUser(behindProxy.services, account);
    const known = openBrowser(behindProxy);
    await known.signIn(email, password);
    known.cookies.delete("sid");
    for (let n = 0; n < 10; n++) await known.signIn(email, "not the password").catch(() => {});

    let n = 0;
    const { passed } = await repeatUntilRejected(() => signInFrom(`203.0.113.${++n}`, email), 60);

    expect(passed).toBe(30);
  });

  test("needs a proof after a hundred failures of an IPv6 /56 with many accounts, not of its neighbours", async () => {
    let n = 0;
    const from = (prefix: string) => () => {
      const address = `${prefix}${(n % 256).toString(16).padStart(2, "0")}::1`;
      return signInFrom(address, `k${++n}@example.org`);
    };

    const { passed } = await repeatUntilRejected(from("2001:db8:1:2a"), 120);

    expect(passed).toBe(100);
    expect((await from("2001:db8:1:2b")()).status).toBe(401);
  });

  test("is allowed again after the window", async () => {
    await repeatUntilRejected(() => signIn("victim@example.org"), 30);
    const later = noon.getTime() + day * 86_400_000 + 600_000;

    app.setClock(new Date(later - 1000));
    expect((await signIn("victim@example.org")).status).toBe(429);
    app.setClock(new Date(later));
    expect((await signIn("victim@example.org")).status).toBe(401);
  });

  test("counts failures only", async () => {
    const user = await createUser(app.services, {
      email: "often@example.org",
      password,
      firstName: "O",
      lastName: "O",
      username: "often",
    });

    for (let n = 0; n < 25; n++)
      expect((await openBrowser(app).signIn(user.email, password)).isNew).toBe(false);
    const body = JSON.stringify({ email: user.email, password });
    const reply = await app.fetch("/api/auth/signin", { method: "POST", headers: json, body });
    const cookies = reply.headers.getSetCookie().filter((cookie) => !cookie.startsWith("sid="));
    expect(cookies.filter((cookie) => /Max-Age=\d{6,};.*HttpOnly; SameSite=Lax$/.test(cookie))).toHaveLength(
      1,
    );
  });
});

describe("other rate limits", () => {
  test("emails are refused after five for one address", async () => {
    const requestReset = (email: string) =>
      app.fetch("/api/auth/forgot", { method: "POST", headers: json, body: JSON.stringify({ email }) });

    const { passed } = await repeatUntilRejected(() => requestReset("victim@example.org"), 20);

    expect(passed).toBe(5);
    expect((await requestReset("another@example.org")).status).toBe(200);
  });

  test("searches are refused after 240 in a minute, other requests are not", async () => {
    const { passed, last } = await repeatUntilRejected(() => app.fetch("/api/books?search=a"), 300);

    expect(passed).toBe(240);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await app.fetch("/api/genres")).status).toBe(200);
    const reader = await app.make.user();
    expect((await app.fetch("/api/books?search=a", { as: reader })).status).toBe(200);
  });

  test("pictures of shelves, which are composed for each request, are refused after sixty in ten minutes", async () => {
    const image = "/api/shelves/00000000-0000-4000-8000-000000000000/image.jpg";

    expect((await repeatUntilRejected(() => app.fetch(image), 80)).passed).toBe(60);
  });

  test("shelf imports are refused after twenty in ten minutes, per user", async () => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    const importShelf = (as: User, n: number) => {
      const form = new FormData();
      form.append("file", new Blob(["Title,Author,Exclusive Shelf\nMine,Hind,read"]), "books.csv");
      const path = n % 2 ? "/api/shelf-import" : "/api/shelf-import/preview";
      return app.fetch(path, {
        method: "POST",
        body: form,
        as,
        headers: { "sec-fetch-site": "same-origin" },
      });
    };
    let n = 0;

    const { passed } = await repeatUntilRejected(() => importShelf(reader, n++), 30);

    expect(passed).toBe(20);
    expect((await importShelf(other, 0)).status).toBe(200);
  });

  test.each([
    ["read", 1_200, 60],
    ["write", 240, 60],
    ["activity", 60, 60],
    ["message", 20, 60],
    ["typing", 30, 60],
    ["picture", 60, 600],
    ["upload", 600, 60],
    ["export", 10, 3_600],
    ["redeem", 10, 3_600],
    ["friend", 20, 86_400],
    ["report", maxReportsPerDay, 86_400],
    ["content-report", maxContentReportsPerDay, 86_400],
  ] as const)("the budget %s of a reader is %i in %i s", async (budget, max, seconds) => {
    const limit = limitByBudget(app.services, budget);
    const headers = new Map<string, string>();
    const res = { setHeader: (name: string, value: string) => headers.set(name, value) } as never;
    const charge = async (id: string) =>
      limit(
        { user: { id, email: "reader@example.org" } as unknown as User, headers: {} } as unknown as Request,
        res,
      );

    for (let n = 0; n < max; n++) await charge("reader");
    await expect(charge("reader")).rejects.toMatchObject({ code: "too_many_requests" });
    expect(headers.get("Retry-After")).toBe(String(seconds));
    await charge("other reader");
  });

  test("grow by the operator's factor", async () => {
    const services = { ...app.services, settings: { ...app.services.settings, rateLimitFactor: 2 } };
    const res = { setHeader() {} } as never;
    const spend = () => charge(services, res, [{ key: "factor", max: 1 }], 60);
    for (let n = 0; n < 2; n++) await spend();
    await expect(spend()).rejects.toMatchObject({ code: "too_many_requests" });
  });
});

describe("the password of staff", () => {
  test.each(["setRoles", "deleteUser", "createResetLink"] as const)(
    "is refused after twenty wrong ones before %s, for one admin only",
    async (name) => {
      const [adminUser, other] = [await makeAdmin(), await makeAdmin()];
      const { id: userId } = await app.make.user();
      const roles = { isAuthor: false, isEmployee: false, isAdmin: false };
      const body = { password: "not the password", ...(name === "setRoles" && roles) };
      const { path, method } = staffUsersContract[name];
      const attempt = (as: User) =>
        app.fetch(path.replace(":userId", userId), { method, as, headers: json, body: JSON.stringify(body) });

      const { passed, last } = await repeatUntilRejected(() => attempt(adminUser), 30);

      expect(passed).toBe(20);
      expect(last.headers.get("retry-after")).toBe("600");
      expect((await attempt(other)).status).toBe(400);
    },
  );
});

describe("signing up", () => {
  test("counts the aliases of one mailbox together, from any address", async () => {
    let n = 0;
    const signUp = () => {
      n += 1;
      const headers = { ...json, "X-Forwarded-For": `198.51.100.${n}` };
      const email = `reader${".".repeat(n % 2)}one+${n}@gmail.com`;
      const body = JSON.stringify({ email, password: "a lantern at dusk", firstName: "A" });
      return behindProxy.fetch("/api/auth/signup", { method: "POST", headers, body });
    };
    const { passed } = await repeatUntilRejected(signUp, 10);
    expect(passed).toBe(3);
  });
});

test("concurrent requests with the same counters never deadlock", async () => {
  const { db } = app;
  const now = new Date();
  const increment = (...keys: string[]) =>
    incrementCounters(
      db,
      keys.map((key) => ({ key, windowSeconds: 60 })),
      now,
    );
  // The rows are stored in another order than that of their keys.
  for (const key of ["counter-b", "counter-a"]) await increment(key);

  await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      n % 3 === 0
        ? decrementCounters(db, ["counter-a", "counter-b"])
        : n % 10 === 0
          ? deleteEndedWindows(db, now)
          : increment("counter-a", "counter-b"),
    ),
  );

  const count = () => db.$count(rateLimits, inArray(rateLimits.key, ["counter-a", "counter-b"]));
  await deleteEndedWindows(db, new Date(now.getTime() + 59_999));
  expect(await count()).toBe(2);
  await deleteEndedWindows(db, new Date(now.getTime() + 60_000));
  expect(await count()).toBe(0);
});
