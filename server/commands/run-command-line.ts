import { parseArgs } from "node:util";
import { authorApproveCommand, authorDeclineCommand, authorListCommand } from "./author.ts";
import { backupCommand, restoreCommand } from "./backup.ts";
import type { CliContext, Command, ParsedArguments } from "./command.ts";
import { demoLoadCommand, demoRemoveCommand } from "./demo.ts";
import { doctorCommand } from "./doctor.ts";
import { importCommand } from "./import.ts";
import { migrateCommand } from "./migrate.ts";
import { prayerTimesCommand } from "./prayer.ts";
import { redirectAddCommand, redirectListCommand, redirectRemoveCommand } from "./redirect.ts";
import { schemaCheckCommand } from "./schema.ts";
import { userCreateCommand, userGrantCommand, userResetLinkCommand, userTwoFactorCommand } from "./user.ts";

const commands: readonly Command[] = [
  userCreateCommand,
  userGrantCommand,
  userResetLinkCommand,
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
  schemaCheckCommand,
  doctorCommand,
  backupCommand,
  restoreCommand,
];

const helpOption = { help: { type: "boolean", short: "h" } } as const;

/** @returns the exit code */
export async function runCommandLine(context: CliContext, args: readonly string[]): Promise<number> {
  const command = commands.find(({ name }) => name.split(" ").every((word, index) => args[index] === word));
  if (!command) return printUsage(context, args);
  try {
    const parsedArguments = readArguments(command, args.slice(command.name.split(" ").length));
    if (parsedArguments.options["help"]) return printCommandUsage(context, command);
    return await command.run(context, parsedArguments);
  } catch (error) {
    context.printError(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

/** @throws {Error} for unknown or missing arguments */
function readArguments(command: Command, args: readonly string[]): ParsedArguments {
  const { values, positionals } = parseArgs({
    args: joinNegativeNumbers(args),
    options: { ...command.options, ...helpOption },
    allowPositionals: true,
  });
  const options = values as ParsedArguments["options"];
  if (!options["help"] && positionals.length !== command.operands) {
    throw new Error(`Usage: npm run cli -- ${command.name} ${command.usage}`);
  }
  return { operands: positionals, options };
}

/** `parseArgs` refuses values that begin with a hyphen, except as `--option=-1`. */
function joinNegativeNumbers(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const option = joined.at(-1);
    if (/^-\d/.test(arg) && option && /^--[a-z-]+$/.test(option))
      joined[joined.length - 1] = `${option}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

function printCommandUsage({ print }: CliContext, { name, usage, about, options }: Command): number {
  print(`npm run cli -- ${name} ${usage}\n\n${about}`);
  const names = Object.entries(options).map(([option, { type }]) =>
    type === "string" ? `--${option} <value>` : `--${option}`,
  );
  if (names.length) print(`\nOptions: ${names.join(", ")}`);
  return 0;
}

function printUsage({ print, printError }: CliContext, args: readonly string[]): number {
  const requested = args.length === 0 || args[0] === "--help" || args[0] === "-h" || args[0] === "help";
  if (!requested) printError(`Unknown command: ${args.slice(0, 2).join(" ")}.\n`);
  print("npm run cli -- <command>      (--help after a command explains it)\n");
  for (const { name, usage, about } of commands) print(`  ${`${name} ${usage}`.trimEnd()}\n      ${about}`);
  return requested ? 0 : 1;
}
