import { expect, test } from "vitest";
import { type CrawlSettings, crawlRoles, planRounds } from "./user-roles.ts";

const screens = ["/", "/browse", "/library"];
const maySee = (walker: string, screen: string) => walker !== "guest" || screen !== "/library";

test("each screen is visited once by every role that may see it", () => {
  const rounds = planRounds(screens, maySee, false);

  for (const screen of screens) {
    const met = rounds.filter((round) => round.screens.includes(screen)).map(({ walker }) => walker);
    expect(met.toSorted()).toEqual(crawlRoles.filter((walker) => maySee(walker, screen)).toSorted());
  }
});

test("the visits of a screen cover each pair of width, theme and language", () => {
  const ways = planRounds(screens, maySee, false)
    .filter((round) => round.screens.includes("/browse"))
    .map(({ way }) => way);

  const pairs = (first: keyof CrawlSettings, second: keyof CrawlSettings) =>
    new Set(ways.map((way) => `${way[first]} ${way[second]}`)).size;
  expect([pairs("width", "theme"), pairs("width", "language"), pairs("theme", "language")]).toEqual([
    4, 4, 4,
  ]);
});

test("the whole crawl visits every screen in every way", () => {
  const rounds = planRounds(screens, maySee, true);

  const ways = rounds.filter(({ walker }) => walker === "reader").map(({ way }) => JSON.stringify(way));
  expect(new Set(ways).size).toBe(8);
  expect(rounds.filter(({ walker }) => walker === "guest").every((round) => round.screens.length === 2)).toBe(
    true,
  );
});
