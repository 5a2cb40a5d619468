import type pg from "pg";
import { excludedTables } from "./manifest.ts";

export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** Tables that its foreign keys refer to. */
  readonly dependencies: readonly string[];
}

/** The tables of a backup in dependency order. */
export async function listTables(client: pg.Client): Promise<readonly TableShape[]> {
  return (await listAllTables(client)).filter(({ name }) => !excludedTables.includes(name));
}

/** All tables in dependency order. */
export async function listAllTables(client: pg.Client): Promise<readonly TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select array_agg(a.attname::text order by array_position(i.indkey::int[], a.attnum::int))
        from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indisprimary and i.indrelid = coalesce((select min(inhrelid) from pg_inherits where inhparent = c.oid), c.oid)),
        '{}') as key,
      coalesce((select array_agg(distinct f.relname::text) from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid), '{}') as dependencies
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname`);
  return sortByDependency(rows);
}

/** The rows of a table as text, identical on every server. */
export function exportTable({ name, columns, key }: TableShape): string {
  const order = key.length ? key.map(quoteIdentifier).join(", ") : `${quoteIdentifier(name)}::text`;
  return `copy (select ${columns.map(quoteIdentifier).join(", ")} from ${quoteIdentifier(name)} order by ${order}) to stdout`;
}

export function importTable({ name, columns }: TableShape): string {
  return `copy ${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(", ")}) from stdin`;
}

/** Makes text output independent of server settings. */
export async function normalizeOutputFormats(client: pg.Client): Promise<void> {
  await client.query(
    "set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0",
  );
}

export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

function sortByDependency(tables: readonly TableShape[]): readonly TableShape[] {
  const remaining = new Map(tables.map((table) => [table.name, table]));
  const sorted: TableShape[] = [];
  while (remaining.size) {
    const ready = [...remaining.values()].filter(
      ({ dependencies }) => !dependencies.some((dependency) => remaining.has(dependency)),
    );
    if (!ready.length)
      throw new Error(`These tables have circular foreign keys: ${[...remaining.keys()].join(", ")}.`);
    for (const table of ready) remaining.delete(table.name);
    sorted.push(...ready);
  }
  return sorted;
}
