import pg from "pg";

/** Runs an act in one process at a time, of all that work on a database; the others wait their turn. */
export async function withAdvisoryLock<T>(url: string, key: number, act: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "maktaba lock" });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [key]);
    return await act();
  } finally {
    await client.end().catch(() => {});
  }
}
