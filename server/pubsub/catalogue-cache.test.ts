import { expect, test, vi } from "vitest";
import { CatalogueCache } from "./catalogue-cache.ts";
import type { PubSub } from "./live.ts";

function createLive() {
  const state: { version: number | null } = { version: 1 };
  return { state, live: { catalogue: { current: () => state.version } } as PubSub };
}

const toUpperCase = async (keys: readonly string[]) => keys.map((key) => key.toUpperCase());

test("several values are loaded once, those that are missing together", async () => {
  const { live } = createLive();
  const cache = new CatalogueCache<string>(10);
  const load = vi.fn(toUpperCase);

  expect(await cache.getAll(live, ["a", "b", "a"], load)).toEqual(["A", "B", "A"]);
  expect(await cache.getAll(live, ["c", "b", "d"], load)).toEqual(["C", "B", "D"]);
  expect(await cache.getAll(live, ["d", "a"], load)).toEqual(["D", "A"]);
  expect(load.mock.calls).toEqual([[["a", "b"]], [["c", "d"]]]);
});

test("values are loaded again after a change, and those requested before it are not kept", async () => {
  const { live, state } = createLive();
  const cache = new CatalogueCache<string>(10);
  const load = vi.fn(toUpperCase);
  await cache.getAll(live, ["a"], load);

  state.version = 2;
  await cache.getAll(live, ["a"], (keys) => {
    state.version = 3;
    return load(keys);
  });
  await cache.getAll(live, ["a"], load);

  expect(load).toHaveBeenCalledTimes(3);
});

test("nothing is kept while changes can be missed", async () => {
  const { live, state } = createLive();
  const cache = new CatalogueCache<string>(10);
  const load = vi.fn(toUpperCase);
  state.version = null;

  for (let n = 0; n < 2; n++) expect(await cache.getAll(live, ["a"], load)).toEqual(["A"]);

  expect(load).toHaveBeenCalledTimes(2);
});
