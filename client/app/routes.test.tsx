import { expect, test } from "vitest";
import { firstScreens, screens } from "#shared/pages/screens.ts";
import { framed, whole } from "./areas/first.ts";
import { further } from "./areas/further.ts";

test("the server knows of every screen, and of no other", () => {
  const served = [...framed, ...whole, ...further]
    .map(({ path }) => path)
    .filter((path) => path !== "/dev/ui");

  expect(served.toSorted()).toEqual(Object.keys(screens).toSorted());
});

test("the server knows which of them come with the first load", () => {
  expect([...framed, ...whole].map(({ path }) => path).toSorted()).toEqual(firstScreens.toSorted());
});
