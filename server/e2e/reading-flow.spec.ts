import { randomUUID } from "node:crypto";
import { type CDPSession, expect, type Page } from "@playwright/test";
import type { ReaderSettings } from "#shared/reader/contract.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";
import { test } from "./support/fixtures.ts";
import {
  clickInBook,
  createParagraphs,
  createSmallEpub,
  findSentence,
  getDocuments,
  getProgressRegion,
  getTextRegion,
  goToChapter,
  openBook,
  turnPage,
  waitForFonts,
} from "./support/reading.ts";

const threeChapters = [
  { title: "The well", body: createParagraphs(25) },
  { title: "The road", body: createParagraphs(25) },
  { title: "The gate", body: createParagraphs(25) },
];

const getOrigin = (page: Page) => new URL(page.url()).origin;

async function saveSettings(page: Page, bookId: string, everywhere: ReaderSettings): Promise<void> {
  await page.goto("/browse");
  const headers = { Origin: getOrigin(page) };
  const data = { everywhere, inThisBook: {} };
  const reply = await page.request.put(`/api/books/${bookId}/reader-settings`, { data, headers });
  expect(reply.ok()).toBe(true);
}

/** Swipes up or down, or left or right, with a step for each frame. */
async function swipe(
  page: Page,
  touch: CDPSession,
  from: number,
  to: number,
  axis: "x" | "y" = "y",
): Promise<void> {
  const createTouchPoints = (at: number) => [{ x: 200, y: 300, [axis]: at }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: createTouchPoints(from) });
  for (let step = 1; step <= 10; step++) {
    const y = from + ((to - from) * step) / 10;
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: createTouchPoints(y) });
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Repeats an action until another chapter is on the screen. */
async function repeatUntil(page: Page, sentences: RegExp, callback: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await callback();
    await expect(getTextRegion(page)).toHaveAttribute("data-sentence", sentences, { timeout: 700 });
  }).toPass({ timeout: 60_000, intervals: [0] });
}

test("scrolling continues into the next chapter and back, by touch, wheel and keyboard", async ({
  make,
  importSample,
  openPage,
}) => {
  const bookId = await importSample(await createSmallEpub(threeChapters));
  const phone = await openPage(await make.user(), { viewport: { width: 390, height: 700 }, hasTouch: true });
  await saveSettings(phone, bookId, { flow: "scrolled" });
  await openBook(phone, bookId);
  await expect(getProgressRegion(phone)).toContainText("0.0%");
  const touch = await phone.context().newCDPSession(phone);

  await repeatUntil(phone, /^s1-/, () => swipe(phone, touch, 600, 100));
  await repeatUntil(phone, /^s0-/, () => swipe(phone, touch, 150, 650));

  await phone.mouse.move(200, 300);
  await repeatUntil(phone, /^s1-/, () => phone.mouse.wheel(0, 300));
  await repeatUntil(phone, /^s2-/, () => phone.keyboard.press("ArrowDown"));
  await repeatUntil(phone, /^s1-/, () => phone.keyboard.press("ArrowUp"));
});

test("a chapter that a swipe loads does not come after a jump elsewhere", async ({
  make,
  importSample,
  openPage,
}) => {
  const chapters = [{ title: "The well", body: "<p>Short.</p>" }, ...threeChapters.slice(1)];
  const bookId = await importSample(await createSmallEpub(chapters));
  const phone = await openPage(await make.user(), { viewport: { width: 390, height: 700 }, hasTouch: true });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await phone.route(/entries\/.*ch2\.xhtml$/, async (route) => {
    await arrived;
    await route.continue();
  });
  await openBook(phone, bookId);
  await waitForFonts(phone);
  const touch = await phone.context().newCDPSession(phone);
  const frame = await getDocuments(phone)[0]?.frameElement();
  const left = (await frame?.boundingBox())?.x ?? 0;
  await swipe(phone, touch, 350, 50, "x");
  // The page goes on to its end after the finger.
  await expect.poll(async () => (await frame?.boundingBox())?.x).toBeLessThan(left - 330);
  await goToChapter(phone, /The gate/);
  const sentence = await findSentence(phone);

  arrive();
  await phone.waitForLoadState("networkidle");

  expect(await findSentence(phone)).toBe(sentence);
  await repeatUntil(phone, /^s1-/, () => swipe(phone, touch, 50, 350, "x"));
});

test("a short last chapter is not finished before its end was visible", async ({
  make,
  importSample,
  openPage,
}) => {
  const bookId = await importSample(
    await createSmallEpub([{ title: "All of it", body: createParagraphs(12) }]),
  );
  const page = await openPage(await make.user(), { viewport: { width: 390, height: 700 } });
  await saveSettings(page, bookId, { flow: "scrolled" });

  await openBook(page, bookId);

  await expect(getProgressRegion(page)).toContainText("0.0%");
  await waitForFonts(page);
  await page.keyboard.press("End");
  await expect(getProgressRegion(page)).toContainText("100.0%");
});

test("a pre-paginated page among reflowable text is complete, and turns in both directions", async ({
  make,
  importSample,
  openPage,
}, info) => {
  const file = info.outputPath("map.epub");
  const corner = '<p style="position:absolute;right:0;top:1960px;margin:0;line-height:40px">The corner</p>';
  const top =
    '<div style="position:fixed;width:9px;height:3000px"></div><p style="margin:0;line-height:40px">The top</p>';
  const chapters = ["<p>They set out.</p>", top + corner, "<p>They came home.</p>"];
  await writeSmallEpub(file, { title: "The map", chapters, viewports: { 1: "width=1500, height=2000" } });
  const page = await openPage(await make.user(), { viewport: { width: 390, height: 700 }, hasTouch: true });
  const bookId = await importSample(file);
  const isInView = async (words: string) => {
    const boxes = getDocuments(page).map((frame) => frame.getByText(words).boundingBox({ timeout: 500 }));
    const visibleBoxes = (await Promise.allSettled(boxes)).flatMap((box) =>
      "value" in box ? (box.value ?? []) : [],
    );
    return visibleBoxes.some(
      ({ x, y, width, height }) => x >= 0 && y >= 0 && x + width <= 391 && y + height <= 701,
    );
  };

  for (const flow of ["paginated", "scrolled"] as const) {
    await saveSettings(page, bookId, { flow });
    await openBook(page, bookId);
    await page.keyboard.press("PageDown");
    await expect.poll(() => isInView("The corner")).toBe(true);
    expect(await isInView("The top")).toBe(true);
    await page.keyboard.press("PageDown");
    await expect.poll(() => isInView("They came home.")).toBe(true);
    await page.keyboard.press("PageUp");
    await expect.poll(() => isInView("The corner")).toBe(true);
    await page.keyboard.press("PageUp");
    await expect.poll(() => isInView("They set out.")).toBe(true);
  }
});

test("content for a wide page is readable on a phone", async ({ make, importSample, openPage }) => {
  const words = "The caravan went on by the stars and rested by day, and nobody counted the wells. ".repeat(
    2,
  );
  const cells = Array.from({ length: 9 }, (_, n) => `<td>Remarkable ${n}</td>`).join("");
  const styles = [
    "margin-left:200px",
    "width:800px",
    "padding:0 150px",
    "white-space:nowrap",
    "float:left;width:60%",
    "position:relative;left:300px",
    "height:60px;overflow:hidden",
    "margin:0 -150px",
  ];
  const body = `<div style="min-width:900px">${styles.map((style) => `<p style="${style}">${words}</p>`).join("")}</div>
    <p style="clear:both">${"x".repeat(90)}</p><table><tr>${cells}</tr></table>`;
  const bookId = await importSample(await createSmallEpub([{ title: "Wide", body }]));
  const page = await openPage(await make.user(), { viewport: { width: 390, height: 700 } });
  await saveSettings(page, bookId, { flow: "scrolled" });

  await openBook(page, bookId);

  await expect
    .poll(() =>
      getDocuments(page)[0]?.evaluate(() => {
        const isWhole = (element: HTMLElement) => {
          const { left, right, width } = element.getBoundingClientRect();
          const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
          const isCut = scrollWidth > clientWidth + 2 || scrollHeight > clientHeight + 2;
          const scrolls = element.matches("table") && getComputedStyle(element).overflowX === "auto";
          return left >= 0 && right <= innerWidth && width > 200 && (scrolls || !isCut);
        };
        const found = Array.from(document.querySelectorAll<HTMLElement>("p, table"));
        return found.filter((element) => !isWhole(element)).map((element) => element.outerHTML.slice(0, 60));
      }),
    )
    .toEqual([]);
});

test("a link within a chapter leads there at once, and the reader stays there", async ({
  make,
  importSample,
  openPage,
}) => {
  const body = `<p><a href="#far">Far away</a></p>${createParagraphs(60)}<p id="far">Arrived.</p>`;
  const bookId = await importSample(await createSmallEpub([{ title: "The road", body }]));
  const page = await openPage(await make.user());
  await openBook(page, bookId);
  const start = await findSentence(page);

  await clickInBook(page, "a");

  await expect(getTextRegion(page)).not.toHaveAttribute("data-sentence", start);
  await expect(page.getByRole("button", { name: "Go back" })).toBeVisible();
  expect(await findSentence(page)).not.toBe(start);
});

test("boxes that browsers do not break into pages end on the page they begin or go on", async ({
  make,
  importSample,
  openPage,
}) => {
  const styles = [
    "display:inline-block;width:100%",
    "display:inline-flex;flex-direction:column",
    "height:100%;overflow:scroll",
    "contain:size;overflow:hidden;height:3000px",
  ];
  const chapters = styles.map((style, at) => ({
    title: `Box ${at}`,
    body: `<div style="${style}">${createParagraphs(40)}</div><p>The end of it.</p>`,
  }));
  const bookId = await importSample(await createSmallEpub(chapters));
  const page = await openPage(await make.user());

  for (const { title } of chapters) {
    await openBook(page, bookId);
    await goToChapter(page, new RegExp(title));
    await expect
      .poll(() =>
        getDocuments(page)[0]?.evaluate(() => {
          const bottoms = Array.from(
            document.querySelectorAll("p"),
            (each) => each.getBoundingClientRect().bottom,
          );
          return {
            isOfBox: bottoms.length > 40,
            cut: bottoms.filter((bottom) => bottom > innerHeight).length,
          };
        }),
      )
      .toEqual({ isOfBox: true, cut: 0 });
  }
});

test("a portrait window shows two columns only when chosen", async ({ make, importSample, openPage }) => {
  const bookId = await importSample(await createSmallEpub(threeChapters));
  const page = await openPage(await make.user(), { viewport: { width: 820, height: 1180 } });
  const getLineWidth = () =>
    getDocuments(page)[0]?.evaluate(() => document.querySelector("p")?.getBoundingClientRect().width ?? 0);

  await openBook(page, bookId);
  await expect.poll(getLineWidth).toBeGreaterThan(500);
  await saveSettings(page, bookId, { columns: 2 });
  await openBook(page, bookId);

  await expect.poll(getLineWidth).toBeLessThan(400);
});

test("an image that failed to load appears when online, and the page stays", async ({
  make,
  importSample,
  openPage,
}) => {
  const image = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><path d="M40 0L80 80H0z"/></svg>`;
  const body = `${createParagraphs(30)}<p><img src="star.svg" alt="A star"/></p>${createParagraphs(3)}`;
  const images = [{ name: "star.svg", content: Buffer.from(image) }];
  const bookId = await importSample(await createSmallEpub([{ title: "Stars", body }], { pictures: images }));
  const page = await openPage(await make.user());
  const urls = /entries\/.*\.svg$/;
  await page.route(urls, (route) => route.abort());
  await openBook(page, bookId);
  const sentence = await turnPage(page, "PageDown");
  const listLoadedImages = () =>
    getDocuments(page)[0]
      ?.evaluate(() =>
        Array.from(document.images, ({ complete, naturalWidth }) => complete && naturalWidth > 0),
      )
      .catch(() => null);
  await expect.poll(listLoadedImages).toEqual([false]);

  await page.unroute(urls);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));

  await expect.poll(listLoadedImages).toEqual([true]);
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", sentence);
});

test("an audio position opens approximately, and says so", async ({ make, importSample, openPage }) => {
  const bookId = await importSample(await createSmallEpub(threeChapters));
  const page = await openPage(await make.user());
  await page.goto("/browse");
  await savePositionElsewhere(
    page,
    bookId,
    { chapter: 1, offset: 60, fraction: 0.5 },
    "Chrome on Android",
    60,
  );

  await openBook(page, bookId);

  await expect(page.getByText(/Approximate position/)).toBeVisible();
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", /^s1-/);
  await turnPage(page, "PageDown");
});

test("a distant position on another device is one click away", async ({ make, importSample, openPage }) => {
  const bookId = await importSample(await createSmallEpub(threeChapters));
  const page = await openPage(await make.user());
  await page.goto("/browse");
  await savePositionElsewhere(page, bookId, { sentence: "s2-4", fraction: 0.7 }, "Safari/iPhone", 86_400);
  await savePositionElsewhere(page, bookId, { sentence: "s0-4", fraction: 0.05 }, "Chrome on Android", 60);

  await openBook(page, bookId);
  const offer = page.getByRole("status").filter({ hasText: "You were at 70.0% on Safari on iPhone" });
  await expect(offer).toBeVisible();
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", /^s0-/);
  await offer.getByRole("button", { name: "Go back" }).click();

  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", /^s2-/);
});

/** Saves a position, as another device does. */
async function savePositionElsewhere(
  page: Page,
  bookId: string,
  locator: Readonly<Record<string, unknown>>,
  device: string,
  secondsAgo: number,
): Promise<void> {
  const at = new Date(Date.now() - secondsAgo * 1000).toISOString();
  const event = { id: randomUUID(), bookId, locator, at, device, isDeliberate: true };
  const headers = { Origin: getOrigin(page) };
  const reply = await page.request.post("/api/positions", { data: { events: [event] }, headers });
  expect(await reply.json()).toMatchObject({ accepted: [event.id] });
}
