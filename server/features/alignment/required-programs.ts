import type { AlignmentProgram, AlignmentTools } from "#shared/alignment/alignment.ts";
import { installHints, isInstalled } from "#server/install-hints.ts";

export type Programs = Readonly<Record<AlignmentProgram, string>>;

export const installedPrograms: Programs = { ffmpeg: "ffmpeg", "espeak-ng": "espeak-ng" };

const versionFlags: Programs = { ffmpeg: "-version", "espeak-ng": "--version" };

const cacheMs = 15_000;
let cachedTools: { readonly at: number; readonly tools: Promise<AlignmentTools> } | null = null;

/** The missing programs and how to install them. Cached for some seconds. */
export function findTools(programs: Programs = installedPrograms): Promise<AlignmentTools> {
  if (programs !== installedPrograms) return checkTools(programs);
  if (!cachedTools || performance.now() - cachedTools.at > cacheMs) {
    cachedTools = { at: performance.now(), tools: checkTools(programs) };
  }
  return cachedTools.tools;
}

async function checkTools(programs: Programs): Promise<AlignmentTools> {
  const names = ["ffmpeg", "espeak-ng"] as const;
  const installed = await Promise.all(names.map((name) => isInstalled(programs[name], versionFlags[name])));
  const missing = names.filter((_, at) => !installed[at]);
  return { missing, install: installHints(missing) };
}
