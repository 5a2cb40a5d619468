import { expect, test } from "vitest";
import { NavigationQueue } from "./navigation-queue.ts";

test("tells once that something is under way, and once that nothing is any more, also of what fails", async () => {
  const told: boolean[] = [];
  const acts = new NavigationQueue(
    () => false,
    (isBusy) => told.push(isBusy),
  );
  const given: string[] = [];
  const abandon = (name: string) => async () => void given.push(name);

  const first = acts.run("turn", async () => undefined, abandon("first"));
  const second = acts.run("turn", () => Promise.reject(new Error("torn")), abandon("second"));
  expect(told).toEqual([true]);
  expect(acts.isBusy).toBe(true);
  await Promise.all([first, second]);

  expect(told).toEqual([true, false]);
  expect(acts.isBusy).toBe(false);
  expect(given).toEqual(["second"]);
});

test("of a reader that was closed nothing stays under way", async () => {
  const told: boolean[] = [];
  const acts = new NavigationQueue(
    () => true,
    (isBusy) => told.push(isBusy),
  );

  await acts.run(
    "turn",
    () => Promise.reject(new Error("never asked")),
    async () => undefined,
  );

  expect(told).toEqual([true, false]);
});
