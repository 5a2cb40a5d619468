import { createCliContext } from "./commands/cli-context.ts";
import { runCommandLine } from "./commands/run-command-line.ts";

const context = createCliContext({
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
});
// An interrupted command closes the database, and stops the embedded one if it started it.
const interrupt = () => void context.close().then(() => process.exit(130));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupt);
// `head` and others can close the pipe.
process.stdout.once("error", interrupt);

const code = await runCommandLine(context, process.argv.slice(2));
// A pipe gets the output later; `process.exit` would cut it off.
for (const stream of [process.stdout, process.stderr])
  await new Promise<void>((resolve) => stream.write("", () => resolve()));
process.exit(code);
