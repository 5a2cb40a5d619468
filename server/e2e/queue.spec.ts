import { expect, type Page } from "@playwright/test";
import { queueContract } from "#shared/queue/contract.ts";
import { makeAudiobook } from "#server/testing/books/audiobook.ts";
import { watchAudio } from "./support/audio.ts";
import { test, waitForReply } from "./support/fixtures.ts";

const getPlayer = (page: Page) => page.getByRole("region", { name: "Player", exact: true });
const getRows = (page: Page) => page.getByRole("list", { name: "Queue" }).getByRole("listitem");

async function addToQueue(page: Page, bookId: string, item: "Play next" | "Add to queue") {
  await page.goto(`/book/${bookId}`);
  await page.getByRole("button", { name: "Add to library" }).click();
  await Promise.all([
    waitForReply(page, queueContract.saveQueuedBook),
    page.getByRole("menuitem", { name: item }).click(),
  ]);
}

async function openQueue(page: Page) {
  await getPlayer(page).getByRole("button", { name: "Open the player" }).click();
  await page.getByRole("button", { name: "Queue", exact: true }).click();
}

const expectOrder = (page: Page, titles: readonly string[]) =>
  expect(getRows(page).getByRole("button", { name: /^Play “/ })).toHaveText(
    titles.map((title) => new RegExp(title)),
  );

test("a queue is ordered by keys and by dragging, and cleared with a way back", async ({
  services,
  make,
  openPage,
}) => {
  const long = await makeAudiobook(services, [{ chapters: [600] }], { title: "Long Road" });
  const first = await makeAudiobook(services, [{ chapters: [60] }], { title: "First Light" });
  const second = await makeAudiobook(services, [{ chapters: [60] }], { title: "Second Wind" });
  const page = await openPage(await make.user());
  await watchAudio(page);
  await addToQueue(page, first.id, "Add to queue");
  await addToQueue(page, second.id, "Play next");
  await page.goto(`/book/${long.id}`);
  await page.getByRole("button", { name: "Listen", exact: true }).click();
  await openQueue(page);
  await expectOrder(page, ["Second Wind", "First Light"]);

  const handle = page.getByRole("button", { name: "Move “Second Wind”" });
  await handle.focus();
  await page.keyboard.press("ArrowDown");
  await expectOrder(page, ["First Light", "Second Wind"]);
  await expect(handle).toBeFocused();

  const [from, to] = [await handle.boundingBox(), await getRows(page).first().boundingBox()];
  if (!from || !to) throw new Error("The rows are not shown");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, to.y + 2, { steps: 4 });
  await Promise.all([waitForReply(page, queueContract.saveQueuedBook), page.mouse.up()]);
  await expectOrder(page, ["Second Wind", "First Light"]);

  await page.getByRole("button", { name: "Clear queue" }).click();
  await expect(page.getByText("Your queue is empty.")).toBeVisible();
  await Promise.all([
    waitForReply(page, queueContract.replaceQueue),
    page.getByRole("button", { name: "Undo" }).click(),
  ]);
  await expectOrder(page, ["Second Wind", "First Light"]);
});

test("the next book of the queue plays when one ends, or after a question when most was skipped", async ({
  services,
  make,
  openPage,
}) => {
  const short = await makeAudiobook(services, [{ chapters: [6] }], { title: "Short Road" });
  const long = await makeAudiobook(services, [{ chapters: [600] }], { title: "Long Road" });
  const last = await makeAudiobook(services, [{ chapters: [600] }], { title: "Last Light" });
  const page = await openPage(await make.user());
  const audio = await watchAudio(page);
  await addToQueue(page, long.id, "Add to queue");
  await addToQueue(page, last.id, "Add to queue");

  await page.goto(`/book/${short.id}`);
  await page.getByRole("button", { name: "Listen", exact: true }).click();
  await expect(getPlayer(page).getByText("Up next: Long Road")).toBeVisible();
  await expect(getPlayer(page).getByRole("link", { name: /Long Road/ })).toBeVisible();
  await expect.poll(() => audio.time()).toBeGreaterThan(0.5);

  const slider = getPlayer(page).getByRole("slider", { name: "Position in chapter" });
  await slider.focus();
  await page.keyboard.press("End");
  await expect(getPlayer(page).getByText("Did you finish this book?")).toBeVisible();
  await getPlayer(page).getByRole("button", { name: "Play next: Last Light" }).click();
  await expect(getPlayer(page).getByRole("link", { name: /Last Light/ })).toBeVisible();
  await expect(getPlayer(page).getByRole("button", { name: "Pause" })).toBeVisible();
});
