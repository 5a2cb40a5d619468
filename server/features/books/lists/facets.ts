import { withLongTimeout } from "#server/db/with-long-timeout.ts";
import type { GuestContext } from "#server/http/api/context.ts";
import type { Services } from "#server/services.ts";
import { listAuthorCounts, listGenreCounts, listLanguageCounts } from "./facet-queries.ts";

type Deps = Pick<Services, "db" | "clock">;

const minMs = 2_000;
const intervalFactor = 50;

interface CachedCounts {
  readonly value: Awaited<ReturnType<typeof countAll>>;
  /** Milliseconds since 1970. */
  readonly until: number;
}

interface CountCache {
  counted: CachedCounts | null;
  counting: Promise<CachedCounts> | null;
}

const caches = new WeakMap<Deps["db"], CountCache>();

async function countAll({ db }: Deps) {
  return withLongTimeout(db, async (tx) => ({
    genres: await listGenreCounts(tx),
    languages: await listLanguageCounts(tx),
    authors: await listAuthorCounts(tx),
  }));
}

async function getCounts(services: Deps): Promise<CachedCounts["value"]> {
  const cache = caches.get(services.db) ?? { counted: null, counting: null };
  caches.set(services.db, cache);
  const isFresh = cache.counted !== null && cache.counted.until > services.clock().getTime();
  if (isFresh && cache.counted) return cache.counted.value;
  cache.counting ??= count(services, cache);
  if (cache.counted) {
    // Returns stale counts while counting; after a failure the next caller retries.
    cache.counting.catch(() => {});
    return cache.counted.value;
  }
  return (await cache.counting).value;
}

async function count(services: Deps, cache: CountCache): Promise<CachedCounts> {
  const startedAt = performance.now();
  try {
    const value = await countAll(services);
    const elapsedMs = performance.now() - startedAt;
    cache.counted = {
      value,
      until: services.clock().getTime() + Math.max(minMs, elapsedMs * intervalFactor),
    };
    return cache.counted;
  } finally {
    cache.counting = null;
  }
}

/** All genres in their order. */
export const listGenres = async (services: Deps) => (await getCounts(services)).genres;

/** The values for filters. */
export async function listFilters(context: GuestContext) {
  const { languages, authors } = await getCounts(context);
  return { languages, authors };
}
