import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { activityContract } from "#shared/reading-activity/contract.ts";
import { getViolations } from "./support/axe.ts";
import { test, waitForReply } from "./support/fixtures.ts";

const lastYear = new Date().getUTCFullYear() - 1;
const hijriYear = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", {
  year: "numeric",
  timeZone: "UTC",
})
  .formatToParts(new Date(`${lastYear}-03-10T12:00:00Z`))
  .find(({ type }) => type === "year")?.value as string;

test("sessions: added, shown, deleted, restored, and summed up by year", async ({
  make,
  openPage,
  baseURL,
}) => {
  const page = await openPage(await make.user());
  const addSession = (startedAt: string, endedAt: string) =>
    page.request.put(activityContract.addSession.path.replace(":sessionId", randomUUID()), {
      headers: { Origin: baseURL ?? "" },
      data: { kind: "reading", title: "The Muqaddimah", zone: "UTC", pages: 12, startedAt, endedAt },
    });
  // Two sessions that overlap by half an hour are an hour and a half.
  for (const [from, to] of [
    ["08:00", "09:00"],
    ["08:30", "09:30"],
  ] as const) {
    const reply = await addSession(`${lastYear}-03-10T${from}:00Z`, `${lastYear}-03-10T${to}:00Z`);
    expect(reply.ok()).toBe(true);
  }
  await page.goto("/profile?part=journal");

  await page.getByRole("button", { name: "Add a session" }).click();
  const form = page.getByRole("dialog", { name: "Add a session" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Enter the book's title.")).toBeVisible();
  await form.getByLabel("Book").fill("A paper book");
  await form.getByLabel("Minutes").fill("1");
  await Promise.all([
    waitForReply(page, activityContract.addSession),
    form.getByRole("button", { name: "Save" }).click(),
  ]);
  const row = page.getByRole("listitem").filter({ hasText: "A paper book" }).first();
  await expect(row).toContainText("added manually");

  await row.getByRole("button", { name: "Delete the session with A paper book" }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toBeVisible();

  await page.getByRole("tab", { name: "Year" }).click();
  const yearReview = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Year in review" }) });
  await yearReview.getByLabel("Year").selectOption({ label: String(lastYear) });
  await expect(yearReview).toContainText("1h 30m of reading on 1 day");
  expect(await getViolations(page, "main")).toEqual([]);
  await yearReview.getByLabel("Calendar").selectOption({ label: "Hijri (Umm al-Qura)" });
  await yearReview.getByLabel("Year").selectOption({ label: hijriYear });
  await expect(yearReview).toContainText("1h 30m of reading on 1 day");
});
