import { expect, type Page } from "@playwright/test";
import { marksContract } from "#shared/marks/contract.ts";
import { EventId, SentenceId } from "#shared/positions/position.ts";
import { currentPositions } from "#server/db/schema/reading/positions.ts";
import { bookReach } from "#server/db/schema/reading/reading-activity.ts";
import { getViolations } from "./support/axe.ts";
import { test, waitForReply } from "./support/fixtures.ts";
import {
  clickInBook,
  createParagraphs,
  createSmallEpub,
  getDocuments,
  getProgressRegion,
  openBook,
  waitForFonts,
} from "./support/reading.ts";

const chapters = [
  { title: "The well", body: `${createParagraphs(30)}<p>The white whale swam far out.</p>` },
  {
    title: "The road",
    body: `<p>A whale, old and white.</p>${createParagraphs(40)}<p>No white whale here.</p>`,
  },
  {
    title: "The gate",
    body: `${createParagraphs(20)}<p>White whales and a boat; the white whale and a boat.</p>`,
  },
];

/** The text that is marked as the open result; undefined while its document opens. */
const getFound = (page: Page) =>
  getDocuments(page)[0]
    ?.evaluate(() => {
      const { highlights } = CSS as unknown as { highlights: Map<string, Set<Range>> };
      const [range] = highlights.get("mk-found") ?? [];
      return range && `${range} | ${range.startContainer.textContent}`;
    })
    .catch(() => undefined);

test("a search in a book lists its chapters; results are opened one after the other by key", async ({
  make,
  importSample,
  openPage,
}) => {
  const page = await openPage(await make.user());
  await openBook(page, await importSample(await createSmallEpub(chapters)));

  await page.keyboard.press("n");
  const panel = page.getByRole("dialog", { name: "Search in this book" });
  await expect(panel.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type('"white whale"');
  await expect(panel.getByRole("status")).toHaveText("3 results");
  await panel.getByText("Search options").click();
  await panel.getByLabel("Without these words").fill("far");
  await expect(panel.getByRole("status")).toHaveText("2 results");
  await panel.getByLabel("Without these words").fill("");
  await panel.getByRole("searchbox").fill("white whale");
  await expect(panel.getByRole("heading", { level: 3 })).toHaveText([
    "The words as typed",
    "All of the words",
  ]);
  await panel.getByLabel("Distance between the words").selectOption("Within 3 words");
  await panel.getByLabel("Whole words only").check();
  await expect(panel.getByRole("heading", { level: 4 })).toHaveText([
    "The well1 result",
    "The road1 result",
    "The gate1 result",
    "The road1 result",
  ]);
  expect(await getViolations(page)).toEqual([]);

  await panel.getByRole("button", { name: "No white whale here" }).click();
  const bar = page.getByRole("region", { name: "Search results" });
  await expect(bar.getByRole("status")).toHaveText("2 of 4");
  await expect.poll(() => getFound(page)).toBe("white whale | No white whale here.");
  await page.keyboard.press("F3");
  await expect(bar.getByRole("status")).toHaveText("3 of 4");
  await expect.poll(() => getFound(page)).toContain("boat");
  await page.keyboard.press("Shift+N");
  await page.keyboard.press("Shift+F3");
  await expect(bar.getByRole("status")).toHaveText("1 of 4");
  await expect.poll(() => getFound(page)).toBe("white whale | The white whale swam far out.");
  await bar.getByRole("button", { name: "Previous result" }).click();
  await expect(bar.getByRole("status")).toHaveText("4 of 4");
  await expect.poll(() => getFound(page)).toBe("whale, old and white | A whale, old and white.");
  expect(await getViolations(page)).toEqual([]);

  await bar.getByRole("button", { name: "Close the search" }).click();
  await expect(bar).toHaveCount(0);
  await page.keyboard.press("m");
  await expect(getProgressRegion(page)).toContainText("The road");
});

test("the command palette opens screens, chapters and commands by keyboard; shortcuts are listed", async ({
  make,
  importSample,
  openPage,
}) => {
  const bookId = await importSample(await createSmallEpub(chapters));
  const page = await openPage(await make.user());
  const palette = page.getByRole("dialog", { name: "Find anything" });
  const field = palette.getByRole("combobox");
  await page.goto("/goals");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  await expect(async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Ctrl + K", {
      timeout: 2_000,
    });
  }).toPass();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await page.keyboard.type("admin dashboard");
  await expect(palette.getByRole("option", { name: "Admin Dashboard" })).toHaveCount(0);
  await field.fill("الإعدادات");
  await expect(palette.getByRole("option", { selected: true })).toHaveText("Settings");
  expect(await getViolations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings/);

  await openBook(page, bookId);
  await clickInBook(page, "h1");
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(field).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
  await page.context().setOffline(true);
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await page.keyboard.type("the gate");
  await expect(palette.getByRole("option", { selected: true })).toHaveText("The gate");
  await page.keyboard.press("Enter");
  await expect(getProgressRegion(page)).toContainText("The gate");
  await page.context().setOffline(false);
  await page.keyboard.press("Control+k");
  await field.fill("contents");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Contents" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts and gestures" })).toContainText(
    "Next search result",
  );
});

test("own marks are found in the open book and in the command palette, also by touch", async ({
  make,
  importSample,
  openPage,
}) => {
  const bookId = await importSample(await createSmallEpub(chapters));
  const page = await openPage(await make.user());
  await openBook(page, bookId);
  await waitForFonts(page);
  await getDocuments(page)[0]?.getByRole("heading", { name: "The well" }).selectText();
  await Promise.all([
    waitForReply(page, marksContract.saveMarks),
    page.getByRole("toolbar", { name: "Selected text" }).getByRole("button", { name: "Green" }).click(),
  ]);

  await page.keyboard.press("/");
  const panel = page.getByRole("dialog", { name: "Search in this book" });
  await page.keyboard.type("well");
  const group = panel.getByRole("region", { name: "In your notes and highlights" });
  await expect(group).toContainText("1 result");
  expect(await getViolations(page)).toEqual([]);
  await panel.getByRole("button", { name: "Search everything" }).click();
  const palette = page.getByRole("dialog", { name: "Find anything" });
  await palette.getByRole("combobox").fill("the gate");
  await page.keyboard.press("Enter");
  await expect(getProgressRegion(page)).toContainText("The gate");

  await page.keyboard.press("/");
  await panel.getByRole("searchbox").fill("well");
  await group.getByRole("button", { name: "The well" }).click();
  await expect(panel).toHaveCount(0);
  await expect(getProgressRegion(page)).toContainText("The well");
  await page.keyboard.press("/");
  await panel.getByRole("button", { name: "Search everything" }).click();
  await palette.getByRole("combobox").fill("well");
  await expect(
    palette.getByRole("group", { name: "Your highlights and bookmarks in this book" }),
  ).toContainText("The well");

  await page.goto("/goals");
  await page.getByRole("button", { name: "Find anything" }).click();
  await palette.getByRole("combobox").fill("well");
  await palette.getByRole("group", { name: "Your highlights and bookmarks" }).getByRole("option").click();
  await expect(getProgressRegion(page)).toContainText("The well");
});

test("after days away a recap says where the reader stopped, once", async ({
  make,
  importSample,
  openPage,
  services,
}) => {
  const bookId = await importSample(await createSmallEpub(chapters));
  const reader = await make.user();
  const keys = { userId: reader.id, bookId };
  const at = new Date(Date.now() - 9 * 86_400_000);
  await services.db.insert(currentPositions).values({
    ...keys,
    eventId: EventId.parse(crypto.randomUUID()),
    locator: { sentence: SentenceId.parse("s1-8"), fraction: 0.4 },
    at,
    device: "Firefox",
    isDeliberate: true,
  });
  await services.db.insert(bookReach).values({ ...keys, textReach: 0.9, updatedAt: at });
  const page = await openPage(reader);

  // Not `openBook`: the recap may cover the page before it is looked at.
  await page.goto(`/read/${bookId}`);
  const recap = page.getByRole("dialog", { name: "Where you stopped" });
  await expect(recap).toContainText("in The road.");
  await expect(recap).toContainText("A whale, old and white.");
  await expect(recap.getByRole("listitem")).toHaveText(["The well", "The road"]);
  expect(await getViolations(page)).toEqual([]);
  await recap.getByRole("button", { name: "Continue reading" }).click();
  await expect(recap).toHaveCount(0);

  await page.reload();
  await expect(getProgressRegion(page)).toBeVisible();
  await expect(getProgressRegion(page)).toContainText("The road");
  await expect(recap).toHaveCount(0);
});
