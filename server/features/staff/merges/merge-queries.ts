import { and, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { MergeKind } from "#shared/staff/merges.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { mergedRows, merges } from "#server/db/schema/books/merges.ts";
import { type MergeReference, mergedTables } from "./merge-references.ts";

const name = (identifier: string) => sql.identifier(identifier);
const column = (alias: string, identifier: string) => sql`${sql.raw(alias)}.${name(identifier)}`;
const all = (conditions: readonly SQL[]) => sql.join([...conditions], sql` and `);

/** The rows of a reference that belong to its kind. */
const isOfKind = (alias: string, { onlyWhere }: MergeReference): SQL =>
  onlyWhere ? sql`${column(alias, onlyWhere[0])} = ${onlyWhere[1]}` : sql`true`;

const hasSameKey = (left: string, right: string, { key }: MergeReference): SQL =>
  all(key.map((each) => sql`${column(left, each)} = ${column(right, each)}`));

/** Rows of one side that give way to the same row of the other side. */
function isDuplicate(reference: MergeReference, from: string, targetId: string): SQL {
  const of = (alias: string, id: string) => sql`${column(alias, reference.column)} = ${id}::uuid`;
  const { rank } = reference;
  if (!rank) return sql`${of("t", from)} and ${of("o", targetId)}`;
  return sql`(${of("t", from)} and ${of("o", targetId)} and ${column("o", rank)} <= ${column("t", rank)}
    or ${of("t", targetId)} and ${of("o", from)} and ${column("o", rank)} < ${column("t", rank)})`;
}

/** Points a reference to the target, and stores moved and duplicate rows. */
export async function moveReference(
  tx: Database,
  mergeId: string,
  reference: MergeReference,
  from: string,
  targetId: string,
): Promise<void> {
  const { table, key } = reference;
  const store = (rows: SQL, isDuplicateRow: boolean, row: SQL) =>
    tx.execute(sql`
      with changed as (${rows})
      insert into ${mergedRows} (merge_id, table_name, row, is_duplicate)
      select ${mergeId}::uuid, ${table}, ${row}, ${isDuplicateRow} from changed`);
  await store(
    sql`delete from ${name(table)} t using ${name(table)} o
      where ${isOfKind("t", reference)} and ${isOfKind("o", reference)} and ${hasSameKey("t", "o", reference)}
        and ${isDuplicate(reference, from, targetId)}
      returning t.*`,
    true,
    sql`to_jsonb(changed)`,
  );
  const keyValues = key.flatMap((each) => [sql`${each}::text`, column("changed", each)]);
  await store(
    sql`update ${name(table)} t set ${name(reference.column)} = ${targetId}::uuid
      where ${column("t", reference.column)} = ${from}::uuid and ${isOfKind("t", reference)}
      returning t.*`,
    false,
    sql`jsonb_build_object(${sql.join(keyValues, sql`, `)})`,
  );
}

/** Points moved rows back that still refer to the target, and inserts the duplicates again. */
export async function restoreReference(
  tx: Database,
  mergeId: string,
  reference: MergeReference,
  from: string,
  targetId: string,
): Promise<void> {
  const { table, key, parents = [] } = reference;
  const isStored = (isDuplicateRow: boolean) =>
    sql`m.merge_id = ${mergeId}::uuid and m.table_name = ${table} and m.is_duplicate = ${isDuplicateRow}`;
  const hasKey = all(key.map((each) => sql`${column("t", each)}::text = m.row->>${each}`));
  await tx.execute(sql`
    update ${name(table)} t set ${name(reference.column)} = ${from}::uuid from ${mergedRows} m
    where ${isStored(false)} and ${column("t", reference.column)} = ${targetId}::uuid and ${hasKey}
      and ${isOfKind("t", reference)}`);
  const hasParents = parents.map(
    ([child, parent]) => sql`exists (select from ${name(parent)} p where p.id = (m.row->>${child})::uuid)`,
  );
  await tx.execute(sql`
    insert into ${name(table)}
    select (jsonb_populate_record(null::${name(table)}, m.row)).* from ${mergedRows} m
    where ${all([isStored(true), ...hasParents])}
    on conflict do nothing`);
}

export async function countMoves(
  db: Database,
  reference: MergeReference,
  from: string,
  targetId: string,
): Promise<{ count: number; shared: number }> {
  const { table } = reference;
  // A contributor can have several roles in one book.
  const [first = ""] = reference.key;
  const isShared = sql`exists (select from ${name(table)} o
    where ${column("o", reference.column)} = ${targetId}::uuid and ${isOfKind("o", reference)}
      and ${column("o", first)} = ${column("t", first)})`;
  const { rows } = await db.execute<{ count: number; shared: number }>(sql`
    select count(distinct ${column("t", first)})::int as count,
      count(distinct ${column("t", first)}) filter (where ${isShared})::int as shared
    from ${name(table)} t
    where ${column("t", reference.column)} = ${from}::uuid and ${isOfKind("t", reference)}`);
  return expectOneRow(rows);
}

/** The row as JSON by column names; null when it does not exist. */
export async function findRow(
  db: Database,
  kind: MergeKind,
  id: string,
): Promise<Record<string, unknown> | null> {
  const { rows } = await db.execute<{ row: Record<string, unknown> }>(
    sql`select to_jsonb(t) as row from ${name(mergedTables[kind])} t where id = ${id}::uuid`,
  );
  return rows[0]?.row ?? null;
}

/** Copies columns of a stored row into the row with this id. */
export async function copyColumns(
  tx: Database,
  kind: MergeKind,
  row: Record<string, unknown>,
  id: string,
  columns: readonly string[],
): Promise<void> {
  if (columns.length === 0) return;
  const table = name(mergedTables[kind]);
  await tx.execute(sql`
    update ${table} t set ${sql.join(
      columns.map((each) => sql`${name(each)} = ${column("r", each)}`),
      sql`, `,
    )}
    from jsonb_populate_record(null::${table}, ${JSON.stringify(row)}::jsonb) r where t.id = ${id}::uuid`);
}

/** Sets columns to their defaults where they still have the values of a stored row. */
export async function clearColumns(
  tx: Database,
  kind: MergeKind,
  row: Record<string, unknown>,
  id: string,
  columns: readonly string[],
): Promise<void> {
  const table = name(mergedTables[kind]);
  for (const each of columns) {
    await tx.execute(sql`
      update ${table} t set ${name(each)} = default
      from jsonb_populate_record(null::${table}, ${JSON.stringify(row)}::jsonb) r
      where t.id = ${id}::uuid and ${column("t", each)} is not distinct from ${column("r", each)}`);
  }
}

export async function insertRow(tx: Database, kind: MergeKind, row: Record<string, unknown>): Promise<void> {
  const table = name(mergedTables[kind]);
  await tx.execute(sql`insert into ${table}
    select * from jsonb_populate_record(null::${table}, ${JSON.stringify(row)}::jsonb)`);
}

export async function deleteRow(tx: Database, kind: MergeKind, id: string): Promise<void> {
  await tx.execute(sql`delete from ${name(mergedTables[kind])} where id = ${id}::uuid`);
}

export async function isAccount(tx: Database, id: unknown): Promise<boolean> {
  return typeof id === "string" && (await tx.$count(users, sql`${users.id} = ${id}::uuid`)) > 0;
}

const targetName = sql<string>`coalesce(case ${merges.kind}
  when 'genre' then (select g.name from genres g where g.id = ${merges.targetId})
  when 'trope' then (select t.name from tropes t where t.id = ${merges.targetId})
  else (select c.name from contributors c where c.id = ${merges.targetId}) end, '')`;

const columns = {
  ...pick(merges, "id", "kind", "fromId"),
  fromName: sql<string>`${merges.fromRow}->>'name'`,
  targetId: merges.targetId,
  targetName,
  firstName: users.firstName,
  lastName: users.lastName,
  mergedAt: merges.mergedAt,
  undoneAt: merges.undoneAt,
};

export type MergeRow = Awaited<ReturnType<typeof listMergeRows>>[number];

const maxListed = 50;

/** Newest first. */
export function listMergeRows(db: Database, kind: MergeKind, since: Date) {
  return db
    .select(columns)
    .from(merges)
    .leftJoin(users, eq(users.id, merges.actorId))
    .where(and(eq(merges.kind, kind), gt(merges.mergedAt, since)))
    .orderBy(desc(merges.mergedAt), desc(merges.id))
    .limit(maxListed);
}

export async function findMergeRow(db: Database, id: string): Promise<MergeRow | null> {
  const [row] = await db
    .select(columns)
    .from(merges)
    .leftJoin(users, eq(users.id, merges.actorId))
    .where(eq(merges.id, id));
  return row ?? null;
}

export async function lockMerge(tx: Database, id: string): Promise<typeof merges.$inferSelect | null> {
  const [row] = await tx.select().from(merges).where(eq(merges.id, id)).for("update");
  return row ?? null;
}

export async function insertMerge(tx: Database, merge: typeof merges.$inferInsert): Promise<string> {
  const { id } = expectOneRow(await tx.insert(merges).values(merge).returning({ id: merges.id }));
  return id;
}

export async function setUndone(tx: Database, id: string, undoneAt: Date): Promise<void> {
  await tx.update(merges).set({ undoneAt }).where(eq(merges.id, id));
  await tx.delete(mergedRows).where(eq(mergedRows.mergeId, id));
}

/** Moved rows are not needed after the time for an undo. */
export async function deleteMergedRows(db: Database, before: Date): Promise<void> {
  await db
    .delete(mergedRows)
    .where(
      sql`${mergedRows.mergeId} in (select ${merges.id} from ${merges} where ${lte(merges.mergedAt, before)})`,
    );
}
