import type pg from "pg";
import { createClient } from "#server/db/create-client.ts";
import { compareSchema } from "#server/db/describe-schema.ts";
import { countMigrations } from "#server/db/migrate.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const minPostgres = 15;
const maxSkewSeconds = 30;

/** @throws {Error} when the database does not answer */
export async function checkDatabase(url: string): Promise<readonly Finding[]> {
  const client = createClient({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  return inspectDatabase(client).finally(() => client.end());
}

async function inspectDatabase(client: pg.Client): Promise<readonly Finding[]> {
  const { rows } = await client.query<{ version: string; encoding: string; now: Date }>(
    "select current_setting('server_version') as version, current_setting('server_encoding') as encoding, clock_timestamp() as now",
  );
  const [row] = rows;
  if (!row) throw new Error("it answered nothing.");
  const skewSeconds = (Date.now() - row.now.getTime()) / 1000;
  return [checkPostgres(row.version, row.encoding), await checkSchema(client), checkClock(skewSeconds)];
}

function checkPostgres(version: string, encoding: string): Finding {
  if (Number.parseInt(version, 10) < minPostgres)
    return problem("postgres-old", { version, min: minPostgres });
  if (encoding !== "UTF8") return problem("postgres-encoding", { encoding });
  return ok("postgres", { version });
}

async function checkSchema(client: pg.Client): Promise<Finding> {
  const { applied, known } = await countMigrations(client);
  if (applied > known) return problem("schema-newer");
  if (applied < known) return warning("schema-pending", { count: known - applied });
  const { missing, unexpected } = await compareSchema(client);
  const count = missing.length + unexpected.length;
  return count === 0 ? ok("schema") : problem("schema-differs", { count });
}

function checkClock(skewSeconds: number): Finding {
  const seconds = Math.round(Math.abs(skewSeconds));
  return seconds <= maxSkewSeconds ? ok("clock") : problem("clock-differs", { seconds });
}
