import { sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { withLongTimeout } from "./with-long-timeout.ts";

interface Partitioning {
  readonly column: string;
  /** A key that is unique within each partition. */
  readonly key?: string;
  /** The tables of its foreign keys. */
  readonly references?: string;
}

/** Tables that are partitioned by quarter (UTC). Partitions are in the schema `partitions`. */
const partitionedTables = {
  audit_log: { column: "at" },
  position_events: { column: "reported_at", key: "user_id, id", references: "users, books" },
} satisfies Record<string, Partitioning>;
type PartitionedTable = keyof typeof partitionedTables;

const tables = Object.keys(partitionedTables) as PartitionedTable[];

const monthsAhead = 6;
const warnMonthsAhead = 1;

const addMonths = (time: Date, months: number) =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, 1));

/** Tables whose partitions end within a month. Later rows are stored in the default partition. */
export async function listTablesWithoutPartition(db: Database, now: Date): Promise<PartitionedTable[]> {
  const ends = await Promise.all(tables.map((table) => getEnd(db, table)));
  return tables.filter((_, index) => (ends[index] ?? now) < addMonths(now, warnMonthsAhead + 1));
}

/** Creates the partitions of the next months, without blocking writes. */
export async function createPartitions(db: Database, now: Date): Promise<void> {
  for (const table of tables) {
    for (;;) {
      const start = await getEnd(db, table);
      if (start >= addMonths(now, monthsAhead)) break;
      await createPartition(db, table, start);
    }
  }
}

/** Where the last partition ends. */
async function getEnd(db: Database, table: PartitionedTable): Promise<Date> {
  const { rows } = await db.execute<{ end: string | Date }>(
    sql`select max(${upperBound}) as end ${fromPartitions(table)}`,
  );
  return new Date(rows[0]?.end ?? Number.NaN);
}

/** Returns the space of deleted rows in the partitions that end before a time. */
export async function compactPartitions(db: Database, table: PartitionedTable, before: Date): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.oid::regclass::text as name ${fromPartitions(table)} and ${upperBound} <= ${before.toISOString()}::timestamptz`);
  for (const name of rows.map((row) => sql.raw(row.name))) {
    await withLongTimeout(db, async (tx) => {
      await tx.execute(sql`set local lock_timeout = '500ms'`);
      // Statements that only read the partition go on until it is emptied.
      await tx.execute(sql`lock table ${name} in exclusive mode`);
      await tx.execute(sql`create temporary table kept_rows on commit drop as select * from ${name}`);
      await tx.execute(sql`truncate ${name}`);
      await tx.execute(sql`insert into ${name} select * from kept_rows`);
    });
  }
}

const fromPartitions = (table: PartitionedTable) => sql`
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ${`public.${table}`}::regclass`;

/** Null for the default partition. */
const upperBound = sql`substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''(.*?)''\\)')::timestamptz`;

async function createPartition(db: Database, table: PartitionedTable, start: Date): Promise<void> {
  const end = addMonths(start, 3);
  const quarter = `${start.getUTCFullYear()}q${start.getUTCMonth() / 3 + 1}`;
  const [parent, name, fallback] = [
    sql`public.${sql.identifier(table)}`,
    sql`partitions.${sql.identifier(`${table}_${quarter}`)}`,
    sql`partitions.${sql.identifier(`${table}_default`)}`,
  ];
  const { column, key, references }: Partitioning = partitionedTables[table];
  const [from, to] = [start, end].map((time) => sql.raw(`'${time.toISOString()}'`));
  await db.transaction(async (tx) => {
    // Shorter than the time after which a deadlock is found: this gives up, and no statement of a reader.
    await tx.execute(sql`set local lock_timeout = '500ms'`);
    if (references) await tx.execute(sql`lock table ${sql.raw(references)} in share row exclusive mode`);
    // Created apart and attached, because `partition of` locks out all statements of the table.
    await tx.execute(
      sql`create table ${name} (like ${parent} including defaults ${sql.raw(key ? `, primary key (${key})` : "")})`,
    );
    await tx.execute(sql`
      with moved as (delete from ${fallback} where ${sql.identifier(column)} >= ${from} and ${sql.identifier(column)} < ${to} returning *)
      insert into ${name} select * from moved`);
    await tx.execute(
      sql`alter table ${parent} attach partition ${name} for values from (${from}) to (${to})`,
    );
  });
}
