import { loadDemo } from "#server/features/demo/service.ts";
import type { Command } from "./command.ts";

export const demoLoadCommand: Command = {
  name: "demo load",
  usage: "",
  about:
    "Brings in the demo library; what is there already stays. `npm start` does so by itself where nothing is yet.",
  options: {},
  operands: 0,
  async run({ withServices, say }) {
    const refused: string[] = [];
    const summary = await withServices((services) =>
      loadDemo(services, { refused: (name, reason) => refused.push(`${name}: ${reason}`) }),
    );
    for (const line of refused) say(line);
    say(`${summary.added} books were added, ${summary.known} were there already.`);
    if (!summary.hasJuzAmma) {
      say(
        "Juz ʿAmma is left out: the optional package quran-json, from which its text comes, is not installed.",
      );
    }
    return summary.refused ? 1 : 0;
  },
};
