import { expect, test } from "vitest";
import { screens } from "#shared/pages/screens.ts";
import { framed, whole } from "./routes.tsx";

test("the server knows of every screen, and of no other", () => {
  const served = [...framed, ...whole].map(({ path }) => path).filter((path) => path !== "/dev/ui");

  expect(served.toSorted()).toEqual(Object.keys(screens).toSorted());
});
