import type { Services } from "#server/services.ts";
import { listAuthorCounts, listGenreCounts, listLanguageCounts, withLongTimeout } from "./facet-queries.ts";

type Deps = Pick<Services, "db" | "clock">;

const minMs = 2_000;
const restFactor = 50;

interface Counted {
  readonly value: Awaited<ReturnType<typeof countAll>>;
  /** Milliseconds since 1970. */
  readonly until: number;
}

interface Desk {
  counted: Counted | null;
  counting: Promise<Counted> | null;
}

const desks = new WeakMap<Deps["db"], Desk>();

async function countAll({ db }: Deps) {
  return withLongTimeout(db, async (tx) => ({
    genres: await listGenreCounts(tx),
    languages: await listLanguageCounts(tx),
    authors: await listAuthorCounts(tx),
  }));
}

async function getCounts(services: Deps): Promise<Counted["value"]> {
  const desk = desks.get(services.db) ?? { counted: null, counting: null };
  desks.set(services.db, desk);
  const isFresh = desk.counted !== null && desk.counted.until > services.clock().getTime();
  if (isFresh && desk.counted) return desk.counted.value;
  desk.counting ??= count(services, desk);
  if (desk.counted) {
    // Returns stale counts while counting; after a failure the next caller retries.
    desk.counting.catch(() => {});
    return desk.counted.value;
  }
  return (await desk.counting).value;
}

async function count(services: Deps, desk: Desk): Promise<Counted> {
  const startedAt = performance.now();
  try {
    const value = await countAll(services);
    const tookMs = performance.now() - startedAt;
    desk.counted = { value, until: services.clock().getTime() + Math.max(minMs, tookMs * restFactor) };
    return desk.counted;
  } finally {
    desk.counting = null;
  }
}

/** All genres in their order. */
export const listGenres = async (services: Deps) => (await getCounts(services)).genres;

/** The values for filters. */
export async function listFilters(services: Deps) {
  const { languages, authors } = await getCounts(services);
  return { languages, authors };
}
