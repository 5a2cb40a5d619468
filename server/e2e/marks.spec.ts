import { expect, type Page } from "@playwright/test";
import { marksContract } from "#shared/marks/contract.ts";
import { getViolations } from "./support/axe.ts";
import { test, waitForReply } from "./support/fixtures.ts";
import {
  createParagraphs,
  createSmallEpub,
  findSentence,
  getDocuments,
  getTextRegion,
  openBook,
  turnPage,
  waitForFonts,
} from "./support/reading.ts";

const createBook = () =>
  createSmallEpub([
    {
      title: "The well",
      body: Array.from({ length: 60 }, (_, n) => `<p>Sentence ${n} tells of the well. It is short.</p>`).join(
        "",
      ),
    },
  ]);

/** Selects text of the page that starts and ends inside of elements, as a mouse or a finger does. */
async function select(page: Page, text: string): Promise<void> {
  await waitForFonts(page);
  await getDocuments(page)[0]?.getByText(text).first().selectText();
  await expect(page.getByRole("toolbar", { name: "Selected text" })).toBeVisible();
}

/** As a finger does that drags the handles of a selection. */
async function selectFromTo(page: Page, from: string, to: string): Promise<void> {
  await waitForFonts(page);
  await getDocuments(page)[0]?.evaluate(
    ([first, last]) => {
      const find = (text: string) => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const at = walker.currentNode.textContent?.indexOf(text) ?? -1;
          if (at >= 0) return { node: walker.currentNode, at };
        }
        throw new Error(`The book does not have ${text}`);
      };
      const [start, end] = [find(first), find(last)];
      document.getSelection()?.setBaseAndExtent(start.node, start.at, end.node, end.at + last.length);
    },
    [from, to] as const,
  );
}

/** The toolbar has two rows and is whole on the screen, below the lower handle. */
async function expectBelowSelection(page: Page, text: string): Promise<void> {
  const bar = await page.getByRole("toolbar", { name: "Selected text" }).boundingBox();
  const passage = await getDocuments(page)[0]?.getByText(text).first().boundingBox();
  expect(bar?.y).toBeGreaterThan((passage?.y ?? 0) + (passage?.height ?? 0));
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(844);
  expect(bar?.height).toBeLessThan(110);
  expect(bar?.x).toBeGreaterThanOrEqual(0);
  expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBeLessThanOrEqual(390);
}

const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

const getHighlights = (page: Page, style: string) =>
  getDocuments(page)[0]?.evaluate((name) => {
    const { highlights } = CSS as unknown as { highlights: Map<string, Iterable<Range>> };
    return [...(highlights.get(`mk-mark-${name}`) ?? [])].map(String);
  }, style);

test("a passage is highlighted, gets a note and a colour, is deleted and restored, and is there on another device", async ({
  make,
  importSample,
  openPage,
}) => {
  const [reader, bookId] = [await make.user(), await importSample(await createBook())];
  const page = await openPage(reader);
  await openBook(page, bookId);
  await select(page, "Sentence 2 tells of the well.");
  const bar = page.getByRole("toolbar", { name: "Selected text" });
  expect(await getViolations(page)).toEqual([]);
  await Promise.all([
    waitForReply(page, marksContract.saveMarks),
    bar.getByRole("button", { name: "Green" }).click(),
  ]);
  await expect.poll(() => getHighlights(page, "green")).toEqual(["Sentence 2 tells of the well."]);

  await getDocuments(page)[0]?.getByText("Sentence 2 tells of the well.").click();
  const mark = page.getByRole("toolbar", { name: "Highlight" });
  await mark.getByRole("button", { name: "Pink" }).click();
  await expect.poll(() => getHighlights(page, "pink")).toEqual(["Sentence 2 tells of the well."]);
  await mark.getByRole("button", { name: "Add a note" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a note" });
  await dialog.getByLabel("Note").fill("**Remember** this");
  await dialog.getByLabel("Tags").fill("wells, #water");
  expect(await getViolations(page, "[role=dialog]")).toEqual([]);
  await Promise.all([
    waitForReply(page, marksContract.saveMarks),
    dialog.getByRole("button", { name: "Done" }).click(),
  ]);
  await expect(mark.getByText("#wells")).toBeVisible();

  await page.keyboard.press("Escape");
  const first = await findSentence(page);
  await turnPage(page, "ArrowRight");
  await page.keyboard.press("m");
  await page.getByRole("button", { name: "Notebook" }).click();
  const notebook = page.getByRole("dialog", { name: "Notebook" });
  await expect(notebook).toContainText("Remember this");
  expect(await getViolations(page, "[role=dialog]")).toEqual([]);
  await notebook.getByRole("button", { name: "Open in the book" }).click();
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", first);

  const other = await openPage(reader, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await openBook(other, bookId);
  await expect.poll(() => getHighlights(other, "pink")).toEqual(["Sentence 2 tells of the well."]);
  await getDocuments(other)[0]?.getByText("Sentence 2 tells of the well.").tap();
  await expect(other.getByRole("toolbar", { name: "Highlight" }).locator("strong")).toHaveText("Remember");
  await Promise.all([
    waitForReply(other, marksContract.saveMarks),
    other.getByRole("toolbar", { name: "Highlight" }).getByRole("button", { name: "Delete" }).click(),
  ]);
  await expect.poll(() => getHighlights(page, "pink")).toEqual([]);
  await other.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => getHighlights(page, "pink")).toEqual(["Sentence 2 tells of the well."]);
});

test("a passage and a highlight are copied with a citation; the last style comes first", async ({
  make,
  importSample,
  openPage,
}) => {
  const [reader, bookId] = [await make.user(), await importSample(await createBook())];
  const page = await openPage(reader);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openBook(page, bookId);
  await select(page, "Sentence 2 tells of the well.");
  const bar = page.getByRole("toolbar", { name: "Selected text" });
  await bar.getByRole("button", { name: "Copy with citation" }).click();
  const menu = page.getByRole("menu", { name: "Copy with citation" });
  await expect(menu).toBeVisible();
  expect(await getViolations(page, "[role=menu]")).toEqual([]);
  await menu.getByRole("menuitem", { name: "MLA" }).click();
  const citation = /^“Sentence 2 tells of the well.”\nSomebody. A small book \d+. “The well,” sentence 6.$/;
  await expect.poll(() => readClipboard(page)).toMatch(citation);
  // A message that appears over an open menu takes the first Escape.
  await expect(page.getByText("Copied", { exact: true }).first()).toBeVisible();

  await bar.getByRole("button", { name: "Green" }).click();
  await getDocuments(page)[0]?.getByText("Sentence 2 tells of the well.").click();
  const mark = page.getByRole("toolbar", { name: "Highlight" });
  const cite = mark.getByRole("button", { name: "Copy with citation" });
  await cite.press("Enter");
  await expect(menu.getByRole("menuitem").first()).toHaveText("MLA");
  await page.keyboard.press("b");
  await expect(menu.getByRole("menuitem", { name: "BibTeX" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(mark).toBeVisible();
  await expect(page.getByRole("button", { name: "Bookmark this page" })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
  await cite.press("Enter");
  await menu.getByRole("menuitem", { name: "BibTeX" }).press("Enter");
  await expect
    .poll(() => readClipboard(page))
    .toMatch(/^@book\{.*annote = \{Sentence 2 tells of the well\.\}/s);
});

test("by keyboard a sentence is selected and highlighted, a page is bookmarked, and changes are undone", async ({
  make,
  importSample,
  openPage,
}) => {
  const [reader, bookId] = [await make.user(), await importSample(await createBook())];
  const page = await openPage(reader);
  await openBook(page, bookId);
  await findSentence(page);
  await turnPage(page, "ArrowRight");
  const sentence = await findSentence(page);
  // Marks load after the first page.
  const bookmark = page.getByRole("button", { name: "Bookmark this page" });
  await expect(bookmark).toBeAttached();
  await page.keyboard.press("v");
  const bar = page.getByRole("toolbar", { name: "Selected text" });
  await expect(bar).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(bar.getByRole("button", { name: "Yellow" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(bar.getByRole("button", { name: "Green" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await getHighlights(page, "green"))?.length).toBe(1);
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", sentence);

  await page.keyboard.press("b");
  await expect(bookmark).toHaveAttribute("aria-pressed", "true");
  await turnPage(page, "ArrowLeft");
  await expect(bookmark).toHaveAttribute("aria-pressed", "false");
  await turnPage(page, "ArrowRight");
  await page.keyboard.press("Control+z");
  await expect(bookmark).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("Control+z");
  await expect.poll(() => getHighlights(page, "green")).toEqual([]);
});

test("by keyboard the sentences of a page are selected one after the other, also over a page break", async ({
  make,
  importSample,
  openPage,
}) => {
  const [reader, bookId] = [await make.user(), await importSample(await createBook())];
  const page = await openPage(reader, { viewport: { width: 390, height: 500 } });
  await openBook(page, bookId);
  await waitForFonts(page);
  // Marks load after the first page.
  await expect(page.getByRole("button", { name: "Bookmark this page" })).toBeAttached();
  const getSelected = () =>
    getDocuments(page)[0]?.evaluate(() => document.getSelection()?.toString().trim() ?? "");
  const select = async (key: string, expected: string) => {
    await page.keyboard.press(key);
    await expect.poll(getSelected, { intervals: [100] }).toBe(expected);
  };
  await select("v", "The well");
  await select("v", "Sentence 0 tells of the well.");
  await select("v", "It is short.");
  await select("Shift+V", "Sentence 0 tells of the well.");
  const first = await findSentence(page);
  for (let n = 1; n < 40 && (await findSentence(page)) === first; n++) {
    await select("v", "It is short.");
    await select("v", `Sentence ${n} tells of the well.`);
  }
  await expect(getTextRegion(page)).not.toHaveAttribute("data-sentence", first);
  await expect(page.getByRole("toolbar", { name: "Selected text" })).toBeInViewport();
});

test("by touch, passages of a table, over a page break and over each other are highlighted in one of 120 chapters", async ({
  make,
  importSample,
  openPage,
}) => {
  const cells = Array.from(
    { length: 8 },
    (_, n) => `<tr><th>Term ${n}</th><td>Its meaning is ${n}.</td></tr>`,
  );
  const chapters = Array.from({ length: 120 }, (_, n) => ({
    title: `Chapter ${n + 1}`,
    body: `<table>${cells.join("")}</table>${createParagraphs(30)}`,
  }));
  const bookId = await importSample(await createSmallEpub(chapters));
  const page = await openPage(await make.user(), { viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.goto(`/read/${bookId}?sentence=s118-0`);
  await findSentence(page);
  const bar = page.getByRole("toolbar", { name: "Selected text" });
  const mark = page.getByRole("toolbar", { name: "Highlight" });
  const highlight = async (style: string) => {
    const [reply] = await Promise.all([
      waitForReply(page, marksContract.saveMarks),
      bar.getByRole("button", { name: style }).tap(),
    ]);
    expect(await reply.json()).toMatchObject({ refused: [], marks: [{ placement: "exact" }] });
    await expect(bar).toBeHidden();
  };

  await selectFromTo(page, "Term 2", "meaning is 3");
  await expect(bar).toBeVisible();
  await expectBelowSelection(page, "Its meaning is 3.");
  await highlight("Green");
  await selectFromTo(page, "Its meaning is 3", "Term 4");
  await expect(bar).toBeVisible();
  await highlight("Pink");
  await expect.poll(async () => (await getHighlights(page, "green"))?.join()).toContain("meaning is 3");
  await expect.poll(async () => (await getHighlights(page, "pink"))?.join()).toContain("Term 4");
  await getDocuments(page)[0]?.getByText("Its meaning is 3.").tap();
  // The smaller one of two is opened.
  await expect(mark.getByRole("button", { name: "Pink" })).toHaveAttribute("aria-pressed", "true");
  await mark.getByRole("button", { name: "Delete" }).tap();
  await expect.poll(() => getHighlights(page, "pink")).toEqual([]);
  await expect.poll(async () => (await getHighlights(page, "green"))?.length).toBe(1);

  await selectFromTo(page, "Paragraph 1.", "Paragraph 12.");
  await expect(bar).toBeVisible();
  await highlight("Blue");
  await turnPage(page, "ArrowRight");
  await expect.poll(async () => (await getHighlights(page, "blue"))?.join()).toContain("Paragraph 12.");
});
