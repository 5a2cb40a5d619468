import path from "node:path";
import { getUserByEmail } from "#server/features/accounts/service.ts";
import { importFolder } from "#server/features/book-import/service.ts";
import type { CliContext, Command } from "./command.ts";
import { createProgressBar } from "./progress-bar.ts";

export const importCommand: Command = {
  name: "import",
  usage: "<folder> [--draft] [--premium] [--owner <email>]",
  about:
    "Imports every book in a folder: EPUBs, folders of audio files, M4B; a folder with both text and audio is one book. It can be repeated: it continues after an interruption and adds no book twice. Books are published, free and owned by the site unless an option says otherwise; the owner of a draft sees it at /book/<id>?preview=basic.",
  options: { draft: { type: "boolean" }, premium: { type: "boolean" }, owner: { type: "string" } },
  operands: 1,
  async run(context, { operands: [folder = ""], options }) {
    const choices = {
      isDraft: options["draft"] === true,
      isPremium: options["premium"] === true,
      owner: typeof options["owner"] === "string" ? options["owner"] : null,
    };
    return importInto(context, path.resolve(folder), choices);
  },
};

interface ImportFlags {
  readonly isDraft: boolean;
  readonly isPremium: boolean;
  /** The email of the account that publishes the books. */
  readonly owner: string | null;
}

async function importInto(
  { withServices, print }: CliContext,
  folder: string,
  { owner, ...choices }: ImportFlags,
): Promise<number> {
  const bar = createProgressBar(process.stderr);
  const summary = await withServices(async (services) => {
    const ownerId = owner === null ? {} : { ownerId: (await getUserByEmail(services, owner)).id };
    return importFolder(
      services,
      folder,
      { ...choices, ...ownerId },
      {
        onProgress: (done, total, name) => bar.show(done, total, toOneLine(name)),
        onRejected: (name, reason) =>
          bar.printAbove(() => print(`refused  ${toOneLine(name)}: ${toOneLine(reason)}`)),
        onWarning: (name, warning) =>
          bar.printAbove(() => print(`noted    ${toOneLine(name)}: ${toOneLine(warning)}`)),
      },
    );
  }).finally(bar.end);
  const { found, added, known, rejected } = summary;
  print(`${found} books found: ${added} added, ${known} already imported, ${rejected} refused.`);
  return rejected > 0 ? 1 : 0;
}

const toOneLine = (text: string) => text.replace(/\p{Cc}/gu, "\uFFFD");
