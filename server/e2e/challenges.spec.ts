import { expect } from "@playwright/test";
import { decide } from "#server/features/authors/review-application.ts";
import { listApplications } from "#server/features/authors/service.ts";
import { releaseBooks } from "#server/features/books/detail/release.ts";
import { addChallenge } from "#server/features/challenges/service.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test } from "./support/fixtures.ts";

const dayMs = 86_400_000;
const getDateIn = (n: number) => new Date(Date.now() + n * dayMs);

test("a joined challenge is shown on the home page", async ({ services, make, openPage }) => {
  const reader = await make.user();
  const title = `Joined by ${reader.username}`;
  const fields = { title, description: "Together.", goal: 3, goalType: "books" } as const;
  const id = await addChallenge(services, { ...fields, startsAt: getDateIn(-1), endsAt: getDateIn(1) });
  const page = await openPage(reader);

  await page.goto(`/challenges/${id}`);
  const joined = page.waitForResponse((reply) => reply.request().method() === "POST" && reply.ok());
  await page.getByRole("button", { name: /^Join Challenge/ }).click();
  await joined;
  await expect(page.getByRole("button", { name: "Leave challenge" })).toBeVisible();
  await page.goto("/home");

  await expect(page.getByText("You have joined 1 challenge")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Joined/ })).toBeVisible();
});

test("a subscriber is notified of a release", async ({ services, make, openPage }) => {
  const reader = await make.user();
  const title = `Awaited by ${reader.username}`;
  await createPublishedBook(services, { title, state: "scheduled", releaseAt: getDateIn(1) });
  const page = await openPage(reader);

  await page.goto("/coming-soon");
  const toggle = page.getByRole("button", { name: `Notify me when ${title} is available` });
  const stored = page.waitForResponse((reply) => reply.request().method() === "PUT" && reply.ok());
  await toggle.click();
  await stored;
  await releaseBooks.run({ ...services, clock: () => getDateIn(2) }, {});

  const bell = page.getByRole("button", { name: /notification/i }).first();
  await expect(bell).toContainText("1", { timeout: 40_000 });
  await bell.click();
  await page.getByText(title).first().click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
});

test("an approved application opens the author's pages", async ({ services, make, openPage }) => {
  const reader = await make.user();
  const page = await openPage(reader);

  await page.goto("/author-auth");
  await page.getByLabel("Author name").fill("Nur of the Road");
  await page.getByLabel("About you").fill("Letters from the road, for anyone who stays at home. ".repeat(2));
  await page.getByLabel("Writing sample").fill("The road was long and the well was dry. ".repeat(8));
  await page.getByRole("button", { name: "Send application" }).click();
  await expect(page.getByText("Your application is under review")).toBeVisible();

  const { applications } = await listApplications(services, { query: { limit: 100 } });
  const application = applications.find(({ applicant }) => applicant.email === reader.email);
  if (!application) throw new Error("The application was not stored.");
  await decide(services, null, application.id, { state: "approved" });
  // The server learns of the decision of another process a moment later.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("You are now an author")).toBeVisible({ timeout: 2_000 });
  }).toPass();
});
