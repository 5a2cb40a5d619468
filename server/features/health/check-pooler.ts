import { createClient } from "#server/db/create-client.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/**
 * Whether the pooler answers, and limits the time of statements, which the server cannot do through it.
 *
 * @param url null for none, which has no findings
 */
export async function checkPooler(url: string | null): Promise<readonly Finding[]> {
  if (url === null) return [];
  const client = createClient({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ limit: string }>(
      "select current_setting('statement_timeout') as limit",
    );
    return [rows[0]?.limit === "0" ? warning("pooler-no-limit") : ok("pooler")];
  } catch (error) {
    return [problem("pooler-unusable", { reason: error instanceof Error ? error.message : String(error) })];
  } finally {
    await client.end().catch(() => {});
  }
}
