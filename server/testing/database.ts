import { randomUUID } from "node:crypto";
import pg from "pg";
import { getMigrationsVersion, migrate } from "#server/db/migrate.ts";

const getAdminUrl = () => {
  const url = process.env["TEST_DATABASE_URL"];
  if (!url) throw new Error("No test database: run the tests through vitest, whose set-up starts one.");
  return url;
};

const getTemplateName = () => `template_${getMigrationsVersion()}`;

export function getDatabaseUrl(name: string): string {
  const url = new URL(getAdminUrl());
  url.pathname = `/${name}`;
  return url.href;
}

export async function makeTemplate(): Promise<void> {
  await withAdminClient(async (client) => {
    await client.query("select pg_advisory_lock(727002)");
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [
      getTemplateName(),
    ]);
    if (rowCount) return;
    const draft = `draft_${randomUUID().replaceAll("-", "")}`;
    await client.query(`CREATE DATABASE ${draft}`);
    await migrate(getDatabaseUrl(draft));
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${getTemplateName()}`);
  });
}

/** Copies the migrated template; about 50 ms, so a file can have its own. */
export async function cloneTemplate() {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await withAdminClient((client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${getTemplateName()} STRATEGY FILE_COPY`),
  );
  const drop = () =>
    withAdminClient((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  return { url: getDatabaseUrl(name), drop };
}

/** An empty database. */
export async function createEmptyDatabase() {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await withAdminClient((client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`));
  const drop = () =>
    withAdminClient((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  return { url: getDatabaseUrl(name), drop };
}

async function withAdminClient(callback: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: getAdminUrl() });
  await client.connect();
  await callback(client).finally(() => client.end());
}
