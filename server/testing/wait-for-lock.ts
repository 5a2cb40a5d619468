import { sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import type { Database } from "#server/db/client.ts";

/** Waits until a statement of this database waits for another transaction. */
export const waitForLock = (db: Database): Promise<void> =>
  vi.waitFor(async () => {
    const { rowCount } = await db.execute(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    expect(rowCount).toBe(1);
  });
