import { once } from "node:events";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

export const getId = (kind: string, n: number) =>
  `${kind}0000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;

export interface DroppedIndex {
  readonly table: string;
  /** The statement that creates it again. */
  readonly create: string;
}

/** Drops the indexes and keys of tables to which no foreign key refers. */
export async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<DroppedIndex[]> {
  const { rows } = await client.query<DroppedIndex & { readonly drop: string }>(
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

export async function copy(client: pg.Client, into: string, lines: Iterable<string>): Promise<void> {
  const stream = client.query(copyFrom(`COPY ${into} FROM STDIN`));
  let chunk = "";
  for (const line of lines) {
    chunk += line;
    if (chunk.length < 65_536) continue;
    if (!stream.write(chunk)) await once(stream, "drain");
    chunk = "";
  }
  stream.end(chunk);
  await once(stream, "finish");
}

/** A table that is filled while others are; its rows are not checked against others. */
export async function openCopy(databaseUrl: string, into: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("set session_replication_role = replica; set synchronous_commit = off");
  const stream = client.query(copyFrom(`COPY ${into} FROM STDIN`));
  return {
    write(lines: Iterable<string>): void {
      let chunk = "";
      for (const line of lines) {
        chunk += line;
        if (chunk.length < 65_536) continue;
        stream.write(chunk);
        chunk = "";
      }
      if (chunk !== "") stream.write(chunk);
    },
    async end(): Promise<void> {
      stream.end();
      await once(stream, "finish");
      await client.end();
    },
  };
}

export function* numbered(from: number, to: number, format: (n: number) => string): Generator<string> {
  for (let n = from; n < to; n++) yield format(n);
}

export const formatRow = (...values: readonly (string | number | boolean)[]) => `${values.join("\t")}\n`;

const separators = new WeakMap<TemplateStringsArray, readonly string[]>();

/** A line for COPY: its values are between the white space of the template. */
export function row(parts: TemplateStringsArray, ...values: readonly unknown[]): string {
  let raw = separators.get(parts);
  if (!raw) {
    raw = parts.map((part) => part.replace(/\s+/g, "\t"));
    separators.set(parts, raw);
  }
  let line = raw[0] ?? "";
  for (const [n, value] of values.entries()) line += `${value}${raw[n + 1]}`;
  return `${line}\n`;
}
