import type { Command } from "./command.ts";

export const migrateCommand: Command = {
  name: "migrate",
  usage: "",
  about: "Migrates the database to this version, as `npm start` does.",
  options: {},
  operands: 0,
  async run({ withServices, print }) {
    await withServices(async () => {});
    print("The database is up to date.");
    return 0;
  },
};
