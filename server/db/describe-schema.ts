import { readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { projectRoot } from "#server/project-root.ts";

export const schemaFile = path.join(projectRoot, "server", "db", "migrations", "schema.txt");

export interface SchemaDifferences {
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
}

/** Compares the database with the schema of this version, line by line. */
export async function compareSchema(client: Pick<pg.Client, "query">): Promise<SchemaDifferences> {
  const expected = new Set(readFileSync(schemaFile, "utf8").trimEnd().split("\n"));
  const actual = new Set(await describeSchema(client));
  return {
    missing: [...expected].filter((line) => !actual.has(line)),
    unexpected: [...actual].filter((line) => !expected.has(line)),
  };
}

/** One line for each column, constraint, index, trigger, type and function, sorted. */
export async function describeSchema(client: Pick<pg.Client, "query">): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    with relations as (
      select c.oid, c.relname as name, c.relkind from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e'))
    select format('column %s.%s %s%s%s%s%s', r.name, a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then ' not null' end,
      case when a.attidentity::text <> '' then ' identity ' || a.attidentity::text end,
      case when a.attgenerated::text <> '' then ' generated ' || a.attgenerated::text end,
      ' default ' || pg_get_expr(d.adbin, d.adrelid)) as line
    from relations r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
    union all
    select format('constraint %s.%s %s', r.name, k.conname, pg_get_constraintdef(k.oid))
    from relations r join pg_constraint k on k.conrelid = r.oid and k.contype <> 'n'
    union all
    select format('index %s%s', pg_get_indexdef(i.indexrelid), case when not i.indisvalid then ' invalid' end)
    from relations r join pg_index i on i.indrelid = r.oid
    union all
    select format('trigger %s%s', pg_get_triggerdef(t.oid), case when t.tgenabled = 'D' then ' disabled' end)
    from relations r join pg_trigger t on t.tgrelid = r.oid and not t.tgisinternal
    union all
    select format('view %s %s', r.name, md5(pg_get_viewdef(r.oid))) from relations r where r.relkind in ('v', 'm')
    union all
    select format('type %s %s', t.typname, string_agg(e.enumlabel, ', ' order by e.enumsortorder))
    from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'public'::regnamespace group by t.oid
    union all
    select format('function %s(%s) %s', p.proname, pg_get_function_identity_arguments(p.oid), md5(p.prosrc))
    from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select format('extension %s', extname) from pg_extension where extname <> 'plpgsql'`);
  return rows.map(({ line }) => line.replaceAll(/\s+/g, " ").trim()).sort();
}
