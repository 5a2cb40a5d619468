import { expect, type Page } from "@playwright/test";
import { test } from "./support/fixtures.ts";
import {
  createParagraphs,
  createSmallEpub,
  findSentence,
  getDocuments,
  getProgressRegion,
  openBook,
  turnPage,
} from "./support/reading.ts";

const chapters = [
  { title: "The well", body: createParagraphs(40) },
  { title: "The road", body: createParagraphs(60) },
];

/** Where text of the book can be seen, in pixels from the top of the window. */
async function getTextArea(
  page: Page,
): Promise<{ readonly top: number; readonly bottom: number } | undefined> {
  return getDocuments(page)[0]?.evaluate(() => {
    const { top, bottom } =
      window.frameElement?.closest("#container")?.getBoundingClientRect() ?? new DOMRect();
    return { top, bottom };
  });
}

async function expectBarsBesideText(page: Page): Promise<void> {
  await page.mouse.move(200, 5);
  await expect(page.locator("header")).toBeInViewport({ ratio: 1 });
  const [header, footer] = [
    await page.locator("header").boundingBox(),
    await getProgressRegion(page).boundingBox(),
  ];
  const text = await getTextArea(page);
  expect(text?.top).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  expect(text?.bottom).toBeLessThanOrEqual((footer?.y ?? 0) + 1);
}

for (const [name, viewport] of [
  ["a phone", { width: 390, height: 844 }],
  ["a desktop", { width: 1280, height: 800 }],
] as const) {
  test(`the bars lie beside the text on ${name}, in pages and scrolled`, async ({
    make,
    importSample,
    openPage,
  }) => {
    const bookId = await importSample(await createSmallEpub(chapters));
    const page = await openPage(await make.user(), { viewport });
    await openBook(page, bookId);
    await turnPage(page, "PageDown");
    await expectBarsBesideText(page);

    await page.keyboard.press("s");
    const panel = page.getByRole("dialog", { name: "Text and theme" });
    await panel.getByText("Scrolling", { exact: true }).click();
    await panel.getByText("Black", { exact: true }).click();
    await page.keyboard.press("Escape");
    const sentence = await findSentence(page);
    await turnPage(page, "PageDown");
    await expectBarsBesideText(page);
    expect(await turnPage(page, "PageUp")).toBe(sentence);
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await expect.poll(paper).toBe("rgb(0, 0, 0)");
  });
}

test("a fixed box covers no text, and headings that are pulled up are neither cut nor over the text", async ({
  make,
  importSample,
  openPage,
}) => {
  const body = `<div style="position: fixed; inset: 0; background: white">Box</div>
    <h2 style="margin: -2.4em 0 0">Pulled</h2>${createParagraphs(3)}
    <h2 style="margin-top: -300px">Far</h2>${createParagraphs(40)}`;
  const page = await openPage(await make.user());
  await openBook(page, await importSample(await createSmallEpub([{ title: "Boxes", body }])));

  const hidden = await getDocuments(page)[0]
    ?.locator("h2, p")
    .evaluateAll((elements) =>
      elements.flatMap((element) => {
        const [{ left, top, width, height } = new DOMRect()] = element.getClientRects();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return top >= 0 && element.contains(hit) ? [] : [element.textContent];
      }),
    );
  expect(hidden).toEqual([]);
});
