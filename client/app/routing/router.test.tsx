import { expect, test } from "vitest";
import { initialRoutes, routes } from "#shared/routes/route-table.ts";
import { fullScreenRoutes, shellRoutes } from "#client/app/routes/initial.ts";
import { lazyRoutes } from "#client/app/routes/lazy.ts";

test("the server's screen list equals the client's", () => {
  const served = [...shellRoutes, ...fullScreenRoutes, ...lazyRoutes]
    .map(({ path }) => path)
    .filter((path) => path !== "/dev/ui");

  expect(served.toSorted()).toEqual(Object.keys(routes).toSorted());
});

test("the server knows which screens are in the first load", () => {
  expect([...shellRoutes, ...fullScreenRoutes].map(({ path }) => path).toSorted()).toEqual(
    initialRoutes.toSorted(),
  );
});
