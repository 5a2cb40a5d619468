import type { Command } from "./command.ts";

export const migrateCommand: Command = {
  name: "migrate",
  usage: "",
  about: "Brings the database up to this version; `npm start` does so by itself.",
  options: {},
  operands: 0,
  async run({ withServices, print }) {
    await withServices(async () => {});
    print("The database is of this version.");
    return 0;
  },
};
