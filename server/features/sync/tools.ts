import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { AlignmentProgram, AlignmentTools } from "#shared/sync/alignment.ts";

export type Programs = Readonly<Record<AlignmentProgram, string>>;

/** As they are called where they are installed. */
export const installedPrograms: Programs = { ffmpeg: "ffmpeg", "espeak-ng": "espeak-ng" };

const run = promisify(execFile);
const askFor: Programs = { ffmpeg: "-version", "espeak-ng": "--version" };

const installers = [
  { platform: "Debian, Ubuntu", system: "linux", command: "apt install" },
  { platform: "Fedora", system: "linux", command: "dnf install" },
  { platform: "macOS", system: "darwin", command: "brew install" },
  { platform: "Windows", system: "win32", command: "winget install" },
];

const askEveryMs = 15_000;
let lastAsked: { readonly at: number; readonly tools: Promise<AlignmentTools> } | null = null;

/** The programs the aligner lacks on this machine, and how they are installed. An answer holds for some seconds. */
export function findTools(programs: Programs = installedPrograms): Promise<AlignmentTools> {
  if (programs !== installedPrograms) return askForTools(programs);
  if (!lastAsked || performance.now() - lastAsked.at > askEveryMs) {
    lastAsked = { at: performance.now(), tools: askForTools(programs) };
  }
  return lastAsked.tools;
}

async function askForTools(programs: Programs): Promise<AlignmentTools> {
  const names = ["ffmpeg", "espeak-ng"] as const;
  const there = await Promise.all(names.map((name) => answers(programs[name], askFor[name])));
  const missing = names.filter((_, at) => !there[at]);
  if (missing.length === 0) return { missing, install: [] };
  const own = [...installers].sort((a, b) => Number(isHere(b)) - Number(isHere(a)));
  const install = own.map(({ platform, command }) => ({
    platform,
    command: `${command} ${missing.join(" ")}`,
  }));
  return { missing, install };
}

const isHere = ({ system }: { readonly system: string }) => system === process.platform;

async function answers(program: string, flag: string): Promise<boolean> {
  try {
    await run(program, [flag], { timeout: 10_000, maxBuffer: 1_000_000 });
    return true;
  } catch {
    return false;
  }
}
