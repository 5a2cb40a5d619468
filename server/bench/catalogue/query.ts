import pg from "pg";
import type { Bench } from "#server/bench/section.ts";

/** Runs one statement on the database of the bench. */
export async function query({ databaseUrl }: Pick<Bench, "databaseUrl">, text: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await client.query<Record<string, unknown>>(text);
  } finally {
    await client.end();
  }
}
