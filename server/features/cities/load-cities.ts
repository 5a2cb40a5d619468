import { openDatabase } from "#server/db/client.ts";
import { buildCityRows } from "./build-city-rows.ts";
import { replaceCities } from "./queries.ts";
import { citiesVersion } from "./version.ts";

// A separate process, because the import needs 100 MB and some seconds once per database.
process.on("disconnect", () => process.exit(1));
// The terminal sends Ctrl-C to the child too; the server decides when it stops.
process.on("SIGINT", () => undefined);

process.once("message", (databaseUrl: string) => void importCities(databaseUrl));

async function importCities(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, { max: 1, statementTimeoutMs: 0 });
  try {
    await replaceCities(db, { version: citiesVersion, createdAt: new Date() }, buildCityRows());
  } finally {
    await db.$client.end();
  }
  process.exit(0);
}
