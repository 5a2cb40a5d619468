import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

const jar = "/usr/share/java/epubcheck.jar";

const javaOptions = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"];

const command = findCommand();
if (command === null) {
  process.stderr.write(
    "SKIPPED: epubcheck is not installed (Debian: apt-get install epubcheck), so no EPUB was checked by it.\n",
  );
}

function findCommand(): readonly string[] | null {
  if (existsSync(jar) && spawnSync("java", ["-version"]).status === 0)
    return ["java", ...javaOptions, "-jar", jar];
  return spawnSync("epubcheck", ["--version"]).status === 0 ? ["epubcheck"] : null;
}

/** The messages of epubcheck; null when it is not installed. */
export async function runEpubcheck(file: string): Promise<string[] | null> {
  if (command === null) return null;
  const [program = "", ...args] = command;
  const run = promisify(execFile)(program, [...args, file], { maxBuffer: 50_000_000 });
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
  const lines = `${stdout}\n${stderr}`.split("\n");
  if (!lines.some((line) => line.startsWith("Messages:")))
    throw new Error(`epubcheck did not finish: ${lines.join("\n")}`);
  return lines
    .filter((line) => /^(?:FATAL|ERROR|WARNING)\(/.test(line))
    .map((line) => line.replace(file, ""));
}
