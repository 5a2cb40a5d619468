import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { fromBuffer } from "yauzl";
import { accountsContract } from "#shared/accounts/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import { SessionId } from "#shared/reading-activity/session.ts";
import { emails } from "#server/db/schema/accounts/accounts.ts";
import { notifications } from "#server/db/schema/system/notifications.ts";
import { enqueueEmail } from "#server/features/mail/service.ts";
import { createFactories } from "#server/testing/factories.ts";
import { openBrowser } from "#server/testing/peers/browser.ts";
import { type SmtpPeer, startSmtpPeer } from "#server/testing/peers/smtp-peer.ts";
import { test } from "#server/testing/test.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { waitForLock } from "#server/testing/wait-for-lock.ts";
import { purgeAccounts } from "./jobs.ts";
import { createUser, grantRoles } from "./service.ts";

const { getUser, updateProfile, getPreferences, updatePreferences } = accountsContract;
const { requestExport, listExports, deleteAccount } = accountsContract;
const { saveEntry, saveRating } = libraryContract;

const password = "a lantern at dusk";
const noon = new Date("2026-03-01T12:00:00Z");
let serial = 0;

async function createAccount(app: TestApp, input: { isAdmin?: boolean; firstName?: string } = {}) {
  const n = ++serial;
  const { firstName = "Amina", ...roles } = input;
  const user = await createUser(app.services, {
    email: `amina${n}@example.org`,
    password,
    firstName,
    lastName: "Said",
    username: `amina${n}`,
    roles,
  });
  const browser = openBrowser(app);
  await browser.signIn(user.email, password);
  return { user, browser };
}

describe("the profile", () => {
  test("changes the given fields only", async ({ app }) => {
    const { user, browser } = await createAccount(app);

    const changed = await browser.call(updateProfile, { body: { bio: "Reads at night." } });

    expect(changed).toEqual({ ...user, bio: "Reads at night." });
    expect(await browser.call(getUser, {})).toEqual(changed);
  });

  test("grants no role", async ({ app }) => {
    const { browser } = await createAccount(app);

    await expect(
      browser.call(updateProfile, { body: { firstName: "A", isAdmin: true } as never }),
    ).rejects.toMatchObject({ status: 400 });
    expect((await browser.call(getUser, {})).isAdmin).toBe(false);
  });

  test("rejects a taken username, but accepts the user's own in another case", async ({ app }) => {
    const [{ user: amina }, { user, browser }] = [await createAccount(app), await createAccount(app)];

    await expect(browser.call(updateProfile, { body: { username: amina.username } })).rejects.toMatchObject({
      status: 409,
    });
    const changed = await browser.call(updateProfile, { body: { username: user.username.toUpperCase() } });
    expect(changed.username).toBe(user.username.toUpperCase());
  });

  test("keeps names in one line; the last one may be empty", async ({ app }) => {
    const { browser } = await createAccount(app);

    for (const lastName of ["Said\nAli", "Said\tAli"])
      await expect(browser.call(updateProfile, { body: { lastName } })).rejects.toMatchObject({
        status: 400,
      });
    expect((await browser.call(updateProfile, { body: { lastName: "" } })).lastName).toBe("");
  });

  test("rejects a username that is taken at the same time", async ({ app }) => {
    const { browser } = await createAccount(app);
    const username = "taken-meanwhile";

    const { refused } = await app.db.transaction(async (tx) => {
      await createFactories({ db: tx }).user({ username });
      const refused = expect(browser.call(updateProfile, { body: { username } })).rejects.toMatchObject({
        status: 409,
        problem: { fields: { username: { code: "username_taken" } } },
      });
      await waitForLock(app.db);
      return { refused };
    });

    await refused;
  });

  test("stores preferences separately", async ({ app }) => {
    const { browser } = await createAccount(app);

    await browser.call(updatePreferences, { body: { theme: "dark" } });
    await browser.call(updatePreferences, { body: { playbackRate: 1.5 } });

    expect(await browser.call(getPreferences, {})).toEqual({ theme: "dark", playbackRate: 1.5 });
  });
});

describe("an export", () => {
  test("is made once when it is requested twice at the same time", async ({ app }) => {
    const { browser } = await createAccount(app);
    const request = () => browser.call(requestExport, { body: { password } });

    const outcomes = await Promise.allSettled([request(), request()]);

    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await browser.call(listExports, {})).toHaveLength(1);
  });

  test("contains the user's own data and nobody else's", async ({ app }) => {
    const [{ user, browser }, { user: yusuf, browser: otherBrowser }] = [
      await createAccount(app, { firstName: "Amina-Canary" }),
      await createAccount(app, { firstName: "Yusuf-Canary" }),
    ];
    const book = await app.make.book({ title: "The Well" });
    const params = { bookId: book.id };
    await browser.call(saveEntry, { params, body: { status: "finished" } });
    await browser.call(saveRating, { params, body: { stars: 4.5, text: "mine-canary" } });
    await otherBrowser.call(saveRating, { params, body: { stars: 1, text: "his-canary" } });
    await app.db.insert(notifications).values([
      { userId: user.id, type: "new_book", params: { book: "for-me-canary" }, key: "1" },
      { userId: yusuf.id, type: "new_book", params: { book: "for-him-canary" }, key: "1" },
    ]);

    for (const [own, title] of [
      [browser, "my-hours-canary"],
      [otherBrowser, "his-hours-canary"],
    ] as const) {
      await own.call(activityContract.addSession, makeSession(title));
    }

    const dataExport = await browser.call(requestExport, { body: { password } });
    await app.runJobs();
    const [ready] = await browser.call(listExports, {});
    const reply = await app.fetch(`/api/user/export/${dataExport.id}`, { as: user });
    const files = await unzip(Buffer.from(await reply.arrayBuffer()));

    expect(ready).toMatchObject({ status: "ready", expiresAt: new Date("2026-03-08T12:00:00Z") });
    expect(reply.headers.get("content-disposition")).toMatch(
      /^attachment; filename="Maktaba 2026-03-01\.zip"/,
    );
    const all = [...files.values()].join("\n");
    for (const own of [
      "Amina-Canary",
      "The Well",
      "mine-canary",
      "my-hours-canary",
      "for-me-canary",
      user.email,
    ]) {
      expect(all).toContain(own);
    }
    for (const foreign of [
      "Yusuf-Canary",
      "his-canary",
      "his-hours-canary",
      "for-him-canary",
      yusuf.email,
      "$argon2",
      "token",
    ]) {
      expect(all).not.toContain(foreign);
    }
    for (const text of files.values()) expect(Array.isArray(JSON.parse(text))).toBe(true);
  });

  test("contains the user's own picture", async ({ app }) => {
    const { user, browser } = await createAccount(app);
    const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const { profileImageUrl } = await browser.call(accountsContract.updatePicture, {
      file: new Blob([new Uint8Array(image)]),
    });

    const dataExport = await browser.call(requestExport, { body: { password } });
    await app.runJobs();
    const reply = await app.fetch(`/api/user/export/${dataExport.id}`, { as: user });
    const files = await unzip(Buffer.from(await reply.arrayBuffer()));

    const pictureText = await (await app.fetch(profileImageUrl)).text();
    expect(files.get("picture.webp")).toBe(pictureText);
  });

  test("is available to its owner for seven days", async ({ app }) => {
    const { user, browser } = await createAccount(app);
    const { user: yusuf } = await createAccount(app);
    const { id } = await browser.call(requestExport, { body: { password } });
    await app.runJobs();
    const getExportStatus = async (as: typeof user | null) =>
      (await app.fetch(`/api/user/export/${id}`, { as })).status;

    expect([await getExportStatus(user), await getExportStatus(yusuf), await getExportStatus(null)]).toEqual([
      200, 404, 401,
    ]);

    app.setClock(new Date("2026-03-08T12:00:01Z"));
    await app.services.jobs.add(purgeAccounts, {});
    await app.runJobs();
    expect(await getExportStatus(user)).toBe(404);
    const remaining: string[] = [];
    for await (const key of app.services.storage.list("export")) remaining.push(key);
    expect(remaining).toEqual([]);
    app.setClock(noon);
  });

  test("requires the password, once a day", async ({ app }) => {
    const { browser } = await createAccount(app);

    await expect(browser.call(requestExport, { body: { password: "not it" } })).rejects.toMatchObject({
      status: 400,
    });
    await browser.call(requestExport, { body: { password } });
    await expect(browser.call(requestExport, { body: { password } })).rejects.toMatchObject({ status: 429 });
  });
});

describe("deleting an account", () => {
  test("signs out everywhere and leaves nothing after 14 days", async ({ app }) => {
    const { user, browser } = await createAccount(app, { firstName: "Gone-Canary" });
    const book = await app.make.book();
    await browser.call(saveEntry, { params: { bookId: book.id }, body: { status: "finished" } });
    await browser.call(saveRating, { params: { bookId: book.id }, body: { stars: 2, text: "gone-review" } });
    await browser.call(activityContract.addSession, makeSession("gone-hours"));
    await browser.call(requestExport, { body: { password } });
    await app.runJobs();

    const { deletedAt } = await browser.call(deleteAccount, { body: { password } });
    await expect(browser.call(getUser, {})).rejects.toMatchObject({ status: 401 });
    app.setClock(deletedAt);
    await app.services.jobs.add(purgeAccounts, {});
    await app.runJobs();

    const all = await dump(app);
    for (const trace of [user.email, "Gone-Canary", "gone-review", "gone-hours", user.username])
      expect(all).not.toContain(trace);
    const files: string[] = [];
    for await (const key of app.services.storage.list("export")) files.push(key);
    expect(files).toEqual([]);
    app.setClock(noon);
  });

  test("is cancelled by signing in", async ({ app }) => {
    const { user, browser } = await createAccount(app);
    await browser.call(deleteAccount, { body: { password } });
    await openBrowser(app).signIn(user.email, password);

    app.setClock(new Date("2026-03-16T12:00:00Z"));
    await app.services.jobs.add(purgeAccounts, {});
    await app.runJobs();

    expect((await openBrowser(app).signIn(user.email, password)).user.id).toBe(user.id);
    app.setClock(noon);
  });

  test("requires the password", async ({ app }) => {
    const { browser } = await createAccount(app);

    await expect(browser.call(deleteAccount, { body: { password: "not it" } })).rejects.toMatchObject({
      status: 400,
    });
  });

  test("is refused for the last admin, who also keeps the role", async ({ app }) => {
    const { user: first, browser } = await createAccount(app, { isAdmin: true });

    await expect(browser.call(deleteAccount, { body: { password } })).rejects.toMatchObject({ status: 409 });
    await expect(grantRoles(app.services, first.email, { isAdmin: false })).rejects.toMatchObject({
      code: "conflict",
    });

    await createAccount(app, { isAdmin: true });
    expect((await grantRoles(app.services, first.email, { isAdmin: false })).isAdmin).toBe(false);
  });
});

const makeSession = (title: string) => ({
  params: { sessionId: SessionId.parse(randomUUID()) },
  body: {
    kind: "reading" as const,
    title,
    zone: "UTC",
    startedAt: new Date("2026-02-01T10:00:00Z"),
    endedAt: new Date("2026-02-01T11:00:00Z"),
  },
});

describe("roles", () => {
  test("apply at the next request and are audited", async ({ app }) => {
    const { user, browser } = await createAccount(app);
    await browser.call(getUser, {});

    await grantRoles(app.services, user.email, { isAuthor: true });

    expect((await browser.call(getUser, {})).isAuthor).toBe(true);
    const { rows } = await app.db.execute("select details from audit_log where action = 'roles.changed'");
    expect(rows).toContainEqual({ details: { isAuthor: true } });
  });
});

describe("emails", () => {
  let smtp: SmtpPeer;
  let app: TestApp;

  beforeAll(async () => {
    smtp = await startSmtpPeer();
    app = await startTestApp({ smtpUrl: smtp.url });
  });
  afterAll(async () => {
    await app.stop();
    smtp.stop();
  });

  test("are sent once by a job when SMTP is configured", async () => {
    await enqueueEmail(app.services, { to: "amina@example.org", subject: "Salam", text: "One line." });
    await app.runJobs();

    expect(smtp.lines.filter((line) => line === "One line.")).toHaveLength(1);
    expect(smtp.lines).toContain("RCPT TO:<amina@example.org>");
    const [stored] = await app.db.select().from(emails);
    expect(stored).toMatchObject({ status: "sent", sentAt: noon });
  });

  test("are sent with their secret and stored without it", async () => {
    const link = "https://library.example/auth#reset=abcdefghijklmnopqrstuvwxyz";
    const text = `Set it here:\n${link}\nThank you.`;
    await enqueueEmail(app.services, { to: "secret@example.org", subject: "s", text, secret: link });
    const before = await dump(app);
    await app.runJobs();

    expect(smtp.getLastTextTo("secret@example.org")).toContain(link);
    for (const rows of [before, await dump(app)]) expect(rows).not.toContain("abcdefghijklmnopqrstuvwxyz");
    const stored = (await app.db.select().from(emails)).find(({ to }) => to === "secret@example.org");
    expect(stored).toMatchObject({ hasSecret: true, text: "Set it here:\n••••••••\nThank you." });
  });

  test("that the server rejects are stored with the reason and retried", async () => {
    await enqueueEmail(app.services, { to: "refused@example.org", subject: "Salam", text: "x" });

    await expect(app.runJobs()).rejects.toThrow();

    const stored = (await app.db.select().from(emails)).find(({ to }) => to === "refused@example.org");
    expect(stored).toMatchObject({ status: "waiting", error: "EENVELOPE 550" });
  });

  test.for(["a@example.org\r\nBcc: b@example.org", "a@example.org\nX: y"])("do not go to %j", async (to) => {
    await expect(enqueueEmail(app.services, { to, subject: "s", text: "t" })).rejects.toThrow("one line");
    await expect(enqueueEmail(app.services, { to: "a@example.org", subject: to, text: "t" })).rejects.toThrow(
      "one line",
    );
  });
});

/** Every row of every table, as text. */
async function dump(app: TestApp): Promise<string> {
  const { rows } = await app.db.execute(
    "select query_to_xml('select * from ' || quote_ident(tablename), true, false, '')::text as text from pg_tables where schemaname = 'public'",
  );
  return JSON.stringify(rows);
}

function unzip(bytes: Buffer): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    const files = new Map<string, string>();
    fromBuffer(bytes, { lazyEntries: true }, (failed, zip) => {
      if (failed) return reject(failed);
      zip.on("entry", (entry) => {
        zip.openReadStream(entry, (unreadable, stream) => {
          if (unreadable) return reject(unreadable);
          const chunks: Buffer[] = [];
          stream.on("data", (chunk: Buffer) => chunks.push(chunk));
          stream.on("end", () => {
            files.set(entry.fileName, Buffer.concat(chunks).toString());
            zip.readEntry();
          });
        });
      });
      zip.on("end", () => resolve(files));
      zip.readEntry();
    });
  });
}
