import type { SiteActivity } from "#shared/admin/contract.ts";
import { countWaitingJobs } from "#server/features/staff/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { getDiskSpace } from "#server/storage/disk-space.ts";
import { listActiveDays } from "./queries.ts";

const maxDays = 30;
const cacheMs = 300_000;

interface CachedDays {
  readonly at: number;
  readonly days: Promise<SiteActivity["days"]>;
}

/** By settings, of which each server has its own. The days are a scan of a month of activity. */
const cache = new WeakMap<object, CachedDays>();

export async function getActivity(context: Context): Promise<SiteActivity> {
  const { db, settings, clock } = context;
  const now = clock();
  const cached = cache.get(settings);
  const isFresh = cached && Math.abs(now.getTime() - cached.at) < cacheMs;
  const days = isFresh ? cached.days : listActiveDays(db, now, maxDays);
  if (!isFresh) {
    cache.set(settings, { at: now.getTime(), days });
    days.catch(() => cache.delete(settings));
  }
  return {
    days: await days,
    ...(await countWaitingJobs(db)),
    disk: await getDiskSpace(settings.dataDir),
    isStorageAvailable: await context.storage.check(),
  };
}
