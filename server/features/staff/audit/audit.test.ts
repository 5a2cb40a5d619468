import { describe, expect } from "vitest";
import { type AuditAction, auditActions, auditContract } from "#shared/staff/audit.ts";
import { genres } from "#server/db/schema/books/genres.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

/** Two admins, each with an entry about their own reader, book and genre. */
async function setUp(app: TestApp) {
  const make = async (at: string) => {
    const admin = await app.make.user({ isAdmin: true, isEmployee: true });
    const reader = await app.make.user();
    const book = await app.make.book({ title: `=Lamps of ${admin.username}` });
    const [genre] = await app.db
      .insert(genres)
      .values({ name: `Kindness ${admin.username}` })
      .returning();
    const services = { ...app.services, clock: () => new Date(at) };
    const write = (action: AuditAction, target: string) =>
      writeAudit(services, action, admin.id, target, { from: "Old" }, app.db);
    await write("user.suspended", reader.id);
    await write("book.publish", book.id);
    await write("genre.merged", genre?.id ?? expect.fail());
    return { admin, reader, book, genre };
  };
  const [one, two] = [await make("2026-03-01T10:00:00Z"), await make("2026-03-02T10:00:00Z")];
  const list = async (query: Parameters<typeof toInput>[0] = {}) =>
    (await app.as(one.admin)(auditContract.listAudit, toInput(query))).entries;
  return { one, two, list };
}

const toInput = (query: Partial<Record<"actor" | "action" | "subject" | "from" | "until", unknown>>) =>
  ({ query }) as { query: Record<string, never> };

describe("the audit log", () => {
  test("names actors and subjects, with links", async ({ app }) => {
    const { one, list } = await setUp(app);
    const name = `${one.admin.firstName} ${one.admin.lastName}`;

    const entries = await list({ actor: one.admin.username });

    expect(entries).toMatchObject([
      { actor: { name }, subject: { kind: "genre", name: one.genre?.name } },
      { actor: { name }, subject: { kind: "book", name: one.book.title, path: `/book/${one.book.id}` } },
      {
        actor: { name },
        subject: {
          name: `${one.reader.firstName} Test`,
          path: `/admin/view-users?search=${one.reader.username}`,
        },
      },
    ]);
  });

  test("is filtered by actor, action, subject and date", async ({ app }) => {
    const { one, two, list } = await setUp(app);
    const ids = async (query: Parameters<typeof list>[0]) =>
      (await list(query)).map(({ subject }) => subject.id);

    expect(await ids({ actor: two.admin.firstName.slice(0, -1) })).toEqual(
      expect.arrayContaining([two.book.id]),
    );
    expect(await ids({ actor: two.admin.username })).toEqual([two.genre?.id, two.book.id, two.reader.id]);
    expect(await ids({ action: "book.publish" })).toEqual(expect.arrayContaining([one.book.id, two.book.id]));
    expect(await ids({ action: "book.publish", actor: one.admin.username })).toEqual([one.book.id]);
    expect(await ids({ subject: two.reader.username })).toEqual([two.reader.id]);
    expect(await ids({ subject: `lamps of ${one.admin.username}` })).toEqual([one.book.id]);
    expect(await ids({ subject: one.reader.id })).toEqual([one.reader.id]);
    const day = { from: new Date("2026-03-02T00:00Z"), until: new Date("2026-03-02T10:00:00Z") };
    expect(await ids({ ...day, actor: two.admin.username })).toEqual([]);
    const next = { ...day, until: new Date("2026-03-02T10:00:01Z") };
    expect(await ids({ ...next, actor: two.admin.username })).toHaveLength(3);
    expect(await ids({ ...next, actor: one.admin.username })).toEqual([]);
  });

  test("is exported as CSV with the same filters, without formulas, and the export is audited", async ({
    app,
  }) => {
    const { one, list } = await setUp(app);

    const reply = await app.fetch(`/api/admin/audit.csv?action=book.publish&actor=${one.admin.username}`, {
      as: one.admin,
    });

    expect(reply.headers.get("content-disposition")).toContain("attachment");
    const lines = (await reply.text()).trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(
      `2026-03-01T10:00:00.000Z,${one.admin.firstName} Test,${one.admin.username},book.publish`,
    );
    expect(lines[1]).toContain(`"'=Lamps of ${one.admin.username}"`);
    expect((await list({ action: "audit.exported", actor: one.admin.username })).length).toBe(1);
    const employee = await app.make.user({ isEmployee: true });
    expect((await app.fetch("/api/admin/audit.csv", { as: employee })).status).toBe(403);
  });
});

test("every action has a subject that exists in the filter list", () => {
  expect(Object.keys(auditActions)).toEqual(Object.keys(auditActions).toSorted());
});
