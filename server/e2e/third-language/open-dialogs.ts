import { expect, type Locator, type Page } from "@playwright/test";
import type { RoutePath } from "#shared/routes/route-table.ts";
import { readMessages } from "#server/e2e/screen-crawl/screens.ts";
import { waitUntilLoaded } from "#server/e2e/screen-crawl/visit-screen.ts";
import { toPseudoMessage } from "./pseudo-messages.ts";

/** The message keys, or selectors, of what is clicked one after the other. */
type Steps = readonly string[];

const [user, post] = ["staff.actionsFor", "community.postActions"];

/** The dialogs, menus and forms that screens open. */
const openers: Partial<Record<RoutePath, readonly Steps[]>> = {
  "/home": [["shell.appearance"]],
  "/book/:id": [["library.add"], ["[type=radio][value='4']", "library.writeReview"]],
  "/profile": [
    ["goals.add"],
    ["profiles.journal", "readingActivity.add"],
    ["profiles.journal", "shelfImport.choose"],
    ["profiles.privacy", "profiles.viewAsOthers"],
  ],
  "/settings": [
    ["settings.security", "settings.turnOnTwoFactor"],
    ["settings.security", "settings.addPasskey"],
    ["settings.data", "settings.export"],
    ["settings.data", "settings.delete"],
  ],
  "/messages": [["messages.new"]],
  "/community": [["community.newCommunity"]],
  "/community/:id": [["community.start"], ["community.tabAbout", "community.addBook"]],
  "/community/:communityId/discussions/:discussionId": [
    [post],
    [post, "community.report"],
    [post, "community.removePost"],
    ["community.rename"],
    ["community.move"],
  ],
  "/prayer-times": [["prayer.changeLocation"]],
  "/read/:id": [["reader.contents"], ["reader.search"], ["reader.settings"], ["reader.help"]],
  "/seamless-reader/:id": [["player.chapters"], ["player.sleep"], ["player.settings"], ["player.openFull"]],
  "/admin/books": [["publishing.choose", "publishing.bulkEdit"], ["publishing.csv"], ["ui.columns"]],
  "/admin/books/:id/edit": [["publishing.do-hide"]],
  "/admin/manage-authors": [["catalogueAdmin.edit"], ["catalogueAdmin.merge"]],
  "/admin/manage-genres": [["catalogueAdmin.edit"], ["catalogueAdmin.merge"]],
  "/admin/view-users": [
    [user],
    [user, "staff.suspend"],
    [user, "staff.roles"],
    [user, "staff.grant"],
    [user, "staff.delete"],
  ],
  "/admin/challenges": [["challenge.newChallenge"], ["challenge.delete"]],
  "/admin/athan-management": [["athan.otherCountry"]],
};

const english = readMessages("en");
const clickTimeoutMs = 10_000;
const layerTimeoutMs = 5_000;
const openLayer = "[role=dialog], [role=alertdialog], [role=menu]";

/** Opens everything that a screen of the table opens, and reads the page each time. */
export async function readOpenDialogs(
  page: Page,
  path: string,
  read: () => Promise<readonly string[]>,
): Promise<string[]> {
  const texts: string[] = [];
  for (const steps of openers[path as RoutePath] ?? []) {
    const name = steps.join(" → ");
    try {
      for (const step of steps) await find(page, step).click({ timeout: clickTimeoutMs });
      await waitForLayer(page);
      await waitUntilLoaded(page);
    } catch (error) {
      texts.push(`${name}: ${error}`);
    }
    texts.push(...(await read()).map((text) => `${name}: ${text}`));
    await close(page);
  }
  return texts;
}

function find(page: Page, step: string): Locator {
  const text = english[step];
  if (text === undefined) return page.locator(step).filter({ visible: true }).first();
  const [beginning = ""] = toPseudoMessage(text).split("{");
  const name = new RegExp(`^${beginning.replace(/[.*+?^$()|[\]\\]/g, "\\$&")}`);
  return (["button", "menuitem", "checkbox", "link", "tab"] as const)
    .map((role) => page.getByRole(role, { name }))
    .reduce((all, each) => all.or(each))
    .filter({ visible: true })
    .first();
}

/** The code of a dialog may still load. Some forms open within the page. */
const waitForLayer = (page: Page) =>
  listLayers(page)
    .first()
    .waitFor({ timeout: layerTimeoutMs })
    .catch(() => undefined);

const listLayers = (page: Page) => page.locator(openLayer).filter({ visible: true });

async function close(page: Page): Promise<void> {
  const layers = listLayers(page);
  for (let n = 0; n < 3 && (await layers.count()) > 0; n++) await page.keyboard.press("Escape");
  await expect(layers).toHaveCount(0);
}
