import pg from "pg";
import type { Bench } from "#server/bench/core/bench.ts";
import { median, repeat, size, timed } from "#server/bench/core/load.ts";

const [rows, months, batches, batch] = [size(1_000_000, 2_400), 24, size(200, 5), 32];
const owners = 2_000;
const toUuid = (n: number) => n.toString(16).padStart(32, "0");
const day = (n: number) => `'${new Date(Date.UTC(2024, 0, 1 + n * 30)).toISOString()}'`;

/** Table; its time; columns, and values of row `g` at the time `t` of `owner`; the end of the most frequent read. */
const tables = `
audit_log; at; at, action, target; t, 'bench', g; $1::uuid is not null order by id desc limit 50
partitions.position_events; at; id, user_id, book_id, locator, at, device_at, device, is_deliberate, received_at; gen_random_uuid(), owner, '${toUuid(1)}', '{"chapter": 1, "fraction": 0.5}', t, t, '', false, t; user_id = $1 and book_id = '${toUuid(1)}' order by at desc, device_at desc, is_deliberate desc, id desc limit 1
reading_sessions; started_at; id, user_id, title, kind, started_at, ended_at, zone, received_at; gen_random_uuid(), owner, 'Bench', 'reading', t, t, 'UTC', t; user_id = $1 order by started_at desc, id desc limit 30
notifications; created_at; user_id, type, params, key, created_at; owner, 'bench', '{}', g, t; user_id = $1 order by created_at desc, id desc limit 30
messages; created_at; conversation_id, number, client_id, source, content, normalized_text, created_at; owner, g, gen_random_uuid(), 'Bench', '[]', 'bench', t; conversation_id = $1 order by number desc limit 50`;

/** Two years of rows in one table, and in monthly partitions whose keys are unique within each. */
export async function partitions(bench: Bench): Promise<void> {
  const client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
  await client.query("create schema bench; set search_path = bench, public");
  bench.atEnd(() => client.query("drop schema bench cascade").finally(() => client.end()));
  for (const line of tables.trim().split("\n")) {
    const [table, time, columns, values, read] = line.split("; ");
    for (const kind of ["whole", "partitioned"]) {
      const shape = kind === "whole" ? "all)" : `defaults) partition by range (${time})`;
      await client.query(`drop table if exists t; create table t (like ${table} including ${shape}`);
      for (let n = 0; n < months && kind !== "whole"; n++)
        await client.query(`create table t${n} (like ${table} including all);
          alter table t attach partition t${n} for values from (${day(n)}) to (${day(n + 1)})`);
      const insert = (from: number, count: number, t: string) =>
        client.query(`insert into t (${columns}) select ${values} from (
          select g, ${t} as t, lpad(to_hex(g % ${owners} * 7919 % ${owners}), 32, '0')::uuid as owner
          from generate_series(${from}, ${from + count - 1}) g) r`);
      await insert(1, rows, `timestamptz ${day(0)} + (g - 1) * interval '${months * 30} days' / ${rows}`);
      for (const statement of ["vacuum analyze t", "checkpoint"]) await client.query(statement);
      const getLog = async () =>
        Number((await client.query("select pg_current_wal_lsn() - '0/0' as n")).rows[0].n);
      let n = 0;
      const last = `timestamptz ${day(months)} - interval '1 hour'`;
      const logBefore = await getLog();
      const writes = await repeat(batches, () => insert(rows + 1 + n++ * batch, batch, last));
      const log = (await getLog()) - logBefore;
      const text = `select * from t where ${read}`;
      const find = () => client.query({ name: `${table} ${kind}`, text, values: [toUuid(n++ % owners)] });
      bench.figures(
        [`${table}, ${kind}: ${batch} rows`, median(writes), "ms"],
        [`${table}, ${kind}: log of a row`, log / batches / batch, "bytes"],
        [`${table}, ${kind}: read`, median(await repeat(batches, find)), "ms"],
      );
      const removal = kind === "whole" ? `delete from t where ${time} < ${day(1)}` : "drop table t0";
      bench.figures([`${table}, ${kind}: remove a month`, await timed(() => client.query(removal)), "ms"]);
    }
  }
}
