import { expect, test } from "vitest";
import { firstScreens, screens } from "#shared/routes/route-table.ts";
import { framed, whole } from "#client/app/routes/initial.ts";
import { further } from "#client/app/routes/lazy.ts";

test("the server knows of every screen, and of no other", () => {
  const served = [...framed, ...whole, ...further]
    .map(({ path }) => path)
    .filter((path) => path !== "/dev/ui");

  expect(served.toSorted()).toEqual(Object.keys(screens).toSorted());
});

test("the server knows which of them come with the first load", () => {
  expect([...framed, ...whole].map(({ path }) => path).toSorted()).toEqual(firstScreens.toSorted());
});
