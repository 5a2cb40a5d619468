import type { Page } from "@playwright/test";
import { defaultProductName, localizeProductName } from "#shared/api/product.ts";
import type { RoutePath } from "#shared/routes/route-table.ts";
import { createCrawlData } from "./screen-crawl/crawl-data.ts";
import { type CrawlData, crawledScreens, readMessages, type VisitedScreen } from "./screen-crawl/screens.ts";
import { accountByRole, type CrawlRole, type CrawlRun, planCrawl } from "./screen-crawl/user-roles.ts";
import { checkScreen, collectErrors, setLanguageCookie } from "./screen-crawl/visit-screen.ts";
import { test } from "./support/fixtures.ts";

type Screen = readonly [RoutePath, VisitedScreen];

const isComplete = process.env["SCREENS"] === "all";
const screens = Object.entries(crawledScreens) as unknown as readonly Screen[];
const isStaffOnly = ({ readerTexts }: VisitedScreen) => readerTexts?.includes("admin.accessDenied") === true;
const staffPaths = screens.filter(([, screen]) => isStaffOnly(screen)).map(([path]) => path);
const runs = planCrawl(screens, canVisit, isComplete);

test.describe.configure({ mode: "parallel" });
test.setTimeout(isComplete ? 600_000 : 180_000);

for (const run of runs) {
  const { role, settings } = run;
  test(`${role} at ${settings.width} px, ${settings.theme}, in ${settings.language}`, async ({
    services,
    make,
    importDemoBook,
    openPage,
    baseURL,
  }) => {
    const page = await openPage(role === "guest" ? null : await make.user(accountByRole[role]), {
      viewport: { width: settings.width, height: settings.width === 390 ? 844 : 800 },
      colorScheme: settings.theme,
      hasTouch: settings.width === 390,
    });
    await setLanguageCookie(page, settings, baseURL ?? "");
    crawlData ??= createCrawlData(
      services,
      await importDemoBook("five-daily-prayers"),
      await make.user({ firstName: "Maryam", lastName: "" }),
      page,
    );
    await visitScreens(page, run, await crawlData);
  });
}

/**
 * Authors and staff see what readers see; without `SCREENS=all` they visit only the screens that differ, and each
 * screen that refuses guests and readers is visited by one of them.
 */
function canVisit(role: CrawlRole, [path, screen]: Screen): boolean {
  if (!isComplete && isStaffOnly(screen) && role === (staffPaths.indexOf(path) % 2 ? "guest" : "reader")) {
    return false;
  }
  if (role === "guest") return !screen.requiresSignIn;
  if (role === "reader") return true;
  if (role === "admin") return screen.adminTexts !== undefined;
  return isComplete || getRoleTexts(role, screen) !== undefined;
}

function getRoleTexts(role: CrawlRole, screen: VisitedScreen): readonly string[] | undefined {
  return {
    guest: screen.guestTexts,
    reader: screen.readerTexts,
    author: screen.authorTexts,
    employee: screen.staffTexts,
    admin: screen.adminTexts,
  }[role];
}

/** Created once for all tests of a worker. */
let crawlData: Promise<CrawlData> | undefined;

async function visitScreens(
  page: Page,
  { role, settings, screens }: CrawlRun<Screen>,
  data: CrawlData,
): Promise<void> {
  const errors = collectErrors(page);
  const messages = readMessages(settings.language);
  const textsWithAxe = new Set<string>();
  for (const [path, screen] of screens) {
    await test.step(path, async () => {
      const isRedirected = role !== "guest" && screen.readerRedirect !== undefined;
      const visible: VisitedScreen = isRedirected ? crawledScreens["/home"] : screen;
      errors.length = 0;
      const heading = getHeading(visible, data, messages);
      const roleTexts = getRoleTexts(role, visible);
      const keys = roleTexts ?? (role === "guest" ? [] : (visible.readerTexts ?? []));
      const url = screen.url?.(data) ?? path;
      // Without an own title or text, a screen could not be told from the previous one.
      const isDistinct = heading !== null || keys.length > 0;
      if (isDistinct && canNavigate(page, role)) await navigate(page, url);
      else await page.goto(url);
      // Refused visitors see one screen at many paths.
      const isRepeated = keys.length > 0 && textsWithAxe.has(keys.join());
      textsWithAxe.add(keys.join());
      const productName = localizeProductName(defaultProductName, settings.language);
      await checkScreen(page, {
        path,
        title: heading === null ? null : heading ? `${heading} · ${productName}` : productName,
        texts: keys.map((key) => messages[key] ?? `no text ${key}`),
        errors,
        settings,
        withAxe: isComplete || !isRepeated,
      });
    });
  }
}

/** Navigation within the app is faster than loading a screen; guests load them all. */
const canNavigate = (page: Page, role: CrawlRole) =>
  !isComplete && role !== "guest" && page.url() !== "about:blank";

function navigate(page: Page, url: string): Promise<void> {
  return page.evaluate((target) => {
    history.pushState(null, "", target);
    dispatchEvent(new PopStateEvent("popstate"));
  }, url);
}

function getHeading(
  { title }: VisitedScreen,
  data: CrawlData,
  messages: Readonly<Record<string, string>>,
): string | null {
  if (title === null || title === "") return title;
  return typeof title === "function" ? title(data) : (messages[title] ?? `no text ${title}`);
}
