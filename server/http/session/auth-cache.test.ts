import { expect, test } from "vitest";
import { UserId } from "#shared/accounts/user.ts";
import { uncachedCatalogue } from "#server/pubsub/catalogue-version.ts";
import type { PubSub } from "#server/pubsub/live.ts";
import { broadcastSessionEnded, broadcastUserChanged, getAuthCache } from "./auth-cache.ts";

const amina = UserId.parse("00000000-0000-4000-8000-00000000000a");
const recognized = { user: { id: amina }, sessionId: "s" };

/** A pub/sub whose messages never arrive. */
const createSilentPubSub = (): PubSub => ({
  publish: async () => {},
  publishAll: async () => {},
  subscribe: () => () => {},
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
