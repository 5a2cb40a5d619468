import { parseArgs } from "node:util";
import { authorApproveCommand, authorDeclineCommand, authorListCommand } from "./commands/author.ts";
import { backupCommand, restoreCommand } from "./commands/backup.ts";
import { createCliContext } from "./commands/cli-context.ts";
import type { Command, ParsedArguments } from "./commands/command.ts";
import { demoLoadCommand, demoRemoveCommand } from "./commands/demo.ts";
import { importCommand } from "./commands/import.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { prayerTimesCommand } from "./commands/prayer.ts";
import { redirectAddCommand, redirectListCommand, redirectRemoveCommand } from "./commands/redirect.ts";
import { userCreateCommand, userGrantCommand, userTwoFactorCommand } from "./commands/user.ts";

const commands: readonly Command[] = [
  userCreateCommand,
  userGrantCommand,
  userTwoFactorCommand,
  authorListCommand,
  authorApproveCommand,
  authorDeclineCommand,
  redirectListCommand,
  redirectAddCommand,
  redirectRemoveCommand,
  prayerTimesCommand,
  importCommand,
  demoLoadCommand,
  demoRemoveCommand,
  migrateCommand,
  backupCommand,
  restoreCommand,
];

const helpOption = { help: { type: "boolean", short: "h" } } as const;
const print = (line: string) => void process.stdout.write(`${line}\n`);

process.exit(await run(process.argv.slice(2)));

async function run(args: readonly string[]): Promise<number> {
  const command = commands.find(({ name }) => name.split(" ").every((word, index) => args[index] === word));
  if (!command) return printUsage(args);
  try {
    const parsedArguments = readArguments(command, args.slice(command.name.split(" ").length));
    if (parsedArguments.options["help"]) return printCommandUsage(command);
    return await runIn(command, parsedArguments);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return 1;
  }
}

/** An interrupted command closes the database, and stops the embedded one if it started it. */
async function runIn(command: Command, parsedArguments: ParsedArguments): Promise<number> {
  const context = createCliContext(print);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void context.close().then(() => process.exit(130)));
  }
  return command.run(context, parsedArguments);
}

/** @throws {Error} for unknown or missing arguments */
function readArguments(command: Command, args: readonly string[]): ParsedArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { ...command.options, ...helpOption },
    allowPositionals: true,
  });
  const options = values as ParsedArguments["options"];
  if (!options["help"] && positionals.length !== command.operands) {
    throw new Error(`Usage: npm run cli -- ${command.name} ${command.usage}`);
  }
  return { operands: positionals, options };
}

function printCommandUsage({ name, usage, about, options }: Command): number {
  print(`npm run cli -- ${name} ${usage}\n\n${about}`);
  const names = Object.entries(options).map(([option, { type }]) =>
    type === "string" ? `--${option} <value>` : `--${option}`,
  );
  if (names.length) print(`\nOptions: ${names.join(", ")}`);
  return 0;
}

function printUsage(args: readonly string[]): number {
  const requested = args.length === 0 || args[0] === "--help" || args[0] === "-h" || args[0] === "help";
  if (!requested) process.stderr.write(`Unknown command: ${args.slice(0, 2).join(" ")}.\n\n`);
  print("npm run cli -- <command>      (--help after a command explains it)\n");
  for (const { name, usage, about } of commands) print(`  ${`${name} ${usage}`.trimEnd()}\n      ${about}`);
  return requested ? 0 : 1;
}
