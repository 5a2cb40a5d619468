import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

export const getId = (kind: string, n: number) =>
  `${kind}0000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;

/** Connections for the client that fills tables, and for two that build indexes meanwhile; rows are not checked against others. */
export function openBulkPool(connectionString: string): pg.Pool {
  const settings =
    "maintenance_work_mem=1GB work_mem=512MB synchronous_commit=off session_replication_role=replica statement_timeout=0";
  return new pg.Pool({ connectionString, max: 3, options: settings.replace(/^| /g, " -c ") });
}

/**
 * Drops the indexes and keys of tables to which no foreign key refers.
 *
 * @returns the statements that create them again
 */
export async function dropIndexes(client: pg.Client, tables: readonly string[]) {
  const { rows } = await client.query<Readonly<Record<"table" | "drop" | "create", string>>>(
    `select i.indrelid::regclass::text as table,
      case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
        else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
      case when c.oid is null then replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
        else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
        end as create
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = any ($1::regclass[])
      and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = i.indexrelid)`,
    [tables],
  );
  for (const each of rows) await client.query(each.drop);
  return rows;
}

type Row = Readonly<Record<string, string | number | boolean>>;

/** Copies a row for each number into a table. */
export async function copy(
  client: pg.Client,
  table: string,
  [from, to]: readonly [number, number],
  getRow: (n: number) => Row,
): Promise<void> {
  function* listLines(): Generator<string> {
    for (let n = from; n < to; n++) yield `${Object.values(getRow(n)).join("\t")}\n`;
  }
  const into = client.query(copyFrom(`COPY ${table} (${Object.keys(getRow(from))}) FROM STDIN`));
  await pipeline(Readable.from(listLines()), into);
}
