import { expect, test } from "vitest";
import { NavigationQueue } from "./navigation-queue.ts";

test("emits once when navigation starts and once when all ended, also after failures", async () => {
  const busyStates: boolean[] = [];
  const queue = new NavigationQueue(
    () => false,
    (isBusy) => busyStates.push(isBusy),
  );
  const abandoned: string[] = [];
  const abandon = (name: string) => async () => void abandoned.push(name);

  const first = queue.run("turn", async () => undefined, abandon("first"));
  const second = queue.run("turn", () => Promise.reject(new Error("torn")), abandon("second"));
  expect(busyStates).toEqual([true]);
  expect(queue.isBusy).toBe(true);
  await Promise.all([first, second]);

  expect(busyStates).toEqual([true, false]);
  expect(queue.isBusy).toBe(false);
  expect(abandoned).toEqual(["second"]);
});

test("a closed reader has no pending navigation", async () => {
  const busyStates: boolean[] = [];
  const queue = new NavigationQueue(
    () => true,
    (isBusy) => busyStates.push(isBusy),
  );

  await queue.run(
    "turn",
    () => Promise.reject(new Error("never asked")),
    async () => undefined,
  );

  expect(busyStates).toEqual([true, false]);
});
