import { expect } from "@playwright/test";
import { positionsContract } from "#shared/positions/contract.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { makeEpub, makePage } from "#server/testing/books/epub-files.ts";
import { getViolations } from "./support/axe.ts";
import { test, waitForReply } from "./support/fixtures.ts";
import {
  clickInBook,
  createParagraphs,
  createSmallEpub,
  findSentence,
  getDocuments,
  getProgressRegion,
  getTextRegion,
  getVisibleText,
  goToChapter,
  isOnPage,
  openBook,
  turnPage,
} from "./support/reading.ts";

const threeChapters = [
  { title: "The well", body: createParagraphs(40) },
  { title: "The road", body: createParagraphs(60) },
  { title: "The gate", body: createParagraphs(20) },
];

test("a book opens, its pages turn, and its contents link to chapters and mark the current one", async ({
  make,
  importSample,
  openPage,
}) => {
  const bookId = await importSample(await createSmallEpub(threeChapters));
  const page = await openPage(await make.user());

  await openBook(page, bookId);
  await expect(getProgressRegion(page)).toContainText("0.0%");
  await expect(getProgressRegion(page)).toContainText("The well");
  const first = await findSentence(page);
  const second = await turnPage(page, "ArrowRight");
  expect(await turnPage(page, "ArrowLeft")).toBe(first);
  expect(await turnPage(page, "Space")).toBe(second);

  await goToChapter(page, /The road/);
  await expect(getProgressRegion(page)).toContainText("The road");
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", "s1-0");
  await page.keyboard.press("t");
  const entry = page.getByRole("dialog").getByRole("button", { name: /The road/ });
  await expect(entry).toHaveAttribute("aria-current", "location");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Go back" }).click();
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", second);
});

test("the text keeps its position when font, theme, layout and window change, and settings are saved", async ({
  make,
  importSample,
  openPage,
}) => {
  const reader = await make.user();
  const bookId = await importSample(await createSmallEpub(threeChapters));
  const page = await openPage(reader);
  await openBook(page, bookId);
  await goToChapter(page, /The road/);
  await turnPage(page, "ArrowRight");
  const sentence = await turnPage(page, "ArrowRight");

  await page.keyboard.press("s");
  const panel = page.getByRole("dialog", { name: "Text and theme" });
  const saved = waitForReply(page, readerContract.saveReaderSettings);
  for (let n = 0; n < 5; n++) await panel.getByRole("button", { name: "Increase: Text size" }).click();
  await panel.getByText("Dark", { exact: true }).click();
  await saved;
  await page.keyboard.press("Escape");
  await expect.poll(() => isOnPage(page, sentence)).toBe(true);
  await expect(page.locator("html")).toHaveClass(/dark/);

  await page.setViewportSize({ width: 600, height: 900 });
  await expect.poll(() => isOnPage(page, sentence)).toBe(true);
  await page.keyboard.press("s");
  await panel.getByText("Scrolling", { exact: true }).click();
  await expect.poll(() => isOnPage(page, sentence)).toBe(true);

  const [settings] = await Promise.all([
    waitForReply(
      page,
      readerContract.saveReaderSettings,
      async (reply) => (await reply.json()).everywhere.flow === "paginated",
    ),
    panel.getByText("Paginated", { exact: true }).click(),
  ]);
  expect(await settings.json()).toMatchObject({
    everywhere: { fontSize: 23, theme: "dark" },
    inThisBook: {},
  });

  const tablet = await openPage(reader);
  await openBook(tablet, bookId);
  await expect(tablet.locator("html")).toHaveClass(/dark/);
});

test("a setting for one book does not affect others", async ({ make, importSample, openPage }) => {
  const reader = await make.user();
  const bookId = await importSample(await createSmallEpub(threeChapters));
  const otherBookId = await importSample(await createSmallEpub(threeChapters));
  const page = await openPage(reader);
  await openBook(page, bookId);
  await page.keyboard.press("s");
  await page.getByRole("switch", { name: "Only in this book" }).click();
  await Promise.all([
    waitForReply(page, readerContract.saveReaderSettings),
    page.getByText("Sepia", { exact: true }).click(),
  ]);

  await openBook(page, otherBookId);
  await expect(page.locator("html")).not.toHaveClass(/sepia/);
  await openBook(page, bookId);
  await expect(page.locator("html")).toHaveClass(/sepia/);
});

test("reading continues at the same sentence on another device; opening alone writes nothing", async ({
  make,
  importSample,
  openPage,
}) => {
  const reader = await make.user();
  const bookId = await importSample(await createSmallEpub(threeChapters));
  const phone = await openPage(reader, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const writes: string[] = [];
  phone.on("request", (request) => {
    if (request.method() !== "GET") writes.push(request.url());
  });

  await openBook(phone, bookId);
  await phone.goto("/browse");
  expect(writes).toEqual([]);

  await openBook(phone, bookId);
  await goToChapter(phone, /The road/);
  await turnPage(phone, "ArrowRight");
  const sentence = await turnPage(phone, "ArrowRight");
  await phone.goto("/browse");
  const getStoredPositions = async () => (await phone.request.get(`/api/positions/${bookId}`)).json();
  await expect.poll(async () => (await getStoredPositions()).text?.sentence).toBe(sentence);

  const desktop = await openPage(reader);
  await openBook(desktop, bookId);
  await expect.poll(() => isOnPage(desktop, sentence)).toBe(true);
  await expect(getProgressRegion(desktop)).toContainText("The road");
});

test("a newer position of another device is offered, not forced", async ({
  make,
  importSample,
  openPage,
}) => {
  const reader = await make.user();
  const bookId = await importSample(await createSmallEpub(threeChapters));
  const desktop = await openPage(reader);
  await openBook(desktop, bookId);
  const phone = await openPage(reader, { viewport: { width: 390, height: 844 } });
  await openBook(phone, bookId);
  await Promise.all([waitForReply(phone, positionsContract.savePositions), goToChapter(phone, /The gate/)]);

  const offer = desktop.getByRole("status").filter({ hasText: /You are now at .*%/ });
  await expect(offer).toBeVisible({ timeout: 20_000 });
  expect(await findSentence(desktop)).toBe("s0-0");
  await offer.getByRole("button", { name: "Go there" }).click();
  await expect(getTextRegion(desktop)).toHaveAttribute("data-sentence", "s2-0");
});

test("an Arabic book turns from right to left, in an Arabic font with line height for vowel marks", async ({
  make,
  importDemoBook,
  openPage,
}) => {
  const bookId = await importDemoBook("hikayat-al-suq");
  const page = await openPage(await make.user(), { viewport: { width: 800, height: 500 } });
  await openBook(page, bookId);

  const [frame] = getDocuments(page);
  const style = await frame?.evaluate(() => {
    const computed = getComputedStyle(document.querySelector("p") ?? document.body);
    return {
      direction: computed.direction,
      fontFamily: computed.fontFamily,
      lineHeight: Number.parseFloat(computed.lineHeight) / Number.parseFloat(computed.fontSize),
    };
  });
  expect(style).toMatchObject({ direction: "rtl", fontFamily: expect.stringContaining("mk amiri") });
  expect(style?.lineHeight).toBeGreaterThanOrEqual(1.79);

  const first = await findSentence(page);
  await turnPage(page, "ArrowLeft");
  expect(await turnPage(page, "ArrowRight")).toBe(first);
  await page.mouse.click(20, 250);
  await expect(getTextRegion(page)).not.toHaveAttribute("data-sentence", first);
});

test("a note opens beside its reference, an external link asks first, an internal one goes there and back", async ({
  make,
  importSample,
  openPage,
}) => {
  const bookId = await importSample(
    await createSmallEpub([
      {
        title: "One",
        body: `<p>Words<a class="note" epub:type="noteref" href="ch2.xhtml#n1">1</a> and
          <a class="out" href="https://example.org/page">a site</a>, <a class="in" href="ch2.xhtml#later">a chapter</a>,
          <a class="run" href="javascript:document.title='ran'">a trick</a>.</p>`,
      },
      {
        title: "Two",
        body: `<aside epub:type="footnote" id="n1"><p>The words of the note.</p></aside>${createParagraphs(30)}<p id="later">Later.</p>`,
      },
    ]),
  );
  const page = await openPage(await make.user());
  await openBook(page, bookId);

  await clickInBook(page, "a.note");
  await expect(page.getByRole("dialog", { name: "Note" })).toContainText("The words of the note.");
  await page.keyboard.press("Escape");
  expect(await findSentence(page)).toBe("s0-0");

  await clickInBook(page, "a.out");
  const dialog = page.getByRole("dialog", { name: "Open an external link?" });
  const link = dialog.getByRole("link", { name: "Open the link" });
  await expect(link).toHaveAttribute("href", "https://example.org/page");
  await expect(link).toHaveAttribute("rel", /noopener noreferrer/);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await clickInBook(page, "a.in");
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", /^s1-/);
  await page.getByRole("button", { name: "Go back" }).click();
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", /^s0-/);
  expect(await page.title()).not.toBe("ran");
});

test("a link opens a page outside of the reading order in place, and one that is not linear in the text", async ({
  make,
  importSample,
  openPage,
}) => {
  const png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const xhtml = 'media-type="application/xhtml+xml"';
  const file = await makeEpub({
    metadata: `<dc:title>Links</dc:title><dc:identifier>urn:links:${performance.now()}</dc:identifier><dc:language>en</dc:language>`,
    chapters: [
      `<p><a class="whole" href="more.xhtml">more</a> <a class="part" href="more.xhtml#b">part</a>
        <a class="map" href="map.png">map</a> <a class="aside" href="aside.xhtml">aside</a></p>`,
    ],
    manifest: `<item id="m" href="more.xhtml" ${xhtml}/><item id="p" href="map.png" media-type="image/png"/><item id="a" href="aside.xhtml" ${xhtml}/>`,
    spine: '<itemref idref="a" linear="no"/>',
    files: [
      [
        "EPUB/more.xhtml",
        makePage(
          "<h1>First</h1><p>Alpha.</p><h2 id='b'>Second</h2><p>Beta. <a href='https://example.org/'>Web</a>, <a href='map.png'>Map</a>, <a href='aside.xhtml'>Aside</a></p>",
        ),
      ],
      ["EPUB/map.png", Buffer.from(png, "base64")],
      ["EPUB/aside.xhtml", makePage("<p>Not linear.</p>")],
    ],
  });
  const page = await openPage(await make.user());
  await openBook(page, await importSample(file));
  const dialog = page.getByRole("dialog", { name: "Linked page" });

  await clickInBook(page, "a.whole");
  await expect(dialog).toContainText("FirstAlpha.SecondBeta.");
  await dialog.getByRole("button", { name: "Close" }).click();
  await clickInBook(page, "a.part");
  await expect(dialog).toContainText("SecondBeta.");
  await expect(dialog).not.toContainText("Alpha.");
  await dialog.getByRole("link", { name: "Web" }).click();
  await expect(page.getByRole("dialog", { name: "Open an external link?" })).toContainText(
    "https://example.org/",
  );
  await page.keyboard.press("Escape");
  await dialog.getByRole("link", { name: "Map" }).press("Enter");
  await expect(dialog.locator("img")).toHaveJSProperty("naturalWidth", 1);
  await page.keyboard.press("Escape");
  await clickInBook(page, "a.map");
  await expect(dialog.locator("img")).toHaveJSProperty("naturalWidth", 1);
  await page.keyboard.press("Escape");

  await clickInBook(page, "a.part");
  await dialog.getByRole("link", { name: "Aside" }).click();
  await expect.poll(() => getVisibleText(page)).toContain("Not linear.");
  await page.getByRole("button", { name: "Go back" }).click();
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", /^s0-/);
});

test("a wide formula fits its column, leaves no blank page and opens enlarged", async ({
  make,
  importSample,
  openPage,
}) => {
  const terms = Array.from({ length: 30 }, (_, n) => `<mi>x</mi><mo>+</mo><mn>${n}</mn><mo>+</mo>`).join("");
  const math = `<math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><mrow>${terms}<mi>z</mi></mrow></math>`;
  const bookId = await importSample(
    await createSmallEpub([{ title: "Sums", body: `<p>Before.</p>${math}<p>After.</p>` }, ...threeChapters]),
  );
  const page = await openPage(await make.user());
  await page.setViewportSize({ width: 390, height: 844 });
  await openBook(page, bookId);

  const formula = getDocuments(page)[0]?.locator("math.mk-fitted");
  await expect.poll(() => formula?.count()).toBe(1);
  expect(await formula?.evaluate((element) => element.getBoundingClientRect().width)).toBeLessThan(390);

  await formula?.click();
  await expect(page.getByRole("dialog", { name: "Formula" }).locator("math")).toContainText("x+29+z");
  await page.keyboard.press("Escape");
  await formula?.press("Enter");
  await expect(page.getByRole("dialog", { name: "Formula" })).toBeVisible();
  expect(await getViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await page.keyboard.press("ArrowRight");
  await expect(getProgressRegion(page)).not.toContainText("Sums");
});

test("a search result opens at its sentence", async ({ make, importSample, openPage }) => {
  const bookId = await importSample(
    await createSmallEpub([
      ...threeChapters,
      {
        title: "The lamp",
        body: `${createParagraphs(20)}<p>There, ${"and again, ".repeat(300)} hung an <b>astro</b>labe of brass.</p>${createParagraphs(20)}`,
      },
    ]),
  );
  const page = await openPage(await make.user());
  await openBook(page, bookId);

  await page.keyboard.press("/");
  const panel = page.getByRole("dialog", { name: "Search in this book" });
  await expect(panel.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("Astrolabe");
  await page.keyboard.press("Enter");
  await panel.getByRole("button", { name: /astrolabe of brass/ }).click();

  await expect(getProgressRegion(page)).toContainText("The lamp");
  await expect
    .poll(async () => (await getDocuments(page)[0]?.locator(".mk-flash").allTextContents())?.join(""))
    .toContain("astrolabe");
  const word = await getDocuments(page)[0]?.evaluate(() => {
    const { highlights } = CSS as unknown as { highlights: Map<string, Set<Range>> };
    const [range] = highlights.get("mk-found") ?? [];
    const remaining =
      (window.frameElement?.getBoundingClientRect().left ?? 0) + (range?.getBoundingClientRect().left ?? 0);
    return { text: range?.toString(), isOnPage: remaining >= 0 && remaining < window.parent.innerWidth };
  });
  expect(word).toEqual({ text: "astrolabe", isOnPage: true });
});

test("a guest reads a premium book to the end of the sample and sees how to continue", async ({
  importSample,
  openPage,
}) => {
  const bookId = await importSample(await createSmallEpub(threeChapters), { isFree: false });
  const page = await openPage(null);
  await openBook(page, bookId);

  await goToChapter(page, /The gate/);
  const card = page.getByRole("region", { name: "End of sample" });
  await expect(card).toBeVisible();
  await expect(card.getByRole("link", { name: "Create free account" })).toHaveAttribute(
    "href",
    /returnTo=%2Fread/,
  );
  expect(await getVisibleText(page)).not.toContain("caravan");
  await page.getByRole("button", { name: "Back to the last page" }).click();
  await expect(card).toBeHidden();
  await expect.poll(() => getVisibleText(page)).toContain("caravan");
});

test("a chapter that fails to load shows an error, keeps the position and loads on retry", async ({
  make,
  importSample,
  openPage,
}) => {
  const bookId = await importSample(await createSmallEpub(threeChapters));
  const page = await openPage(await make.user());
  await openBook(page, bookId);
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await goToChapter(page, /The gate/);

  await expect(page.getByRole("alert")).toContainText("You appear to be offline. Your position is saved.");
  await page.context().setOffline(false);
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", "s2-0");

  const documents = /entries\/.*\.xhtml$/;
  await page.route(documents, (route) => route.abort());
  await goToChapter(page, /The road/);
  const button = page.getByRole("alert").getByRole("button", { name: "Try Again" });
  await expect(button).toBeVisible();
  await page.unroute(documents);
  await button.click();
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", "s1-0");
});

test("a chapter that loads slowly holds up neither a turn back nor a jump, and does not come later", async ({
  make,
  importSample,
  openPage,
}) => {
  const body = `<p><a href="#last">On.</a></p>${createParagraphs(40)}<p id="last">Last.</p>`;
  const chapters = [{ title: "The well", body }, ...threeChapters.slice(1)];
  const bookId = await importSample(await createSmallEpub(chapters));
  const page = await openPage(await make.user());
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/entries\/.*ch2\.xhtml$/, async (route) => {
    await arrived;
    await route.continue();
  });
  const busy = page.locator('[aria-busy="true"]');
  await openBook(page, bookId);
  await clickInBook(page, "a");
  await expect(getTextRegion(page)).not.toHaveAttribute("data-sentence", "s0-0");
  const left = await findSentence(page);

  await page.keyboard.press("PageDown");
  await expect(busy).toHaveCount(1);
  await page.keyboard.press("PageUp");
  await expect(busy).toHaveCount(0);
  expect(await findSentence(page)).toBe(left);
  expect(await isOnPage(page, left)).toBe(true);
  expect(await turnPage(page, "PageUp")).not.toBe(left);

  await page.keyboard.press("t");
  const contents = page.getByRole("dialog", { name: "Contents" });
  await contents.getByRole("button", { name: /The road/ }).click();
  await expect(busy).toHaveCount(1);
  await page.keyboard.press("PageDown");
  await goToChapter(page, /The gate/);
  await expect(busy).toHaveCount(0);
  arrive();
  await page.waitForLoadState("networkidle");
  expect(await findSentence(page)).toBe("s2-0");
  await page.keyboard.press("PageUp");
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", /^s1-/);
});

test("a missing book, and one without text, show a message", async ({ make, openPage }) => {
  const page = await openPage(null);
  await page.goto("/read/00000000-0000-4000-8000-00000000dead");
  await expect(page.getByText("This book does not exist or has not been released yet.")).toBeVisible();

  const book = await make.audiobook({ chapters: 1 });
  await page.goto(`/e-reader/${book.id}`);
  await expect(page.getByText("This book has no ebook edition in the library.")).toBeVisible();
});

test("everything is reachable by keyboard and passes axe, in each theme", async ({
  make,
  importSample,
  openPage,
}) => {
  const bookId = await importSample(await createSmallEpub(threeChapters));
  const page = await openPage(await make.user());
  await openBook(page, bookId);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts and gestures" })).toContainText(
    "Next page",
  );
  await page.keyboard.press("Escape");

  await page.keyboard.press("g");
  await page.getByLabel("Percent of the book").fill("50");
  await page.keyboard.press("Enter");
  await expect(getProgressRegion(page)).toContainText(/(4\d|50)\.\d%/);

  const slider = page.getByRole("slider", { name: "Position in the book" });
  await slider.focus();
  await page.keyboard.press("End");
  await expect(getProgressRegion(page)).toContainText("100.0%");

  for (const theme of ["light", "sepia", "dark"]) {
    await page.keyboard.press("Escape");
    await expect(page.locator("html")).toHaveClass(new RegExp(theme));
    expect(await getViolations(page)).toEqual([]);
    await getTextRegion(page).click({ position: { x: 640, y: 300 } });
    await page.keyboard.press("d");
  }
});
