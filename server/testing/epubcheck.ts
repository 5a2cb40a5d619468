import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

/** Where Debian's package lays it. Its own command needs a kernel that starts Java programs. */
const jar = "/usr/share/java/epubcheck.jar";

const isThere = existsSync(jar) && spawnSync("java", ["-version"]).status === 0;
if (!isThere) {
  process.stderr.write(
    "SKIPPED: epubcheck is not here (on Debian: apt-get install epubcheck), so no EPUB was checked by it.\n",
  );
}

/** What epubcheck finds wrong with an EPUB, one line each; null where it is not installed. */
export async function epubcheck(file: string): Promise<string[] | null> {
  if (!isThere) return null;
  const run = promisify(execFile)("java", ["-Xmx256m", "-jar", jar, file], { maxBuffer: 50_000_000 });
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
  const lines = `${stdout}\n${stderr}`.split("\n");
  if (!lines.some((line) => line.startsWith("Messages:")))
    throw new Error(`epubcheck did not end: ${lines.join("\n")}`);
  return lines
    .filter((line) => /^(?:FATAL|ERROR|WARNING)\(/.test(line))
    .map((line) => line.replace(file, ""));
}
