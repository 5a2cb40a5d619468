import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge } from "altcha-lib/types";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { emails, sessions, users } from "#server/db/schema/accounts/accounts.ts";
import { libraryEntries } from "#server/db/schema/reading/library.ts";
import { pushDevices } from "#server/db/schema/system/push.ts";
import { createUser } from "#server/features/accounts/service.ts";
import { openBrowser } from "#server/testing/peers/browser.ts";
import { withoutRequestId } from "#server/testing/read-reply.ts";
import { test } from "#server/testing/test.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";

const { getUser, signIn, signUp, signOut, getSignInOptions } = accountsContract;

let serial = 0;
const password = "a lantern at dusk";

async function createAccount(app: TestApp, input: { isAdmin?: boolean } = {}) {
  const n = ++serial;
  return createUser(app.services, {
    email: `Amina${n}@Example.org`,
    password,
    firstName: "Amina",
    lastName: "Said",
    username: `amina${n}`,
    roles: input,
  });
}

describe("signing up", () => {
  const createNewUser = () => {
    const n = ++serial;
    return {
      email: `new${n}@example.org`,
      password,
      firstName: "Yusuf",
      lastName: "Noor",
      username: `yusuf${n}`,
    };
  };

  test("creates an account, signs in, and emails the confirmation link", async ({ app }) => {
    const browser = openBrowser(app);
    const body = createNewUser();

    const { user, isNew } = await browser.call(signUp, { body });

    expect(isNew).toBe(true);
    expect(user).toMatchObject({ username: body.username, email: body.email, emailVerified: false });
    expect(await browser.call(getUser, {})).toEqual(user);
  });

  test("requires first name, last name and username", async ({ app }) => {
    const { firstName: _firstName, ...body } = createNewUser();

    await expect(openBrowser(app).call(signUp, { body: body as never })).rejects.toMatchObject({
      status: 400,
    });
  });

  test.for([
    ["username", ".."],
    ["username", "-_."],
    ["firstName", "\u200d"],
    ["firstName", "\u202e \u200b"],
    ["lastName", "half \ud83d"],
    ["password", "dawn at the well \udc00"],
  ] as const)("refuses a %s that is %j", async ([field, value], { app }) => {
    const body = { ...createNewUser(), [field]: value };

    await expect(openBrowser(app).call(signUp, { body })).rejects.toMatchObject({
      status: 400,
      problem: { fields: { [field]: { code: expect.any(String) } } },
    });
  });

  test.for([
    ["Admin", "username_reserved"],
    ["m.a.k.t.a.b.a", "username_reserved"],
    ["\u0430mina_k", "username_mixed_scripts"],
  ] as const)("refuses the username %s", async ([username, code], { app }) => {
    await expect(
      openBrowser(app).call(signUp, { body: { ...createNewUser(), username } }),
    ).rejects.toMatchObject({
      status: 400,
      problem: { fields: { username: { code } } },
    });
  });

  test("normalizes names and removes direction marks", async ({ app }) => {
    const body = { ...createNewUser(), firstName: "Ali\u202Eمحمد", username: `Zoe\u0301-${Date.now()}` };

    const { user } = await openBrowser(app).call(signUp, { body });

    expect(user).toMatchObject({ firstName: "Aliمحمد", username: body.username.normalize("NFC") });
  });

  test("grants no role, whatever is sent", async ({ app }) => {
    const body = { ...createNewUser(), isAdmin: true };

    await expect(openBrowser(app).call(signUp, { body: body as never })).rejects.toMatchObject({
      status: 400,
    });
  });

  test("rejects a taken email and username, in any case", async ({ app }) => {
    const { email, username } = await createAccount(app);

    await expect(
      openBrowser(app).call(signUp, { body: { ...createNewUser(), email: email.toUpperCase() } }),
    ).rejects.toMatchObject({ status: 409, problem: { fields: { email: { code: expect.any(String) } } } });
    await expect(
      openBrowser(app).call(signUp, { body: { ...createNewUser(), username: username.toUpperCase() } }),
    ).rejects.toMatchObject({ status: 409, problem: { fields: { username: { code: expect.any(String) } } } });
  });

  test.for([
    ["short", { code: "password_too_short", min: 6 }],
    ["password1", { code: "password_guessable" }],
    ["aaaaaa", { code: "password_guessable" }],
    ["12341234", { code: "password_guessable" }],
    ["654321", { code: "password_guessable" }],
    ["ABCDEF", { code: "password_guessable" }],
    ["é".repeat(101), { code: "password_too_long", max: 200 }],
  ] as const)("refuses the password %s", async ([invalidPassword, reason], { app }) => {
    await expect(
      openBrowser(app).call(signUp, { body: { ...createNewUser(), password: invalidPassword } }),
    ).rejects.toMatchObject({ status: 400, problem: { fields: { password: reason } } });
  });

  test("creates one account for twenty simultaneous requests", async ({ app }) => {
    const body = createNewUser();

    const signUps = await Promise.allSettled(
      Array.from({ length: 20 }, () => openBrowser(app).call(signUp, { body })),
    );

    expect(signUps.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("signing in", () => {
  test("accepts the email in any case", async ({ app }) => {
    const user = await createAccount(app);

    const signedIn = await openBrowser(app).signIn(` ${user.email.toUpperCase()} `, password);

    expect(signedIn).toEqual({ user, isNew: false });
  });

  test("rejects a wrong password with the text of ADR 61", async ({ app }) => {
    const { email } = await createAccount(app);

    await expect(openBrowser(app).signIn(email, `${password}!`)).rejects.toMatchObject({
      status: 401,
      problem: { message: "Please check your credentials and try again." },
    });
  });

  test("uses the password exactly as entered", async ({ app }) => {
    const longPassword = `${"x".repeat(199)}A`;
    const user = await createUser(app.services, {
      email: `long${++serial}@example.org`,
      password: longPassword,
      firstName: "L",
      lastName: "L",
      username: `long${serial}`,
    });

    await expect(openBrowser(app).signIn(user.email, `${"x".repeat(199)}B`)).rejects.toMatchObject({
      status: 401,
    });
    expect((await openBrowser(app).signIn(user.email, longPassword)).user.id).toBe(user.id);
  });

  test("creates an account for an unknown email, with the given or derived names", async ({ app }) => {
    const browser = openBrowser(app);
    const n = ++serial;

    const withDerivedName = await browser.signIn(`first.time${n}@example.org`, password);
    const withGivenName = await openBrowser(app).call(signIn, {
      body: { email: `named${n}@example.org`, password, firstName: "Maryam" },
    });

    expect(withDerivedName).toMatchObject({
      isNew: true,
      user: { firstName: `first.time${n}`, username: `first.time${n}` },
    });
    expect(withGivenName).toMatchObject({ isNew: true, user: { firstName: "Maryam" } });
    expect(await browser.call(getUser, {})).toEqual(withDerivedName.user);
  });

  test("gives each a username of its own when several with one name come at once", async ({ app }) => {
    const n = ++serial;
    const signedIn = await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        openBrowser(app).signIn(`equal${n}@host${i}.example.org`, password),
      ),
    );
    expect(new Set(signedIn.map(({ user }) => user.username)).size).toBe(4);
  });

  test("creates no account with an invalid password", async ({ app }) => {
    const email = `weak${++serial}@example.org`;

    await expect(openBrowser(app).signIn(email, "12345")).rejects.toMatchObject({ status: 400 });
  });

  test("creates a new session id", async ({ app }) => {
    const { email, id: userId } = await createAccount(app);
    const browser = openBrowser(app);
    browser.cookies.set("sid", "s%3Aplanted.signature");
    await browser.signIn(email, password);
    const first = browser.cookies.get("sid");
    const listHashes = async () =>
      (await app.db.select().from(sessions).where(eq(sessions.userId, userId))).map(({ idHash }) => idHash);
    const [sessionHash = ""] = await listHashes();
    const device = { userId, endpoint: sessionHash, p256dh: "", auth: "", name: "Phone", sessionHash };
    await app.db.insert(pushDevices).values(device);

    await browser.signIn(email, password);

    const [moved] = await app.db.select().from(pushDevices).where(eq(pushDevices.userId, userId));
    expect([moved?.sessionHash]).toEqual(await listHashes());
    expect(moved?.sessionHash).not.toBe(sessionHash);
    expect(browser.cookies.get("sid")).not.toBe(first);
    const oldSessionReply = await app.fetch("/api/auth/user", { headers: { Cookie: `sid=${first}` } });
    expect(oldSessionReply.status).toBe(401);
  });

  test("keeps the cookie after closing the browser only with rememberMe", async ({ app }) => {
    const { email } = await createAccount(app);
    const post = async (rememberMe: boolean) => {
      const body = JSON.stringify({ email, password, rememberMe });
      const headers = { "Content-Type": "application/json" };
      const reply = await app.fetch("/api/auth/signin", { method: "POST", headers, body });
      return reply.headers.getSetCookie().find((each) => each.startsWith("sid=")) ?? "";
    };

    const sessionCookie = await post(false);
    const persistentCookie = await post(true);

    expect(sessionCookie).toMatch(/^sid=s%3A[\w-]{22,}.*; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(persistentCookie).toContain("Expires=");
  });

  test("is refused while suspended, and existing sessions are invalid", async ({ app }) => {
    const user = await createAccount(app);
    const browser = openBrowser(app);
    await browser.signIn(user.email, password);
    await app.db.execute(`update users set suspended_until = '2026-04-01T00:00:00Z' where id = '${user.id}'`);
    await app.services.live.broadcast("user-changed", user.id);

    await expect(browser.call(getUser, {})).rejects.toMatchObject({ status: 401 });
    await expect(openBrowser(app).signIn(user.email, password)).rejects.toMatchObject({
      status: 403,
      problem: { message: "This account is suspended until 2026-04-01." },
    });
  });
});

describe("when signing in creates no accounts", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ registersOnSignIn: false });
  });
  afterAll(() => app.stop());

  test("an unknown email and a wrong password get the same reply", async () => {
    const { email } = await createAccount(app);

    const getRefusal = (typed: string) =>
      openBrowser(app)
        .signIn(typed, "not the password")
        .then(
          () => "signed in",
          (error: Error) => withoutRequestId(error.message),
        );

    const wrong = await getRefusal(email);

    expect(wrong).toContain("401");
    expect(await getRefusal("nobody@example.org")).toBe(wrong);
    expect(await openBrowser(app).call(getSignInOptions, {})).toMatchObject({ registersOnSignIn: false });
  });
});

describe("when signing up requires proof of work", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ requiresSignUpChallenge: true });
  });
  afterAll(() => app.stop());

  const makeBody = () => ({
    email: `p${++serial}@example.org`,
    password,
    firstName: "Pia",
    lastName: "N",
  });
  const signUpWithProof = (proof?: string) =>
    openBrowser(app).call(signUp, {
      body: { ...makeBody(), username: `pia${serial}`, ...(proof && { proof }) },
    });
  const solve = async () => {
    const { challenge } = await openBrowser(app).call(accountsContract.getProofOfWork, {});
    const parsed = JSON.parse(challenge) as Challenge;
    const solution = await solveChallenge({ challenge: parsed, deriveKey });
    return { challenge: parsed, solution };
  };
  const rejected = { status: 400, problem: { reason: { code: "sign_up_challenge_failed" } } };

  test("each solution creates one account", async () => {
    const proof = JSON.stringify(await solve());

    expect(await signUpWithProof(proof)).toMatchObject({ isNew: true });
    await expect(signUpWithProof(proof)).rejects.toMatchObject(rejected);
  });

  test("a missing, wrong, changed and expired solution are rejected", async () => {
    const { challenge, solution } = await solve();
    const { parameters } = challenge;
    const later = { ...parameters.data, until: Number(parameters.data?.["until"]) + 1 };

    for (const proof of [
      undefined,
      "null",
      "[]",
      JSON.stringify({ challenge, solution: { ...solution, derivedKey: "00".repeat(32) } }),
      JSON.stringify({ challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution }),
      JSON.stringify({ challenge: { ...challenge, parameters: { ...parameters, data: later } }, solution }),
      JSON.stringify({ challenge: { parameters }, solution }),
    ]) {
      await expect(signUpWithProof(proof)).rejects.toMatchObject(rejected);
    }
    const now = app.services.clock().getTime();
    app.setClock(new Date(now + 20 * 60_000));
    await expect(signUpWithProof(JSON.stringify({ challenge, solution }))).rejects.toMatchObject(rejected);
  });

  test("signing in with an unknown address creates no account", async () => {
    await expect(openBrowser(app).signIn("unknown@example.org", password)).rejects.toMatchObject({
      status: 401,
    });
    expect(await openBrowser(app).call(getSignInOptions, {})).toMatchObject({
      registersOnSignIn: false,
      requiresSignUpChallenge: true,
    });
  });
});

describe("an account made by signing in", () => {
  const { undoRegistration } = accountsContract;

  test("is deleted by an undo in its session, and no other is", async ({ app }) => {
    const [mistyped, other] = [`mistyped${++serial}@example.org`, `other${++serial}@example.org`];
    const [browser, otherBrowser] = [openBrowser(app), openBrowser(app)];
    const { user } = await browser.signIn(mistyped, password);
    await otherBrowser.signIn(other, password);
    const second = openBrowser(app);
    await second.signIn(mistyped, password);
    await expect(second.call(undoRegistration, {})).rejects.toMatchObject({ status: 409 });
    const before = await app.db.$count(users);

    await browser.call(undoRegistration, {});

    expect(await app.db.$count(users)).toBe(before - 1);
    expect(await app.db.$count(users, eq(users.id, user.id))).toBe(0);
    for (const each of [browser, second])
      await expect(each.call(getUser, {})).rejects.toMatchObject({ status: 401 });
    expect((await otherBrowser.call(getUser, {})).email).toBe(other);
    expect(await app.db.$count(emails, eq(emails.to, mistyped))).toBe(0);
    expect(await app.db.$count(emails, eq(emails.to, other))).toBe(1);
    expect((await browser.signIn(mistyped, password)).isNew).toBe(true);
  });

  test("stays once it was used", async ({ app }) => {
    const browser = openBrowser(app);
    const { user } = await browser.signIn(`used${++serial}@example.org`, password);
    const book = await app.make.book();
    await app.db
      .insert(libraryEntries)
      .values({ userId: user.id, bookId: book.id, status: "currently-reading" });

    await expect(browser.call(undoRegistration, {})).rejects.toMatchObject({
      problem: { reason: { code: "account_used" } },
    });
    expect((await browser.call(getUser, {})).id).toBe(user.id);
  });

  test("is not undone when it was made in the form for new accounts", async ({ app }) => {
    const browser = openBrowser(app);
    const names = { firstName: "A", lastName: "B", username: `form${++serial}` };
    await browser.call(signUp, { body: { ...names, email: `form${serial}@example.org`, password } });

    await expect(browser.call(undoRegistration, {})).rejects.toMatchObject({ status: 409 });
  });
});

describe("signing out", () => {
  test("ends the session in the store and in the browser", async ({ app }) => {
    const { email } = await createAccount(app);
    const browser = openBrowser(app);
    await browser.signIn(email, password);
    const cookie = `sid=${browser.cookies.get("sid")}`;

    await browser.call(signOut, {});

    expect([...browser.cookies.keys()]).toEqual(["devices"]);
    const replayed = await app.fetch("/api/auth/user", { headers: { Cookie: cookie } });
    expect(replayed.status).toBe(401);
  });

  test("without a connection ends the session at the next request, also at one that signs in", async ({
    app,
  }) => {
    const { email } = await createAccount(app);
    const browser = openBrowser(app);
    await browser.signIn(email, password);
    const cookie = `sid=${browser.cookies.get("sid")}`;

    browser.cookies.set("sign-out", "1");
    await expect(browser.call(getUser, {})).rejects.toMatchObject({ status: 401 });
    expect(browser.cookies.has("sign-out")).toBe(false);
    expect((await app.fetch("/api/auth/user", { headers: { Cookie: cookie } })).status).toBe(401);

    await browser.signIn(email, password);
    browser.cookies.set("sign-out", "1");
    const { email: other } = await createAccount(app);
    await browser.signIn(other, password);
    expect((await browser.call(getUser, {})).email).toBe(other.toLowerCase());
  });

  test("by a link of the site redirects home", async ({ app }) => {
    const { email } = await createAccount(app);
    const browser = openBrowser(app);
    await browser.signIn(email, password);

    const reply = await browser.send("/api/logout", {
      headers: {
        "Sec-Fetch-Site": "same-origin",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "document",
      },
    });

    expect([reply.status, reply.headers.get("location")]).toEqual([303, "/"]);
    await expect(browser.call(getUser, {})).rejects.toMatchObject({ status: 401 });
  });

  test.for([
    { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image" },
    { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" },
    { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image" },
    {},
  ])("is only offered to %o, by a form that the server takes", async (headers, { app }) => {
    const { email } = await createAccount(app);
    const browser = openBrowser(app);
    await browser.signIn(email, password);

    const page = await browser.send("/api/logout", { headers: headers as Record<string, string> });
    expect(page.text).toContain('<form method="post" action="/api/auth/logout">');
    expect((await browser.call(getUser, {})).email).toBe(email);

    const signOutReply = await browser.send("/api/auth/logout", {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        "Sec-Fetch-Mode": "navigate",
      },
    });
    expect(signOutReply.status).toBe(303);
    await expect(browser.call(getUser, {})).rejects.toMatchObject({ status: 401 });
  });
});

describe("the staff login", () => {
  test("accepts employees, and gives readers no session", async ({ app }) => {
    const admin = await createAccount(app, { isAdmin: true });
    const reader = await createAccount(app);
    const makeStaffSignIn = (email: string) => ({ body: { email, password, isStaff: true } });
    const [employeeBrowser, readerBrowser] = [openBrowser(app), openBrowser(app)];

    expect(await employeeBrowser.call(signIn, makeStaffSignIn(admin.email))).toMatchObject({
      user: { id: admin.id },
    });
    await expect(readerBrowser.call(signIn, makeStaffSignIn(reader.email))).rejects.toMatchObject({
      status: 403,
      problem: { reason: { code: "not_employee" } },
    });
    await expect(readerBrowser.call(getUser, {})).rejects.toMatchObject({ status: 401 });
  });

  test("creates no account for an unknown email, with the reply of a wrong password", async ({ app }) => {
    const reader = await createAccount(app);
    const makeStaffSignIn = (email: string, typed: string) => ({
      body: { email, password: typed, isStaff: true },
    });
    const unknown = openBrowser(app).call(signIn, makeStaffSignIn("nobody@example.org", password));
    const wrong = openBrowser(app).call(signIn, makeStaffSignIn(reader.email, "another lantern"));

    const results = await Promise.allSettled([unknown, wrong]);

    const messages = results.map(
      (each) => each.status === "rejected" && withoutRequestId(each.reason.message),
    );
    expect(messages[0]).toContain("401");
    expect(messages[0]).toBe(messages[1]);
  });
});
