import { expect, type Page } from "@playwright/test";
import { marksContract } from "#shared/marks/contract.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { makeAudiobook } from "#server/testing/books/audiobook.ts";
import { watchAudio } from "./support/audio.ts";
import { test, waitForReply } from "./support/fixtures.ts";

const getPlayer = (page: Page) => page.getByRole("region", { name: "Player", exact: true });

test("a clip is adjusted, kept with a note and listed", async ({ services, make, openPage }) => {
  const book = await makeAudiobook(services, [{ chapters: [600] }]);
  const page = await openPage(await make.user());
  const audio = await watchAudio(page);
  await page.goto(`/book/${book.id}`);
  await page.getByRole("button", { name: "Listen", exact: true }).click();
  await expect.poll(() => audio.time()).toBeGreaterThan(2);
  await getPlayer(page).getByRole("button", { name: "Pause" }).click();
  await getPlayer(page).getByRole("button", { name: "Open the player" }).click();
  await page.getByRole("button", { name: "Bookmarks and clips" }).click();
  await page.getByRole("button", { name: "New clip" }).click();
  const end = page.getByRole("group", { name: "End" });
  for (let n = 0; n < 3; n++) await end.getByRole("button", { name: "End: 1 second later" }).click();
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("textbox", { name: "Note (optional)" }).fill("To hear again");
  await Promise.all([
    waitForReply(page, marksContract.saveMarks),
    page.getByRole("button", { name: "Save clip" }).click(),
  ]);
  const list = page.getByRole("list", { name: "Bookmarks and clips" });
  await expect(list.getByRole("listitem")).toContainText("To hear again");

  await list.getByRole("button", { name: "Edit the note" }).click();
  await page.getByRole("textbox", { name: "Note", exact: true }).fill("Changed");
  await Promise.all([
    waitForReply(page, marksContract.saveMarks),
    page.getByRole("button", { name: "Done" }).click(),
  ]);
  await expect(list.getByRole("listitem")).toContainText("Changed");
});

test("a link plays the range only, keeps the position, and goes on from its end", async ({
  services,
  make,
  openPage,
}) => {
  const book = await makeAudiobook(services, [{ chapters: [600, 600] }]);
  const page = await openPage(await make.user());
  const audio = await watchAudio(page);
  const saved: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith(positionsContract.savePositions.path))
      saved.push(request.url());
  });
  await page.goto(`/book/${book.id}?clip=2-30-32.5`);
  await page.getByRole("button", { name: "Play clip" }).click();
  await expect(getPlayer(page).getByText("The clip 0:30 – 0:32 has ended.")).toBeVisible();
  const end = await audio.time();
  expect(end).toBeGreaterThan(630);
  expect(end).toBeLessThan(640);
  expect(saved).toEqual([]);

  await getPlayer(page).getByRole("button", { name: "Go on from here" }).click();
  await expect.poll(() => audio.time()).toBeGreaterThan(end + 0.5);
  await expect.poll(() => saved.length).toBeGreaterThan(0);
});

test("a guest reads why the clip cannot be heard", async ({ services, page }) => {
  const book = await makeAudiobook(services, [{ chapters: [60, 600] }]);
  await page.goto(`/book/${book.id}?clip=2-30-40`);
  await expect(page.getByText("Sign in to hear this clip.")).toBeVisible();
});
