import { expect, test } from "vitest";
import { PerHostQueue } from "./per-host-queue.ts";

const waitForever = () => new Promise<void>(() => {});

test("a hanging push service does not count in the load, whatever its queue", () => {
  let now = 0;
  const queue = new PerHostQueue(() => now);
  for (let n = 0; n < 5_000; n++) queue.add("hangs", waitForever);
  expect(queue.running).toBe(5_000);
  now = 3_500;
  expect(queue.running).toBe(200);
});

test("a fast one counts until it is done", async () => {
  let now = 0;
  const queue = new PerHostQueue(() => now);
  const ends: (() => void)[] = [];
  const runQuick = () => new Promise<void>((end) => void ends.push(end));
  for (let n = 0; n < 3_000; n++) queue.add("quick", runQuick);
  for (now = 0; now < 4_000; now += 400) {
    for (const end of ends.splice(0)) end();
    await new Promise(setImmediate);
  }
  expect(queue.running).toBe(1_000);
  while (ends.length > 0) {
    for (const end of ends.splice(0)) end();
    await new Promise(setImmediate);
  }
  expect(queue.running).toBe(0);
});
