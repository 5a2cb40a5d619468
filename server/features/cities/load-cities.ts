import { openDatabase } from "#server/db/client.ts";
import { buildCityRows } from "./build-city-rows.ts";
import { replaceCities } from "./queries.ts";
import { citiesVersion } from "./version.ts";

// A program of its own, started by `prepare.ts`: the lists take a hundred megabytes and some seconds, and a server that
// has them in its tables needs neither again. It ends with whoever started it.
process.on("disconnect", () => process.exit(1));
// A terminal's Ctrl-C comes to it too; the server decides when it ends.
process.on("SIGINT", () => undefined);

process.once("message", (databaseUrl: string) => void list(databaseUrl));

async function list(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, { max: 1, statementTimeoutMs: 0 });
  try {
    await replaceCities(db, { version: citiesVersion, madeAt: new Date() }, buildCityRows());
  } finally {
    await db.$client.end();
  }
  process.exit(0);
}
