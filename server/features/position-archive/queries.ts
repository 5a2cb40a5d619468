import { and, asc, eq, gte, lte, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { dataExports } from "#server/db/schema/accounts/accounts.ts";
import {
  positionArchives as archives,
  positionEvents as events,
} from "#server/db/schema/reading/positions.ts";

export type Archive = typeof archives.$inferSelect;

/** Until the transaction ends, no other one moves events or changes archives. */
export async function lockArchives(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('position-archives'))`);
}

export interface OldEvent extends Record<string, unknown> {
  readonly userId: UserId;
  /** All columns, as JSON. */
  readonly line: string;
}

export interface Range {
  /** Events before it are old. */
  readonly before: Date;
  /** The first two digits of the ids of the readers. */
  readonly prefix: string;
}

/**
 * Deletes old events, in the order of readers, and returns them. What later positions are compared with is kept: of
 * each book the newest old event, and the newest that is no fall below 1 %. Readers who wait for an export are left out.
 */
export async function takeOldEvents(
  tx: Database,
  { before, prefix, limit }: Range & { readonly limit: number },
): Promise<OldEvent[]> {
  const time = sql`${before.toISOString()}::timestamptz`;
  const bound = (digit: string) => sql`rpad(${prefix}, 32, ${digit})::uuid`;
  const newest = (condition = sql`true`) => sql`(
    select n.id from ${events} n
    where n.user_id = e.user_id and n.book_id = e.book_id and n.at < ${time} and ${condition}
    order by n.at desc, n.device_at desc, n.is_deliberate desc, n.id desc limit 1)`;
  const { rows } = await tx.execute<OldEvent>(sql`
    with old as (
      select e.user_id, e.id, e.reported_at from ${events} e
      where e.user_id between ${bound("0")} and ${bound("f")} and e.at < ${time} and e.reported_at < ${time}
        and not exists (select from ${dataExports} x where x.user_id = e.user_id and x.status = 'waiting')
        and e.id <> ${newest()}
        and e.id is distinct from ${newest(sql`(n.reset or (n.locator ->> 'fraction')::float8 >= 0.01)`)}
      order by e.user_id, e.id
      limit ${limit}
    ), taken as (
      delete from ${events} e using old
      where e.user_id = old.user_id and e.id = old.id and e.reported_at = old.reported_at
      returning e.*
    )
    select user_id as "userId", to_jsonb(t)::text as line from taken t order by user_id, id`);
  return rows;
}

export async function insertArchive(tx: Database, archive: Archive): Promise<void> {
  await tx.insert(archives).values(archive);
}

export async function deleteArchive(tx: Database, storageKey: string): Promise<void> {
  await tx.delete(archives).where(eq(archives.storageKey, storageKey));
}

/** The files that can have events of a reader, oldest first. */
export function listArchives(db: Database, userId: UserId): Promise<Archive[]> {
  return db
    .select()
    .from(archives)
    .where(and(lte(archives.firstUserId, userId), gte(archives.lastUserId, userId)))
    .orderBy(asc(archives.archivedAt), asc(archives.storageKey));
}
