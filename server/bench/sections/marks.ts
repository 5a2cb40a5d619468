import { randomUUID } from "node:crypto";
import type { Browser, CDPSession, Page } from "@playwright/test";
import { maxChangesPerRequest } from "#shared/marks/contract.ts";
import { markStyles, type TextAnchor } from "#shared/marks/mark.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import type { Bench, Reader } from "#server/bench/core/bench.ts";
import { addSession, openChromium } from "#server/bench/core/browser.ts";
import { median, percentile, size } from "#server/bench/core/load.ts";
import { getContentVersion } from "#server/epub/content-version.ts";
import { saveMarks } from "#server/features/marks/service.ts";

const title = "A thousand highlights";
const chapters = 20;
/** Of a chapter; each has one highlight, and a long one begins at every tenth. */
const paragraphs = size(50, 10);
const highlights = chapters * paragraphs;
/** Forth and back again, so that the same page is open at the end. */
const turns = size(300, 30);
const timeoutMs = 20_000;

/** Page turns in a book with 1,000 highlights, and the memory that they take. */
export async function marks(bench: Bench): Promise<void> {
  const browser = await openChromium(bench);
  if (!browser) return;
  const text = Array.from({ length: chapters }, (_, n) => getChapter(n));
  const bookId = await bench.importEpub({ title, chapters: text });
  const { baseUrl } = await bench.startServer();
  const reader = await bench.signIn();
  await saveHighlights(bench, reader, bookId);
  const { times, growth } = await turnPages(browser, `${baseUrl}/read/${bookId}`, reader);
  bench.figures(
    [`page turn, ${highlights} highlights, median`, median(times), "ms", "≤ 50"],
    [`page turn, ${highlights} highlights, p95`, percentile(times, 0.95), "ms"],
    [`heap growth in ${turns} turns`, growth, "MB", "≤ 1"],
  );
}

/** Two sentences for each paragraph. */
const getSentences = (chapter: number, paragraph: number): readonly [string, string] => [
  `Paragraph ${paragraph} of chapter ${chapter} tells of the caravan that went on by the stars.`,
  `Nobody counted the wells ${chapter * paragraphs + paragraph} times, and so the story of the long road goes on until the evening comes.`,
];

/** Without a highlight; the book has more pages than there are turns. */
const rest =
  "The river was low, the boats lay on the mud, and travellers at the well waited in the shade. ".repeat(4);

const getChapter = (chapter: number) =>
  Array.from(
    { length: paragraphs },
    (_, n) => `<p>${getSentences(chapter, n).join(" ")}</p><p>${rest}</p>`,
  ).join("");

async function saveHighlights(bench: Bench, { context }: Reader, bookId: string): Promise<void> {
  const version = getContentVersion(
    await bench.get("select sha256 from ebooks where book_id = $1", [bookId]),
  );
  const changes = Array.from({ length: highlights }, (_, n) => createHighlight(n, bookId, version));
  for (let from = 0; from < changes.length; from += maxChangesPerRequest) {
    const body = { changes: changes.slice(from, from + maxChangesPerRequest) };
    const { refused } = await saveMarks(context, { body });
    if (refused.length > 0) throw new Error(JSON.stringify(refused));
  }
}

function createHighlight(n: number, bookId: string, version: string): object {
  const [chapter, paragraph] = [Math.floor(n / paragraphs), n % paragraphs];
  const [first, second] = getSentences(chapter, paragraph);
  // The first sentence of a chapter is its heading.
  const sentence = `s${chapter}-${1 + 6 * paragraph}` as SentenceId;
  const next = `s${chapter}-${2 + 6 * paragraph}` as SentenceId;
  const isLong = n % 10 === 0;
  const last = isLong ? second : first;
  const anchor: TextAnchor = {
    start: { sentence, offset: 0 },
    end: { sentence: isLong ? next : sentence, offset: last.replaceAll(" ", "").length },
    quote: { exact: isLong ? `${first} ${second}` : first, prefix: "", suffix: "" },
    fraction: n / highlights,
    version,
  };
  const style = markStyles[n % markStyles.length] ?? "yellow";
  const note = n % 5 === 0 ? `Note **${n}**` : "";
  const at = new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();
  return { id: randomUUID(), markId: randomUUID(), bookId, at, anchor, style, note };
}

/** @returns the milliseconds from each key to the painted page, and the growth of the heap in MB */
async function turnPages(browser: Browser, url: string, reader: Reader) {
  const context = await browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block" });
  await addSession(context, url, reader);
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  await page.goto(url);
  // Marks load after the first page.
  await page.getByRole("button", { name: "Bookmark this page" }).waitFor({ state: "attached" });
  await page.locator("[data-sentence^=s]").waitFor();
  const session = await context.newCDPSession(page);
  // The first measurement itself adds to the heap, and so do pages that are shown for the first time.
  await measureHeap(session);
  await turnForthAndBack(page, turns);
  const before = await measureHeap(session);
  const times = await turnForthAndBack(page, turns);
  const growth = (await measureHeap(session)) - before;
  await context.close();
  return { times, growth };
}

async function turnForthAndBack(page: Page, count: number): Promise<number[]> {
  const times: number[] = [];
  for (const key of ["ArrowRight", "ArrowLeft"])
    for (let n = 0; n < count / 2; n++) times.push(await page.evaluate(turnPage, { key, timeoutMs }));
  return times;
}

/** Runs in the page. */
async function turnPage({ key, timeoutMs }: { readonly key: string; readonly timeoutMs: number }) {
  const region = document.querySelector("[data-sentence]");
  if (!region) throw new Error("No page is shown.");
  // The renderer takes no key for 100 ms after a turn.
  while (region.querySelector("[aria-busy=true]")) await new Promise(requestAnimationFrame);
  const startedAt = performance.now();
  await new Promise<void>((resolve, reject) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(region, { attributeFilter: ["data-sentence"] });
    setTimeout(() => reject(new Error(`${key} turned no page.`)), timeoutMs);
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  });
  await new Promise((resolve) => {
    requestAnimationFrame(() => {
      // Comes after the frame is painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  });
  return performance.now() - startedAt;
}

async function measureHeap(session: CDPSession): Promise<number> {
  for (let n = 0; n < 3; n++) await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}
