import { expect, test, vi } from "vitest";
import { UserId } from "#shared/accounts/user.ts";
import { uncachedCatalogue } from "#server/pubsub/catalogue-version.ts";
import type { PubSub } from "#server/pubsub/live.ts";
import {
  broadcastSessionEnded,
  broadcastUserChanged,
  getAuthCache,
  sessionEnded,
  userChanged,
} from "./auth-cache.ts";

const amina = UserId.parse("00000000-0000-4000-8000-00000000000a");
const recognized = { user: { id: amina }, sessionId: "s" };

/** A pub/sub whose messages never arrive. */
const createSilentPubSub = (): PubSub => ({
  publish: async () => {},
  publishAll: async () => {},
  subscribe: () => () => {},
  onUserEvent: () => () => {},
  broadcast: async () => {},
  onBroadcast: () => () => {},
  onGap: () => () => {},
  catalogue: uncachedCatalogue,
});

test("a local change applies before its notification returns", async () => {
  for (const change of [broadcastUserChanged, broadcastSessionEnded] as const) {
    const live = createSilentPubSub();
    const cache = getAuthCache({ live });
    cache.store("sid=1", recognized, cache.version());
    expect(cache.find("sid=1")).toMatchObject(recognized);

    await change({ live }, amina);

    expect(cache.find("sid=1")).toBeUndefined();
  }
});

test("values read before a change are not cached after it", async () => {
  const live = createSilentPubSub();
  const cache = getAuthCache({ live });
  const versionBefore = cache.version();

  await broadcastUserChanged({ live }, amina);
  cache.store("sid=1", recognized, versionBefore);

  expect(cache.find("sid=1")).toBeUndefined();
});

test("values are cached for 5 s, and until another process changes them", async () => {
  const listeners = new Map<string, (id: string) => void>();
  const live: PubSub = {
    ...createSilentPubSub(),
    onBroadcast: (topic, listener) => {
      listeners.set(topic, listener);
      return () => {};
    },
    onUserEvent: () => () => {},
    onGap: (listener) => {
      listeners.set("gap", listener);
      return () => {};
    },
  };
  const cache = getAuthCache({ live });
  expect(getAuthCache({ live })).toBe(cache);
  for (const topic of [sessionEnded, userChanged, "gap"]) {
    cache.store("sid=1", recognized, cache.version());
    listeners.get(topic)?.("");
    expect(cache.find("sid=1")).toBeUndefined();
  }

  cache.store("sid=1", recognized, cache.version());
  const time = performance.now();
  const clock = vi.spyOn(performance, "now");
  clock.mockReturnValue(time + 4_000);
  expect(cache.find("sid=1")).toMatchObject(recognized);
  clock.mockReturnValue(time + 5_001);
  expect(cache.find("sid=1")).toBeUndefined();
  clock.mockRestore();
});
