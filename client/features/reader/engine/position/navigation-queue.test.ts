import { expect, test } from "vitest";
import { NavigationQueue } from "./navigation-queue.ts";

test("emits once when navigation starts and once when all ended, also after failures", async () => {
  const input: boolean[] = [];
  const acts = new NavigationQueue(
    () => false,
    (isBusy) => input.push(isBusy),
  );
  const abandoned: string[] = [];
  const abandon = (name: string) => async () => void abandoned.push(name);

  const first = acts.run("turn", async () => undefined, abandon("first"));
  const second = acts.run("turn", () => Promise.reject(new Error("torn")), abandon("second"));
  expect(input).toEqual([true]);
  expect(acts.isBusy).toBe(true);
  await Promise.all([first, second]);

  expect(input).toEqual([true, false]);
  expect(acts.isBusy).toBe(false);
  expect(abandoned).toEqual(["second"]);
});

test("a closed reader has no pending navigation", async () => {
  const input: boolean[] = [];
  const acts = new NavigationQueue(
    () => true,
    (isBusy) => input.push(isBusy),
  );

  await acts.run(
    "turn",
    () => Promise.reject(new Error("never asked")),
    async () => undefined,
  );

  expect(input).toEqual([true, false]);
});
