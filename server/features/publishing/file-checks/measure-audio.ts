import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { AudioMeasurement } from "./queries.ts";

const run = promisify(execFile);
const timeoutMs = 60 * 60_000;
const maxOutput = 8_000_000;

/** Quieter than this for this long is silence. */
const silenceFilter = "silencedetect=noise=-50dB:d=10";
const peakFilter = "astats=measure_perchannel=none:measure_overall=Peak_level+Flat_factor";

/**
 * Measures loudness (EBU R 128), peaks and silences of an audio file.
 *
 * @returns null when ffmpeg is missing or cannot decode the file
 */
export async function measureAudio(file: string, program = "ffmpeg"): Promise<AudioMeasurement | null> {
  const filters = [silenceFilter, peakFilter, "ebur128=framelog=verbose"].join(",");
  const input = ["-nostdin", "-hide_banner", "-nostats", "-v", "info", "-i", `file:${file}`];
  try {
    const { stderr } = await run(program, [...input, "-map", "0:a:0", "-af", filters, "-f", "null", "-"], {
      timeout: timeoutMs,
      maxBuffer: maxOutput,
    });
    return parseMeasurement(stderr);
  } catch {
    return null;
  }
}

/** Reads ffmpeg's log. */
export function parseMeasurement(log: string): AudioMeasurement {
  const findLast = (pattern: RegExp) => [...log.matchAll(pattern)].at(-1)?.[1];
  const silences = [...log.matchAll(/silence_start: (-?[\d.]+)[\s\S]*?silence_duration: ([\d.]+)/g)].map(
    ([, start, seconds]): [number, number] => [Math.max(0, Number(start)), Number(seconds)],
  );
  return {
    // A silent file has no loudness.
    loudness: parseFinite(findLast(/^\s+I:\s+(-?[\d.]+) LUFS/gm)),
    peak: parseFinite(findLast(/Peak level dB: (-?[\d.]+|-inf)/g)),
    flatFactor: parseFinite(findLast(/Flat factor: ([\d.]+)/g)) ?? 0,
    silences: silences.slice(0, 50),
  };
}

function parseFinite(text: string | undefined): number | null {
  const value = Number(text ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
}
