// Called by `npm run release:fixture`.
import path from "node:path";
import { createClient } from "#server/db/create-client.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { projectRoot } from "#server/project-root.ts";
import { getVersion } from "#server/version.ts";
import { fillEmptyTables } from "./fill-empty-tables.ts";
import { dumpFixture } from "./release-fixture.ts";

const [dataDir = ""] = process.argv.slice(2);
const file = path.join(projectRoot, "server", "testing", "releases", `${getVersion()}.json.gz`);
const database = await startEmbedded(dataDir);
const client = createClient({ connectionString: database.url });
await client.connect();
try {
  for (const line of await fillEmptyTables(client)) process.stderr.write(`Empty: ${line}\n`);
  await dumpFixture(client, getVersion(), file);
  process.stdout.write(`${file}\n`);
} finally {
  await client.end();
  await database.stop();
}
