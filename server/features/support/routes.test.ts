import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { supportContract } from "#shared/support/contract.ts";
import { emails } from "#server/db/schema/accounts/accounts.ts";
import { contactMessages } from "#server/db/schema/system/support.ts";
import type { Services } from "#server/services.ts";
import { test } from "#server/testing/test.ts";
import { purgeContactMessages, retentionDays } from "./jobs.ts";

const { sendMessage } = supportContract;

const makeMessage = (email: string) => ({
  name: "Amina Rahman",
  email,
  topic: "book" as const,
  message: "The third chapter of the travel book ends in mid-sentence.",
});

const getStored = ({ db }: Services, email: string) =>
  db.select().from(contactMessages).where(eq(contactMessages.email, email));

describe("the contact form", () => {
  test("is stored and emailed to the operator, without an account too", async ({ app }) => {
    await app.as(null)(sendMessage, { body: makeMessage("guest@example.org") });

    const [stored, ...more] = await getStored(app.services, "guest@example.org");
    expect(stored).toMatchObject({ topic: "book", userId: null, answeredAt: null });
    expect(more).toEqual([]);
    const sentEmails = await app.services.db.select().from(emails);
    const email = sentEmails.find(({ text }) => text.includes("guest@example.org"));
    expect(email).toMatchObject({ to: app.services.settings.contactEmail, status: "unsent" });
    expect(email?.text).toContain("ends in mid-sentence");
  });

  test("records the account, and is deleted with it", async ({ app }) => {
    const reader = await app.make.user();
    await app.as(reader)(sendMessage, { body: makeMessage("from-reader@example.org") });

    expect(await getStored(app.services, "from-reader@example.org")).toMatchObject([{ userId: reader.id }]);
  });

  test("ignores a filled honeypot field silently", async ({ app }) => {
    const body = { ...makeMessage("robot@example.org"), website: "https://spam.example" };

    expect(await app.as(null)(sendMessage, { body })).toEqual({ done: true });
    expect(await getStored(app.services, "robot@example.org")).toEqual([]);
  });

  test.for([
    ["email", { email: "nobody" }],
    ["email", { email: "a@example.org\nBcc: b@example.org" }],
    ["message", { message: "Too short" }],
    ["name", { name: " " }],
    ["name", { name: "Two\nlines" }],
  ])("refuses an invalid %s", async ([field, part], { app }) => {
    const reply = await app.fetch("/api/contact", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...makeMessage("bad@example.org"), ...(part as object) }),
    });

    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ fields: { [field as string]: { code: expect.any(String) } } });
  });

  test("is deleted after a year", async ({ app }) => {
    app.setClock(new Date("2026-01-01T00:00:00Z"));
    await app.as(null)(sendMessage, { body: makeMessage("old@example.org") });
    app.setClock(new Date(Date.UTC(2026, 0, retentionDays)));
    await purgeContactMessages.run(app.services, {});
    expect(await getStored(app.services, "old@example.org")).toHaveLength(1);

    app.setClock(new Date(Date.UTC(2026, 0, retentionDays + 1, 1)));
    await purgeContactMessages.run(app.services, {});

    expect(await getStored(app.services, "old@example.org")).toEqual([]);
  });
});
