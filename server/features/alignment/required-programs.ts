import type { AlignmentProgram, AlignmentTools } from "#shared/alignment/alignment.ts";
import { installHints, isInstalled } from "#server/install-hints.ts";

export type Programs = Readonly<Record<AlignmentProgram, string>>;

export const installedPrograms: Programs = { ffmpeg: "ffmpeg", "espeak-ng": "espeak-ng" };

const askFor: Programs = { ffmpeg: "-version", "espeak-ng": "--version" };

const pollIntervalMs = 15_000;
let lastRequested: { readonly at: number; readonly tools: Promise<AlignmentTools> } | null = null;

/** The missing programs and how to install them. Cached for some seconds. */
export function findTools(programs: Programs = installedPrograms): Promise<AlignmentTools> {
  if (programs !== installedPrograms) return requestTools(programs);
  if (!lastRequested || performance.now() - lastRequested.at > pollIntervalMs) {
    lastRequested = { at: performance.now(), tools: requestTools(programs) };
  }
  return lastRequested.tools;
}

async function requestTools(programs: Programs): Promise<AlignmentTools> {
  const names = ["ffmpeg", "espeak-ng"] as const;
  const installed = await Promise.all(names.map((name) => isInstalled(programs[name], askFor[name])));
  const missing = names.filter((_, at) => !installed[at]);
  return { missing, install: installHints(missing) };
}
