import { randomBytes } from "node:crypto";
import path from "node:path";
import type { Browser } from "@playwright/test";
import sharp from "sharp";
import messages from "#shared/locales/en/reader.json" with { type: "json" };
import type { Bench, Reader } from "#server/bench/core/bench.ts";
import { addSession, openChromium } from "#server/bench/core/browser.ts";
import { getText, median, size, timed } from "#server/bench/core/load.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";

declare global {
  /** How long the skeleton was shown; undefined while it is. */
  var skeletonMs: number | undefined;
}

const sizes = [1, 20, 200];
/** The title of a book without pictures has this number. */
const textOnly = -1;
/** 2G as web performance tests define it: 280 kbit/s, 800 ms. */
const slowLine = { offline: false, latency: 800, downloadThroughput: 35_000, uploadThroughput: 32_000 };
const openings = size(5, 1);
const attempts = size(3, 1);
const picturePixels = 1300;

/** Time until the first page of small and large EPUBs can be read, by the API and in Chromium. */
export async function open(bench: Bench): Promise<void> {
  bench.step("making and importing EPUBs of 1, 20 and 200 MB");
  const books = await getImport(bench);
  const getId = (megabytes: number) => books.get(megabytes) ?? "";
  const reader = await bench.signIn();
  const byApi = new Map<number, number[]>(sizes.map((each) => [each, []]));
  for (let n = 0; n < openings; n++) {
    const { baseUrl, stop } = await bench.startServer();
    await openBook(baseUrl, reader.cookie, getId(0));
    for (const [each, times] of byApi)
      times.push(await timed(() => openBook(baseUrl, reader.cookie, getId(each))));
    await stop();
  }
  reportTimes(bench, byApi, "by the API");

  const browser = await openChromium(bench);
  if (!browser) return;
  const { baseUrl } = await bench.startServer();
  const openMany = async (megabytes: number, count: number, line?: typeof slowLine) => {
    const url = `${baseUrl}/read/${getId(megabytes)}`;
    const [shown, skeleton]: [number[], number[]] = [[], []];
    for (let n = 0; n < count; n++) {
      const { shownMs, skeletonMs } = await openInBrowser(browser, url, reader, line);
      shown.push(shownMs);
      skeleton.push(skeletonMs);
    }
    return { shown, skeleton };
  };
  const inChromium = new Map<number, number[]>();
  for (const each of sizes) {
    await openMany(each, 1);
    const { shown, skeleton } = await openMany(each, attempts);
    inChromium.set(each, shown);
    bench.figures([`skeleton of ${each} MB, in Chromium`, Math.max(...skeleton), "ms", "≤ 1000"]);
  }
  reportTimes(bench, inChromium, "in Chromium");
  const { shown } = await openMany(textOnly, attempts, slowLine);
  bench.figures(["first page of text on a 2G line, nothing cached", median(shown) / 1_000, "s", "≤ 10"]);
}

function reportTimes(bench: Bench, times: ReadonlyMap<number, readonly number[]>, how: string): void {
  const getTime = (megabytes: number) => median(times.get(megabytes) ?? []);
  for (const each of sizes) bench.figures([`first page of ${each} MB, ${how}`, getTime(each), "ms"]);
  bench.figures([`200 MB : 1 MB, ${how}`, getTime(200) / getTime(1), "", "≤ 1.5"]);
}

export async function openBook(baseUrl: string, cookie: string, id: string): Promise<void> {
  const url = `${baseUrl}/api/books/${id}/ebook`;
  const { version, entries } = JSON.parse(await getText(url, cookie));
  const names = (entries as [string, number][]).map(([name]) => name);
  for (const name of names.filter((each) => /(^|\/)(c0\.xhtml|p0\.jpg)$/.test(each)))
    await getText(`${url}/${version}/entries/${name}`, cookie);
}

/**
 * @returns the milliseconds until the first heading of the book can be read, and for which the skeleton of the reader
 *   was shown
 */
async function openInBrowser(browser: Browser, url: string, reader: Reader, line?: typeof slowLine) {
  const context = await browser.newContext();
  await addSession(context, url, reader);
  const page = await context.newPage();
  if (line) await (await context.newCDPSession(page)).send("Network.emulateNetworkConditions", line);
  await page.addInitScript(measureSkeleton, messages["reader.opening"]);
  const firstPageShown = new Promise<void>((resolve, reject) => {
    setTimeout(() => reject(new Error(`${url} shows no page.`)), 60_000).unref();
    page.on("framenavigated", (frame) => {
      if (!frame.url().startsWith("blob:")) return;
      const heading = frame.locator("h1", { hasText: "Chapter 1" }).first();
      heading.waitFor({ state: "visible" }).then(resolve, () => {});
    });
  });
  const shownMs = await timed(() => Promise.all([page.goto(url), firstPageShown]));
  const skeleton = await page.waitForFunction(() => globalThis.skeletonMs ?? null);
  const skeletonMs = (await skeleton.jsonValue()) ?? Number.NaN;
  await context.close();
  return { shownMs, skeletonMs };
}

/** Runs in the page from its start. @param text of the skeleton */
function measureSkeleton(text: string): void {
  let shownAt: number | null = null;
  const observer = new MutationObserver(() => {
    const isShown = [...document.querySelectorAll("[role=status]")].some(
      ({ textContent }) => textContent === text,
    );
    if (isShown) {
      shownAt ??= performance.now();
      globalThis.skeletonMs = undefined;
    } else if (shownAt !== null) globalThis.skeletonMs ??= performance.now() - shownAt;
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Imports the books, and a small one as warm-up with the size 0. @returns their ids by size */
async function getImport(bench: Bench): Promise<Map<number, string>> {
  const folder = bench.makeFolder();
  const images = await makePictures();
  const bytes = images.reduce((sum, { length }) => sum + length, 0) / images.length;
  for (const each of [0, ...sizes]) {
    const copies = Math.max(1, Math.round((Math.max(each, 0.5) * 1e6) / bytes));
    const pictures = Array.from({ length: copies }, (_, n) => images[n % images.length] ?? Buffer.alloc(0));
    await writePictureBook(path.join(folder, `${each}.epub`), `Opening ${each} MB`, pictures);
  }
  const lines = Array.from({ length: 300 }, (_, n) => `<p>A line of the first chapter, number ${n}.</p>`);
  const chapters = [lines.join(""), lines.join("")];
  await writeSmallEpub(path.join(folder, "text.epub"), { title: `Opening ${textOnly} MB`, chapters });
  await bench.importFolder(folder);
  const rows = await bench.sql("select id, title from books where title like 'Opening % MB'");
  return new Map(rows.map(({ id = "", title }) => [Number(title?.split(" ")[1]), id]));
}

/** Writes an EPUB with pictures, of which the first twenty have a chapter. */
export function writePictureBook(file: string, title: string, pictures: readonly Buffer[]): Promise<void> {
  const chapters = pictures.slice(0, 20).map((_, n) => `<p>Page ${n}.</p><img src="p${n}.jpg" alt=""/>`);
  return writeSmallEpub(file, { title, chapters, pictures });
}

/** Pictures of noise, which cannot be compressed. */
function makePictures(): Promise<Buffer[]> {
  const raw = { width: picturePixels, height: picturePixels, channels: 3 } as const;
  const makePicture = () =>
    sharp(randomBytes(picturePixels ** 2 * 3), { raw })
      .jpeg({ quality: 80 })
      .toBuffer();
  return Promise.all(Array.from({ length: 4 }, makePicture));
}
