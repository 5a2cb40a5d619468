import { desc, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { ApplicationId, authorsContract } from "#shared/authors/contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { auditLog, emails } from "#server/db/schema/accounts/accounts.ts";
import { contributors } from "#server/db/schema/books/contributors.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import { decide } from "./review-application.ts";

const { getMyApplication, apply, listApplications, approveApplication, declineApplication } = authorsContract;

const draft = {
  name: "Maryam Idris",
  about: "I write short travel stories, and have read them aloud at my mosque for nine years.",
  links: ["https://example.org/maryam"],
  sample: "The road to the well was longer than the map had promised. ".repeat(5).trim(),
};
const reason = "Please send a longer piece of your writing.";

describe("applying as an author", () => {
  test("is stored as the user's one open application", async ({ app }) => {
    const reader = await app.make.user();
    const asReader = app.as(reader);
    expect(await asReader(getMyApplication, {})).toBeNull();

    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => asReader(apply, { body: draft })),
    );

    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await asReader(getMyApplication, {})).toMatchObject({ ...draft, state: "waiting", reason: "" });
    await expect(asReader(apply, { body: draft })).rejects.toMatchObject({ status: 409 });
  });

  test("is refused for guests, authors, and incomplete texts", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const reader = await app.make.user();

    await expect(app.as(null)(apply, { body: draft })).rejects.toMatchObject({ status: 401 });
    await expect(app.as(author)(apply, { body: draft })).rejects.toMatchObject({ status: 409 });
    for (const invalidPart of [
      { about: "Short." },
      { sample: "Short." },
      { links: ["javascript:alert(1)"] },
    ]) {
      const rejected = await app.fetch(apply.path, {
        method: "POST",
        as: reader,
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ ...draft, ...invalidPart }),
      });
      expect(rejected.status).toBe(400);
      const invalidFields = Object.keys((await rejected.json()).fields).map((name) => name.split(".")[0]);
      expect(invalidFields).toEqual(Object.keys(invalidPart));
    }
  });
});

describe("deciding on an application", () => {
  test("approval makes an author, notified by email and in the app, and is audited", async ({ app }) => {
    const [reader, employee] = [await app.make.user(), await app.make.user({ isEmployee: true })];
    const { id: applicationId } = await app.as(reader)(apply, { body: draft });
    const params = { applicationId };

    const approved = await app.as(employee)(approveApplication, { params });

    expect(approved).toMatchObject({
      state: "approved",
      applicant: { email: reader.email, name: `${reader.firstName} ${reader.lastName}` },
    });
    expect(await app.as(reader)(accountsContract.getUser, {})).toMatchObject({ isAuthor: true });
    expect(await app.as(reader)(getMyApplication, {})).toMatchObject({ state: "approved" });
    const linked = await app.db.select().from(contributors).where(eq(contributors.userId, reader.id));
    expect(linked).toMatchObject([{ name: approved.name, bio: approved.about }]);
    const [email] = await app.db.select().from(emails).where(eq(emails.to, reader.email));
    expect(email).toMatchObject({ subject: "Maktaba: You are now an author", status: "unsent" });
    expect(email?.text).toContain("/authors-portal\n");
    const listed = await app.as(reader)(notificationsContract.listNotifications, { query: {} });
    expect(listed.notifications).toMatchObject([{ actionUrl: "/authors-portal" }]);
    const logged = await app.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(2);
    expect(logged.find(({ action }) => action === "author.approved")).toMatchObject({
      actorId: employee.id,
      target: reader.id,
      details: { applicationId },
    });
    expect(logged.map(({ action }) => action)).toContain("roles.changed");
    await expect(app.as(employee)(declineApplication, { params, body: { reason } })).rejects.toMatchObject({
      status: 409,
    });
  });

  test("an approval that fails leaves the application open and the roles as they were", async ({ app }) => {
    const [reader, employee] = [await app.make.user(), await app.make.user({ isEmployee: true })];
    const { id } = await app.as(reader)(apply, { body: draft });
    const publish = () => Promise.reject(new Error("expected failure"));
    const live = Object.assign(Object.create(app.services.live), { publish });

    await expect(decide({ ...app.services, live }, employee.id, id, { state: "approved" })).rejects.toThrow(
      "expected failure",
    );

    expect(await app.as(reader)(getMyApplication, {})).toMatchObject({ state: "waiting" });
    expect(await app.as(reader)(accountsContract.getUser, {})).toMatchObject({ isAuthor: false });
  });

  test("rejection has a reason and allows another application", async ({ app }) => {
    const [reader, employee] = [await app.make.user(), await app.make.user({ isEmployee: true })];
    const { id: applicationId } = await app.as(reader)(apply, { body: draft });

    await app.as(employee)(declineApplication, { params: { applicationId }, body: { reason } });

    expect(await app.as(reader)(getMyApplication, {})).toMatchObject({ state: "declined", reason });
    expect(await app.as(reader)(accountsContract.getUser, {})).toMatchObject({ isAuthor: false });
    const [email] = await app.db.select().from(emails).where(eq(emails.to, reader.email));
    expect(email?.text).toContain(reason);
    expect(email?.text).toContain("/author-auth\n");
    expect(await app.as(reader)(apply, { body: draft })).toMatchObject({ state: "waiting" });
  });

  test("leaves the applications of others as they are", async ({ app }) => {
    const employee = await app.make.user({ isEmployee: true });
    const [approved, declined, waiting, decided] = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const applicant = await app.make.user();
        const { id: applicationId } = await app.as(applicant)(apply, { body: draft });
        return { applicant, applicationId };
      }),
    );
    if (!approved || !declined || !waiting || !decided) expect.fail();
    const decline = (applicationId: ApplicationId) =>
      app.as(employee)(declineApplication, { params: { applicationId }, body: { reason } });
    await decline(decided.applicationId);
    const ids = [waiting, decided].flatMap(({ applicant, applicationId }) => [applicant.id, applicationId]);
    const before = await listRowsAbout(app.db, ids);

    await app.as(employee)(approveApplication, { params: { applicationId: approved.applicationId } });
    await decline(declined.applicationId);

    expect(await listRowsAbout(app.db, ids)).toEqual(before);
    expect(await app.as(waiting.applicant)(getMyApplication, {})).toMatchObject({
      id: waiting.applicationId,
    });
    const open = await app.as(employee)(listApplications, { query: {} });
    const received = open.applications.filter(({ applicant }) =>
      [approved, declined, waiting, decided].some((each) => each.applicant.email === applicant.email),
    );
    expect(received.map(({ id }) => id)).toEqual([waiting.applicationId]);
  });

  test("by two employees at once is one decision", async ({ app }) => {
    const reader = await app.make.user();
    const staff = await Promise.all(Array.from({ length: 6 }, () => app.make.user({ isEmployee: true })));
    const { id: applicationId } = await app.as(reader)(apply, { body: draft });

    const results = await Promise.allSettled(
      staff.map((each, n) =>
        n % 2
          ? app.as(each)(approveApplication, { params: { applicationId } })
          : app.as(each)(declineApplication, { params: { applicationId }, body: { reason } }),
      ),
    );

    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { state } = (await app.as(reader)(getMyApplication, {})) ?? {};
    const { isAuthor } = await app.as(reader)(accountsContract.getUser, {});
    expect(isAuthor).toBe(state === "approved");
    expect(await app.db.select().from(emails).where(eq(emails.to, reader.email))).toHaveLength(1);
  });

  test("is for employees, not for their own application", async ({ app }) => {
    const employee = await app.make.user({ isEmployee: true });
    const { id: applicationId } = await app.as(employee)(apply, { body: draft });
    const params = { applicationId };
    const unknownApplication = { applicationId: ApplicationId.parse("00000000-0000-4000-8000-000000000000") };

    for (const user of [await app.make.user(), await app.make.user({ isAuthor: true })]) {
      await expect(app.as(user)(approveApplication, { params })).rejects.toMatchObject({ status: 403 });
      await expect(app.as(user)(listApplications, { query: {} })).rejects.toMatchObject({ status: 403 });
    }
    await expect(app.as(null)(listApplications, { query: {} })).rejects.toMatchObject({ status: 401 });
    await expect(app.as(employee)(approveApplication, { params })).rejects.toMatchObject({ status: 403 });
    await expect(app.as(employee)(approveApplication, { params: unknownApplication })).rejects.toMatchObject({
      status: 404,
    });
  });

  test("lists open ones page by page, oldest first", async ({ app }) => {
    const employee = await app.make.user({ isEmployee: true });
    for (const [n, name] of ["First", "Second", "Third"].entries()) {
      app.setClock(new Date(Date.UTC(2026, 3, 1 + n)));
      await app.as(await app.make.user())(apply, { body: { ...draft, name } });
    }
    const all = await app.as(employee)(listApplications, { query: {} });

    const first = await app.as(employee)(listApplications, { query: { limit: 2 } });
    const rest = await app.as(employee)(listApplications, {
      query: { limit: 100, cursor: first.nextCursor ?? "" },
    });

    const names = [...first.applications, ...rest.applications].map(({ name }) => name);
    expect(names).toEqual(all.applications.map(({ name }) => name));
    expect(names.slice(-3)).toEqual(["First", "Second", "Third"]);
    expect(all.applications.every(({ state }) => state === "waiting")).toBe(true);
  });
});
