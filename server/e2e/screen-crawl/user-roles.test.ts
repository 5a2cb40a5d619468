import { expect, test } from "vitest";
import { crawlRoles, type DisplaySettings, planCrawl } from "./user-roles.ts";

const screens = ["/", "/browse", "/library"];
const canVisit = (role: string, screen: string) => role !== "guest" || screen !== "/library";

test("each screen is visited once by every role that may see it", () => {
  const runs = planCrawl(screens, canVisit, false);

  for (const screen of screens) {
    const roles = runs.filter((run) => run.screens.includes(screen)).map(({ role }) => role);
    expect(roles.toSorted()).toEqual(crawlRoles.filter((role) => canVisit(role, screen)).toSorted());
  }
});

test("the visits of a screen cover each pair of width, theme and language", () => {
  const settings = planCrawl(screens, canVisit, false)
    .filter((run) => run.screens.includes("/browse"))
    .map((run) => run.settings);

  const countPairs = (first: keyof DisplaySettings, second: keyof DisplaySettings) =>
    new Set(settings.map((each) => `${each[first]} ${each[second]}`)).size;
  expect([
    countPairs("width", "theme"),
    countPairs("width", "language"),
    countPairs("theme", "language"),
  ]).toEqual([4, 4, 4]);
});

test("a complete crawl visits every screen with all settings", () => {
  const runs = planCrawl(screens, canVisit, true);

  const settings = runs.filter(({ role }) => role === "reader").map((run) => JSON.stringify(run.settings));
  expect(new Set(settings).size).toBe(8);
  expect(runs.filter(({ role }) => role === "guest").every((run) => run.screens.length === 2)).toBe(true);
});
