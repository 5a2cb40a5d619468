import { sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import type { Database } from "#server/db/client.ts";

/** Waits until statements of this database wait for another transaction. */
export const waitForLock = (db: Database, count = 1): Promise<void> =>
  vi.waitFor(async () => {
    const { rowCount } = await db.execute(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    expect(rowCount).toBe(count);
  });
