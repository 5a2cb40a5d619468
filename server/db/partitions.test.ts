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
  expect(await listTablesWithoutPartition(db, now)).toEqual(["audit_log"]);

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
  const migrating = migrate(url, { upTo: earlierMigrations + 2 }).finally(() => (isMigrated = true));
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
