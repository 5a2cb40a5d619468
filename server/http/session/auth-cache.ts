import type { UserId } from "#shared/accounts/user.ts";
import type { PubSub } from "#server/pubsub/live.ts";
import type { Services } from "#server/services.ts";

export interface AuthenticatedRequest {
  readonly user: Express.User;
  readonly sessionId: string;
}

const ttlMs = 5_000;
const maxEntries = 20_000;

/** Broadcast when a session ended; its id is the hashed one. */
export const sessionEnded = "session-ended";

/** Broadcast when an account changed; its id is the user's. */
export const userChanged = "user-changed";

type Deps = Pick<Services, "live">;

/** Invalidates an account in all processes, this one first. */
export async function broadcastUserChanged({ live }: Deps, userId: UserId): Promise<void> {
  getAuthCache({ live }).forget();
  await live.broadcast(userChanged, userId);
}

/** Invalidates a session in all processes, this one first. */
export async function broadcastSessionEnded({ live }: Deps, idHash: string): Promise<void> {
  getAuthCache({ live }).forget();
  await live.broadcast(sessionEnded, idHash);
}

const caches = new WeakMap<PubSub, ReturnType<typeof createCache>>();

/** Authenticated users of this process, cached for 5 s. */
export function getAuthCache({ live }: Deps) {
  const cache = caches.get(live) ?? createCache(live);
  caches.set(live, cache);
  return cache;
}

function createCache(live: PubSub) {
  const cache = new Map<string, AuthenticatedRequest & { readonly until: number }>();
  let version = 0;
  const forget = () => {
    version += 1;
    cache.clear();
  };
  live.onBroadcast(sessionEnded, forget);
  live.onBroadcast(userChanged, forget);
  live.onGap(forget);
  return {
    forget,
    version: () => version,
    find(cookie: string): AuthenticatedRequest | undefined {
      const found = cache.get(cookie);
      return found && found.until > performance.now() ? found : undefined;
    },
    store(cookie: string, request: AuthenticatedRequest, startedVersion: number): void {
      if (startedVersion !== version) return;
      if (cache.size >= maxEntries) cache.clear();
      cache.set(cookie, { ...request, until: performance.now() + ttlMs });
    },
  };
}
