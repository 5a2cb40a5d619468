import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import { marksContract } from "#shared/marks/contract.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { test, waitForReply } from "./support/fixtures.ts";
import {
  createParagraphs,
  createSmallEpub,
  findSentence,
  getDocuments,
  openBook,
  waitForFonts,
} from "./support/reading.ts";

const { resolve } = createRequire(import.meta.url);
const fontFile = resolve("@fontsource/amiri/files/amiri-arabic-400-normal.woff2");
const sentence = "قَالَ الرَّجُلُ لِصَاحِبِهِ: الكِتَابُ خَيْرُ جَلِيسٍ.";
const verse = "﴿إِنَّ مَعَ ٱلْعُسْرِ يُسْرًا﴾";

async function getFont(page: Page, selector: string): Promise<string | undefined> {
  return getDocuments(page)[0]
    ?.locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).fontFamily);
}

async function openSettings(page: Page) {
  await page.keyboard.press("s");
  return page.getByRole("dialog", { name: "Text and theme" });
}

test("hidden tashkeel stays in the text and in verses", async ({ make, importSample, openPage }) => {
  const body = `<p id="prose">${sentence}</p><p id="verse" class="quran">${verse}</p>`;
  const chapter = { title: "باب", body: body + createParagraphs(5, sentence) };
  const bookId = await importSample(await createSmallEpub([chapter], { language: "ar", direction: "rtl" }));
  const page = await openPage(await make.user());
  await openBook(page, bookId);
  const position = await findSentence(page);
  expect(await getFont(page, "#prose .mk-s")).toContain('"mk amiri"');

  const panel = await openSettings(page);
  await panel.getByRole("switch", { name: "Hide tashkeel" }).click();
  await page.keyboard.press("Escape");

  await expect.poll(() => getFont(page, "#prose .mk-s")).toContain('"mk amiri-plain"');
  const countPlainFonts = () =>
    getDocuments(page)[0]?.evaluate(
      () =>
        [...document.fonts].filter(
          ({ family, status }) => family.includes("mk amiri-plain") && status === "loaded",
        ).length,
    );
  await expect.poll(countPlainFonts).toBeGreaterThan(0);
  expect(await getFont(page, "#verse .mk-s")).toContain('"mk amiri-quran"');
  expect(await findSentence(page)).toBe(position);
  const selected = await getDocuments(page)[0]?.evaluate(() => {
    getSelection()?.selectAllChildren(document.querySelector("#prose") ?? document.body);
    return String(getSelection());
  });
  expect(selected?.trim()).toBe(sentence);
});

test("a verse inside a sentence has its face; highlights, selection and search stay exact", async ({
  make,
  importSample,
  openPage,
}) => {
  const mixed = `قال الشيخ لتلميذه: ${verse} ثم سكت طويلا.`;
  const chapter = { title: "باب", body: `<p id="mixed">${mixed}</p>${createParagraphs(5, sentence)}` };
  const bookId = await importSample(await createSmallEpub([chapter], { language: "ar", direction: "rtl" }));
  const page = await openPage(await make.user());
  await Promise.all([waitForReply(page, readerContract.getQuranPassages), openBook(page, bookId)]);
  const getVerse = () =>
    getDocuments(page)[0]?.evaluate(() => {
      const span = document.querySelector("#mixed .mk-s")?.shadowRoot?.querySelector("[part]");
      const texts = span?.querySelector("slot")?.assignedNodes() ?? [];
      return {
        text: texts.map(({ textContent }) => textContent).join(""),
        font: span && getComputedStyle(span).fontFamily,
        children: document.querySelector("#mixed .mk-s")?.children.length,
      };
    });
  const expected = { text: verse, font: expect.stringContaining("mk amiri-quran"), children: 0 };
  await expect.poll(getVerse).toEqual(expected);
  expect(await getFont(page, "#mixed .mk-s")).toContain('"mk amiri"');

  await waitForFonts(page);
  const selected = await getDocuments(page)[0]?.evaluate((words) => {
    const [before, inside] = document.querySelector("#mixed .mk-s")?.childNodes ?? [];
    if (before && inside) getSelection()?.setBaseAndExtent(before, 4, inside, words.length);
    return String(getSelection());
  }, "﴿إِنَّ مَعَ");
  expect(selected).toBe("الشيخ لتلميذه: ﴿إِنَّ مَعَ");
  const bar = page.getByRole("toolbar", { name: "Selected text" });
  const [saved] = await Promise.all([
    waitForReply(page, marksContract.saveMarks),
    bar.getByRole("button", { name: "Green" }).click(),
  ]);
  // The text between two elements is one step of a CFI, whatever text nodes it consists of.
  expect(saved.request().postData()).toContain(`,/1:4,/1:${`قال الشيخ لتلميذه: ﴿إِنَّ مَعَ`.length})`);
  const getHighlights = () =>
    getDocuments(page)[0]?.evaluate(() => {
      const { highlights } = CSS as unknown as { highlights: Map<string, Iterable<Range>> };
      return [...(highlights.get("mk-mark-green") ?? [])].map(String);
    });
  await expect.poll(getHighlights).toEqual([selected]);

  await Promise.all([waitForReply(page, readerContract.getQuranPassages), page.reload()]);
  await expect.poll(getVerse).toEqual(expected);
  await expect.poll(getHighlights).toEqual([selected]);
  await page.keyboard.press("/");
  const search = page.getByRole("dialog", { name: "Search in this book" });
  await search.getByRole("searchbox").fill("العسر");
  await page.keyboard.press("Enter");
  await expect(search.getByRole("button", { name: /العسر|ٱلْعُسْرِ/ })).toBeVisible();
});

test("the reader's own font is used, survives a reload and is gone after sign-out", async ({
  make,
  importSample,
  openPage,
}) => {
  const user = await make.user();
  const bookId = await importSample(
    await createSmallEpub([{ title: "The well", body: createParagraphs(8) }]),
  );
  const page = await openPage(user);
  await openBook(page, bookId);
  const panel = await openSettings(page);
  const input = panel.locator('input[type="file"]');
  await input.setInputFiles({ name: "notes.ttf", mimeType: "font/ttf", buffer: Buffer.from("not a font") });
  await expect(panel.getByRole("alert")).toContainText("not a font");

  await input.setInputFiles({ name: "Own Face.woff2", mimeType: "", buffer: readFileSync(fontFile) });
  await expect(panel.getByRole("button", { name: "Remove Own Face" })).toBeVisible();
  await expect(panel.getByRole("alert")).toHaveCount(0);
  const saved = page.waitForResponse(
    (reply) => reply.url().endsWith("/reader-settings") && reply.request().method() === "PUT",
  );
  await panel.getByRole("group", { name: "Latin font" }).getByText("My font", { exact: true }).click();
  await saved;
  const hasOwnFont = () =>
    getDocuments(page)[0]?.evaluate(async () => {
      const faces = await document.fonts.load('20px "mk own"').catch(() => []);
      return faces.length;
    });
  await expect.poll(hasOwnFont).toBe(1);

  await page.reload();
  await expect.poll(hasOwnFont).toBe(1);

  await page.goto("/library");
  await page.getByRole("button", { name: user.firstName }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await page.waitForURL(/\/$/);
  const listNames = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(listNames).not.toContain("maktaba-fonts");
});

test("spacing is saved and reset", async ({ make, importSample, openPage }) => {
  const bookId = await importSample(
    await createSmallEpub([{ title: "The well", body: createParagraphs(8) }]),
  );
  const page = await openPage(await make.user());
  await openBook(page, bookId);
  const getSpacing = () =>
    getDocuments(page)[0]
      ?.locator("p")
      .nth(1)
      .evaluate((element) => {
        const { wordSpacing, letterSpacing, marginBlockStart, fontSize } = getComputedStyle(element);
        const size = Number.parseFloat(fontSize);
        return [wordSpacing, letterSpacing, marginBlockStart].map(
          (value) => Math.round((100 * (Number.parseFloat(value) || 0)) / size) / 100,
        );
      });
  await expect.poll(getSpacing).toHaveLength(3);
  const before = await getSpacing();

  const panel = await openSettings(page);
  const saved = page.waitForResponse(
    (reply) =>
      reply.request().method() === "PUT" && !!reply.request().postData()?.includes("paragraphSpacing"),
  );
  for (const name of ["Word spacing", "Letter spacing", "Paragraph spacing"])
    await panel.getByRole("button", { name: `Increase: ${name}` }).click();
  await expect.poll(getSpacing).toEqual([0.05, 0.01, 0.25]);
  await saved;
  await page.reload();
  await expect.poll(getSpacing).toEqual([0.05, 0.01, 0.25]);

  await openSettings(page);
  await panel.getByRole("button", { name: "Reset spacing" }).click();
  await expect.poll(getSpacing).toEqual(before);
});
