import type pg from "pg";
import { listAllTables, quoteIdentifier } from "#server/backup/tables.ts";

interface Column {
  readonly name: string;
  readonly type: string;
  /** The table that the column refers to, with its column. */
  readonly refersTo: readonly [table: string, column: string] | null;
  /** The first value that a check constraint allows. */
  readonly allowed: string | null;
}

const values: Readonly<Record<string, unknown>> = {
  uuid: "00000000-0000-4000-8000-000000000001",
  text: "text",
  boolean: true,
  jsonb: "{}",
  bytea: Buffer.from("bytes"),
  date: "2026-11-28",
  "timestamp with time zone": "2026-11-28T12:00:00Z",
};

/**
 * Adds one row to each table that the tests left empty, with values for the columns that need one.
 *
 * @returns the tables that are still empty
 */
export async function fillEmptyTables(client: pg.Client): Promise<string[]> {
  const empty: string[] = [];
  for (const { name } of await listAllTables(client)) {
    const { rowCount } = await client.query(`select from ${quoteIdentifier(name)} limit 1`);
    if (rowCount) continue;
    await insertRow(client, name).catch((error: Error) => empty.push(`${name}: ${error.message}`));
  }
  return empty;
}

async function insertRow(client: pg.Client, table: string): Promise<void> {
  const columns = await listRequiredColumns(client, table);
  const row = await Promise.all(columns.map((column) => getValue(client, column)));
  const names = columns.map(({ name }) => quoteIdentifier(name)).join(", ");
  const parameters = columns.map((_, index) => `$${index + 1}`).join(", ");
  await client.query(`insert into ${quoteIdentifier(table)} (${names}) values (${parameters})`, row);
}

async function getValue(client: pg.Client, { type, refersTo, allowed }: Column): Promise<unknown> {
  if (!refersTo) return allowed ?? (type.endsWith("[]") ? "{}" : (values[type] ?? 1));
  const [table, column] = refersTo.map(quoteIdentifier);
  const { rows } = await client.query(`select ${column} as value from ${table} order by random() limit 1`);
  return rows[0]?.value;
}

async function listRequiredColumns(client: pg.Client, table: string): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
      (select json_build_array(f.relname, fa.attname) from pg_constraint k join pg_class f on f.oid = k.confrelid
        join pg_attribute fa on fa.attrelid = f.oid and fa.attnum = k.confkey[array_position(k.conkey, a.attnum)]
        where k.conrelid = a.attrelid and k.contype = 'f' and a.attnum = any(k.conkey) limit 1) as "refersTo",
      (select substring(pg_get_constraintdef(k.oid) from '''([^'']+)''::text') from pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as allowed
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
      and a.attnotnull and d.oid is null and a.attidentity::text = ''`,
    [quoteIdentifier(table)],
  );
  return rows;
}
