import { expect, test } from "vitest";
import { languages } from "#shared/api/language.ts";
import { type RoutePath, routes } from "#shared/routes/route-table.ts";
import { staticPages } from "./static-pages.ts";

const listed = (Object.keys(routes) as RoutePath[]).filter(
  (path) => routes[path] === "public" && !path.includes(":"),
);

test.each(languages)("every indexed screen has its own title in %s", (language) => {
  const words = listed.map((path) => staticPages[language][path]);

  expect(listed.filter((_, index) => !words[index]?.description)).toEqual([]);
  expect(listed.filter((path, index) => path !== "/" && !words[index]?.title)).toEqual([]);
});
