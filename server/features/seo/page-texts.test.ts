import { expect, test } from "vitest";
import { languages } from "#shared/api/language.ts";
import { type RoutePath, routes } from "#shared/routes/route-table.ts";
import { getPageTexts } from "./page-texts.ts";

const indexed = (Object.keys(routes) as RoutePath[]).filter(
  (path) => routes[path] === "public" && !path.includes(":"),
);

test.each(languages)("every indexed screen has its own title in %s", (language) => {
  const isIncomplete = (path: RoutePath) => {
    const { title, heading, description } = getPageTexts(language, path);
    return !description || !(path === "/" ? heading : title);
  };

  expect(indexed.filter(isIncomplete)).toEqual([]);
});
