import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { createEmptyDatabase } from "#server/testing/database.ts";
import { test } from "#server/testing/test.ts";
import type { Database } from "./client.ts";
import { createClient } from "./create-client.ts";
import { migrate } from "./migrate.ts";
import { createPartitions, listTablesWithoutPartition } from "./partitions.ts";
import { auditLog } from "./schema/accounts/accounts.ts";

/** Of each entry of an action, in order. */
async function listPartitions(db: Database, action: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select tableoid::regclass::text as name from audit_log where action = ${action} order by at`,
  );
  return rows.map(({ name }) => name);
}

const entry = (at: string, action: string) => ({ at: new Date(at), action });

test("partitions of the audit log are created ahead, and take the entries that came before them", async ({
  app,
}) => {
  const { db } = app;
  const now = new Date("2031-02-10T12:00:00Z");
  const add = (...days: string[]) => db.insert(auditLog).values(days.map((day) => entry(day, "ahead")));
  await add(
    "2026-01-01T00:00:00Z",
    "2030-12-31T23:59:59.999Z",
    "2031-01-01T00:00:00Z",
    "2099-01-01T00:00:00Z",
  );
  const before = await db.select().from(auditLog).orderBy(auditLog.id);
  expect(await listTablesWithoutPartition(db, now)).toEqual(["audit_log", "position_events"]);

  await createPartitions(db, now);
  await createPartitions(db, now);

  expect(await listTablesWithoutPartition(db, now)).toEqual([]);
  expect(await db.select().from(auditLog).orderBy(auditLog.id)).toEqual(before);
  await add("2031-05-01T00:00:00Z");
  expect(await listPartitions(db, "ahead")).toEqual([
    "partitions.audit_log",
    "partitions.audit_log_2030q4",
    "partitions.audit_log_2031q1",
    "partitions.audit_log_2031q2",
    "partitions.audit_log_default",
  ]);
  await expect(db.delete(auditLog)).rejects.toThrow();
});

interface Event {
  readonly id: string;
  readonly at: string;
  readonly fraction: number;
  readonly reset: boolean;
  readonly reportedAt: string;
}

/** The newest event; one below 1 % that is no reset yields to the newest of the others. */
function getCurrent(events: readonly Event[]): Event | undefined {
  const newestFirst = events.toSorted((a, b) => (a.at < b.at || (a.at === b.at && a.id < b.id) ? 1 : -1));
  const sure = newestFirst.find(({ fraction, reset }) => reset || fraction >= 0.01);
  return sure && sure.fraction >= 0.01 ? sure : newestFirst[0];
}

const pickOne = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;

test("positions are the same in any order of arrival, over partitions, and each event is stored once", async ({
  app,
}) => {
  const { db, make } = app;
  await createPartitions(db, new Date("2031-02-10T12:00:00Z"));
  const { id: userId } = await make.user();
  const record = (bookId: string, batch: readonly Event[], shiftMs = 0) => {
    const given = batch.map(({ fraction, at, ...event }) => {
      const time = new Date(Date.parse(at) + shiftMs);
      return {
        ...event,
        userId,
        bookId,
        locator: { fraction },
        at: time,
        deviceAt: time,
        device: "",
        isDeliberate: false,
      };
    });
    return db.execute(sql`select from record_positions(${JSON.stringify(given)}::jsonb, now())`);
  };
  for (let round = 0; round < 40; round++) {
    const { id: bookId } = await make.book();
    const events = Array.from({ length: 8 }, () => ({
      id: randomUUID(),
      at: new Date(Date.UTC(2030, 0, 1 + Math.floor(Math.random() * 5))).toISOString(),
      fraction: pickOne([0, 0.005, 0.01, 0.5]),
      reset: pickOne([true, false, false]),
      reportedAt: pickOne([
        "2020-01-01T00:00:00Z",
        "2030-12-31T23:59:59Z",
        "2031-01-01T00:00:00Z",
        "2099-01-01T00:00:00Z",
      ]),
    }));
    for (let sent = 0; sent < events.length; ) {
      const batch = events.slice(sent, sent + pickOne([1, 2, 3]));
      sent += batch.length;
      await record(bookId, batch);
      // Sent again with another correction of the clock.
      await record(bookId, batch, 1_000);
      const { rows } =
        await db.execute(sql`select c.event_id as id, c.at = e.at as "isSame" from current_positions c
        join position_events e on e.user_id = c.user_id and e.id = c.event_id where c.book_id = ${bookId}`);
      expect(rows).toEqual([{ id: getCurrent(events.slice(0, sent))?.id, isSame: true }]);
    }
  }
  const { rows } = await db.execute(sql`select count(*)::int as events, count(distinct id)::int as ids,
    count(distinct tableoid)::int as parts from position_events where user_id = ${userId}`);
  expect(rows).toEqual([{ events: 320, ids: 320, parts: 4 }]);
});

/** The migrations before the log was partitioned. */
const earlierMigrations = 20;

test("the log is partitioned while the version before writes to it with prepared statements", async () => {
  const { url, drop } = await createEmptyDatabase();
  await migrate(url, { upTo: earlierMigrations });
  const [writer, client] = [createClient({ connectionString: url }), createClient({ connectionString: url })];
  await Promise.all([writer.connect(), client.connect()]);
  onTestFinished(() => Promise.all([writer.end(), client.end()]).then(drop));
  await client.query(`
    create function refuse_audit_change() returns trigger language plpgsql as
      $$ begin raise exception 'The audit log is append-only.'; end $$;
    create trigger audit_log_append_only before update or delete on audit_log
      for each statement execute function refuse_audit_change();
    insert into audit_log (action, at) values ('early', '1999-01-01'), ('ahead', now() + interval '1 year')`);
  let written = 0;
  const write = async () => {
    const values = [`write ${++written}`];
    await writer.query({ name: "write", text: "insert into audit_log (action) values ($1)", values });
  };
  await write();
  let isMigrated = false;
  const migrating = migrate(url, { upTo: earlierMigrations + 2 }).finally(() => {
    isMigrated = true;
  });
  while (!isMigrated) await write();
  await migrating;
  await write();

  const { rows } = await client.query<{ ids: number; writes: number; parts: string[] }>(`
    select count(distinct id)::int as ids, count(distinct action)::int - 2 as writes,
      array_agg(distinct tableoid::regclass::text) as parts from audit_log`);
  expect(rows).toEqual([{ ids: written + 2, writes: written, parts: ["partitions.audit_log"] }]);
  for (const table of ["audit_log", "partitions.audit_log"])
    await expect(client.query(`delete from ${table}`)).rejects.toThrow("append-only");
  await client.query("insert into audit_log (action, at) values ('later', now() + interval '3 years')");
  expect((await client.query("select from only partitions.audit_log_default")).rowCount).toBe(1);
});
