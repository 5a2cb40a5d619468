import type { Speech } from "./narrator.ts";

/**
 * Reads a 16-bit WAV whose lengths may be missing, as on a pipe. Uses the first channel.
 *
 * @returns null for other formats
 */
export function readWav(file: Buffer): Speech | null {
  if (file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WAVE") return null;
  let format: { readonly rate: number; readonly channels: number } | null = null;
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString("latin1", at, at + 4);
    const declaredLength = file.readUInt32LE(at + 4);
    const body = at + 8;
    if (name === "fmt " && body + 16 <= file.length) {
      const isPcm16 = [1, 0xfffe].includes(file.readUInt16LE(body)) && file.readUInt16LE(body + 14) === 16;
      if (!isPcm16) return null;
      format = { rate: file.readUInt32LE(body + 4), channels: Math.max(1, file.readUInt16LE(body + 2)) };
    }
    if (name === "data") return format && decodeSamples(file.subarray(body, body + declaredLength), format);
    at = body + declaredLength + (declaredLength & 1);
  }
  return null;
}

function decodeSamples(
  bytes: Buffer,
  { rate, channels }: { readonly rate: number; readonly channels: number },
): Speech | null {
  if (rate < 4_000 || rate > 192_000) return null;
  const samples = new Int16Array(Math.floor(bytes.length / (2 * channels)));
  for (let at = 0; at < samples.length; at++) samples[at] = bytes.readInt16LE(at * 2 * channels);
  return { rate, samples };
}

/**
 * Speech without leading and trailing silence.
 *
 * @param threshold the amplitude below which it is silent
 */
export function trimSilence({ rate, samples }: Speech, threshold = 160): Speech {
  let [start, end] = [0, samples.length];
  while (start < end && Math.abs(samples[start] ?? 0) < threshold) start++;
  while (end > start && Math.abs(samples[end - 1] ?? 0) < threshold) end--;
  return { rate, samples: samples.subarray(start, end) };
}

/** Resamples speech. */
export function resample({ rate, samples }: Speech, requested: number): Int16Array {
  if (rate === requested) return samples;
  const resampled = new Int16Array(Math.floor((samples.length * requested) / rate));
  for (let at = 0; at < resampled.length; at++) {
    const index = (at * rate) / requested;
    const before = Math.floor(index);
    const [current, next] = [samples[before] ?? 0, samples[before + 1] ?? samples[before] ?? 0];
    resampled[at] = Math.round(current + (next - current) * (index - before));
  }
  return resampled;
}
