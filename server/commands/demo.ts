import { removeDemo } from "#server/features/demo/remove-demo.ts";
import { loadDemo } from "#server/features/demo/service.ts";
import type { Command } from "./command.ts";
import { createProgressBar } from "./progress-bar.ts";

export const demoLoadCommand: Command = {
  name: "demo load",
  usage: "",
  about: "Loads the demo library, as the first start does. Can be repeated.",
  options: {},
  operands: 0,
  async run({ withServices, print }) {
    const bar = createProgressBar(process.stderr);
    const { added, known, rejected, hasQuran } = await withServices((services) =>
      loadDemo(services, {
        onProgress: bar.show,
        onRejected: (name, reason) => bar.printAbove(() => print(`refused  ${name}: ${reason}`)),
      }),
    ).finally(bar.end);
    if (!hasQuran) print("The Qur'an was skipped: the package quran-json is not installed.");
    print(`The demo library: ${added} books added, ${known} already imported, ${rejected} refused.`);
    return rejected > 0 ? 1 : 0;
  },
};

export const demoRemoveCommand: Command = {
  name: "demo remove",
  usage: "",
  about: "Removes the demo library. Progress, reviews and statistics of other users stay.",
  options: {},
  operands: 0,
  async run({ withServices, print }) {
    const { deletedBooks, hiddenBooks, keptGroups } = await withServices(removeDemo);
    print(`Deleted ${deletedBooks} books, and the demo readers with their reviews and posts.`);
    if (hiddenBooks > 0)
      print(`Hid ${hiddenBooks} books without their files, because readers have progress or reviews there.`);
    if (keptGroups > 0) print(`Kept ${keptGroups} challenges and communities that other users joined.`);
    return 0;
  },
};
