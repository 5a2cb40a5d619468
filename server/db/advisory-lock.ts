import { createClient } from "./create-client.ts";

/** Runs a function in one process at a time across all processes of a database; the others wait. */
export async function withAdvisoryLock<T>(url: string, key: number, callback: () => Promise<T>): Promise<T> {
  const client = createClient({ connectionString: url, application_name: "maktaba lock" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [key]);
    return await callback();
  } finally {
    await client.end().catch(() => {});
  }
}
