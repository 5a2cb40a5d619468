import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

const installers = [
  { platform: "Debian, Ubuntu", system: "linux", command: "apt install" },
  { platform: "Fedora", system: "linux", command: "dnf install" },
  { platform: "macOS", system: "darwin", command: "brew install" },
  { platform: "Windows", system: "win32", command: "winget install" },
];

export function installHints(missing: readonly string[]) {
  if (missing.length === 0) return [];
  const sorted = [...installers].sort((a, b) => Number(isThisPlatform(b)) - Number(isThisPlatform(a)));
  return sorted.map(({ platform, command }) => ({ platform, command: `${command} ${missing.join(" ")}` }));
}

const isThisPlatform = ({ system }: { readonly system: string }) => system === process.platform;

export async function isInstalled(program: string, flag: string): Promise<boolean> {
  try {
    await run(program, [flag], { timeout: 10_000, maxBuffer: 1_000_000 });
    return true;
  } catch {
    return false;
  }
}
