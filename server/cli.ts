import { createCliContext } from "./commands/cli-context.ts";
import { runCommandLine } from "./commands/run-command-line.ts";

const context = createCliContext({
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
});
// An interrupted command closes the database, and stops the embedded one if it started it.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void context.close().then(() => process.exit(130)));
}

process.exit(await runCommandLine(context, process.argv.slice(2)));
