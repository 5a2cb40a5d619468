import { afterEach, expect, test, vi } from "vitest";
import { NavigationQueue } from "./navigation-queue.ts";

afterEach(() => vi.useRealTimers());

test("emits once when navigation starts and once when all ended, also after failures", async () => {
  const busyStates: boolean[] = [];
  const queue = new NavigationQueue(
    () => false,
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
    () => false,
    (isBusy) => busyStates.push(isBusy),
  );

  await queue.run(
    "turn",
    () => Promise.reject(new Error("never asked")),
    async () => undefined,
  );

  expect(busyStates).toEqual([true, false]);
});

test.each([
  ["never ends", () => new Promise<void>(() => {})],
  ["fails", () => Promise.reject(new Error("torn"))],
])("navigation goes on when giving up a page %s", async (_, abandon) => {
  vi.useFakeTimers();
  const queue = new NavigationQueue(
    () => false,
    () => false,
    () => {},
  );
  const stuck = queue.run("open", () => new Promise(() => {}), abandon);
  const next = vi.fn(async () => {});
  const following = queue.run("turn", next, abandon);

  await vi.runAllTimersAsync();
  await Promise.all([stuck, following]);

  expect(next).toHaveBeenCalledOnce();
});

test("navigation waits for files as long as they load", async () => {
  vi.useFakeTimers();
  let isLoading = true;
  const queue = new NavigationQueue(
    () => false,
    () => isLoading,
    () => {},
  );
  const abandon = vi.fn(async () => {});
  const slow = queue.run("open", () => new Promise(() => {}), abandon);

  await vi.advanceTimersByTimeAsync(300_000);
  expect(abandon).not.toHaveBeenCalled();

  isLoading = false;
  await vi.runAllTimersAsync();
  await slow;
  expect(abandon).toHaveBeenCalledOnce();
});

test("an interruption ends what waits for files, as soon as it does, and drops what is behind it", async () => {
  vi.useFakeTimers();
  let isLoading = false;
  const queue = new NavigationQueue(
    () => false,
    () => isLoading,
    () => {},
  );
  const giveUp = vi.fn(async () => {});
  const slow = queue.run("turn", () => new Promise(() => {}), giveUp);
  const dropped = vi.fn(async () => {});
  const behind = queue.run("turn", dropped, giveUp);
  await vi.advanceTimersByTimeAsync(1000);
  queue.interrupt();
  const latest = vi.fn(async () => {});
  const jump = queue.run("jump", latest, giveUp);
  await vi.advanceTimersByTimeAsync(1000);
  expect(giveUp).not.toHaveBeenCalled();

  isLoading = true;
  await vi.advanceTimersByTimeAsync(100);
  await Promise.all([slow, behind, jump]);

  expect(giveUp.mock.calls).toEqual([[true]]);
  expect(dropped).not.toHaveBeenCalled();
  expect(latest).toHaveBeenCalledOnce();
});
