import { createClient } from "#server/db/create-client.ts";
import { compareSchema } from "#server/db/describe-schema.ts";
import { countMigrations } from "#server/db/migrate.ts";
import type { Command } from "./command.ts";

export const schemaCheckCommand: Command = {
  name: "schema check",
  usage: "",
  about: "Compares the database with the schema of this version, and changes nothing.",
  options: {},
  operands: 0,
  async run({ withDatabase, print }) {
    return withDatabase(async (url) => {
      const client = createClient({ connectionString: url });
      await client.connect();
      try {
        const { applied, known } = await countMigrations(client);
        if (applied !== known) print(`${applied} migrations were applied, this version has ${known}.`);
        const { missing, unexpected } = await compareSchema(client);
        for (const line of missing) print(`missing     ${line}`);
        for (const line of unexpected) print(`unexpected  ${line}`);
        const count = missing.length + unexpected.length;
        print(count === 0 ? "The schema is that of this version." : `Differences: ${count}`);
        return count === 0 ? 0 : 1;
      } finally {
        await client.end();
      }
    });
  },
};
