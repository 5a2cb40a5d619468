import { rmSync } from "node:fs";
import { expect, type Page, type Response } from "@playwright/test";
import { getLanguageEndonym, languageCookie, languages } from "#shared/api/language.ts";
import { defaultProductName } from "#shared/api/product.ts";
import { CommunityId } from "#shared/community/community.ts";
import { defaultProfile } from "#shared/prayer/prayer-profile.ts";
import { findRunning } from "#server/db/embedded.ts";
import { findFreePort } from "#server/db/find-free-port.ts";
import { communityMembers } from "#server/db/schema/community/communities.ts";
import { createCrawlData } from "./screen-crawl/crawl-data.ts";
import { crawledScreens, type VisitedScreen } from "./screen-crawl/screens.ts";
import { waitUntilLoaded } from "./screen-crawl/visit-screen.ts";
import { test as base } from "./support/fixtures.ts";
import { startBuiltServer } from "./support/start-server.ts";
import { buildWithPseudoLanguage } from "./third-language/build-copy.ts";
import { readOpenDialogs } from "./third-language/open-dialogs.ts";
import { pseudoLanguage } from "./third-language/pseudo-messages.ts";
import { listTexts, listUnbracketed } from "./third-language/visible-texts.ts";

const makkah = { latitude: 21.4225, longitude: 39.8262, zone: "Asia/Riyadh", name: "Makkah", country: "SA" };

/** Type samples, and names of formats, keys, products and connection pools, which are the same in every language. */
const names = /^(main|probe|search|Aa|EPUB|MP3|UTC|GMT|ISBN|CSV|JSON|Esc|Ctrl|Shift|AI)$/;

/** A server with a further language, on the data of the running one. */
const test = base.extend<{ readonly origin: string }>({
  origin: async ({ services: _services }, use) => {
    const root = await buildWithPseudoLanguage();
    const port = await findFreePort();
    const dataDir = process.env["E2E_DATA_DIR"] ?? "";
    const stop = await startBuiltServer(root, {
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: findRunning(dataDir)?.url ?? "",
    });
    await use(`http://localhost:${port}`);
    await stop();
    rmSync(root, { recursive: true, force: true });
  },
});

test("a further language is one folder: screens and dialogs show its messages, and otherwise only data", async ({
  services,
  make,
  importDemoBook,
  openPage,
  origin,
}) => {
  test.slow();
  const [admin, reader] = [
    await make.user({ isAdmin: true, isAuthor: true, firstName: "Amina", lastName: "" }),
    await make.user({ firstName: "Maryam", lastName: "" }),
  ];
  const [page, guest] = [await openPage(admin), await openPage(null)];
  const rows = await createCrawlData(services, await importDemoBook("five-daily-prayers"), reader, page);
  await services.db.insert(communityMembers).values({
    communityId: CommunityId.parse(rows.communityId),
    userId: admin.id,
    role: "moderator",
    state: "active",
    since: new Date(),
  });
  const profile = JSON.stringify({ ...defaultProfile, location: makkah });
  await page.addInitScript((stored) => {
    if (location.pathname === "/prayer-times") localStorage.setItem("maktaba.prayer", stored);
    else localStorage.removeItem("maktaba.prayer");
  }, profile);
  const endonyms = languages.map(getLanguageEndonym);
  const usernames = [admin.username, reader.username];
  const known = [...listTexts({ rows, admin, makkah }), ...usernames, ...endonyms, defaultProductName];
  const readers = new Map<Page, () => Promise<string[]>>();
  for (const each of [page, guest]) {
    await each.context().addCookies([{ name: languageCookie, value: pseudoLanguage, url: origin }]);
    readers.set(each, collectTexts(each));
  }

  const screens = Object.entries(crawledScreens) as unknown as readonly (readonly [string, VisitedScreen])[];
  const findings: string[] = [];
  for (const [path, screen] of screens) {
    const visitor = screen.readerRedirect ? guest : page;
    await visitor.goto(origin + (screen.url?.(rows) ?? path));
    await waitUntilLoaded(visitor);
    expect(await visitor.locator("html").getAttribute("lang")).toBe(pseudoLanguage);
    const read = async () => {
      const unbracketed = (await listUnbracketed(visitor)).flatMap(toParts).filter(isWord);
      const isData = createMatcher([...known, ...((await readers.get(visitor)?.()) ?? [])]);
      return unbracketed.filter((text) => !isData(text));
    };
    const found = [...(await read()), ...(await readOpenDialogs(visitor, path, read))];
    findings.push(...found.map((text) => `${path}: ${text}`));
  }

  expect(findings).toEqual([]);
});

/** Russian dates of the Islamic calendar have an English era and a Roman number in a month. */
const isWord = (text: string) =>
  /\p{Script=Latin}{2}/u.test(text.replace(/ г\. AH$| джум\. II$/, "")) && !names.test(text);

const toParts = (text: string) => text.split(/[·,]/).map((part) => part.trim());

/** Short texts are whole parts of the data; longer ones may be excerpts. */
function createMatcher(known: readonly string[]): (text: string) => boolean {
  const parts = new Set(known.flatMap(toParts));
  const all = known.join("\n");
  return (text) => parts.has(text) || (text.split(" ").length > 3 && all.includes(text));
}

/** Collects the texts of all replies to a page. */
function collectTexts(page: Page): () => Promise<string[]> {
  const replies: Promise<string[]>[] = [];
  page.on("response", (response) => replies.push(readTexts(response)));
  return async () => (await Promise.all(replies)).flat();
}

async function readTexts(response: Response): Promise<string[]> {
  const type = response.headers()["content-type"] ?? "";
  if (!/json|html/.test(type)) return [];
  const body = await response.text().catch(() => "");
  const inlined = body.matchAll(/type="application\/json"[^>]*>(.*?)<\/script>/gs);
  const values = /json/.test(type) ? [body] : Array.from(inlined, ([, json = ""]) => json);
  return values.flatMap((value) => listTexts(JSON.parse(value || "null")));
}
