import type { Seconds } from "#shared/api/schemas.ts";

export const chimeSampleRate = 22_050;

const tones = [
  { ratio: 0.5, amplitude: 0.22, duration: 2.4 },
  { ratio: 1, amplitude: 0.5, duration: 1.8 },
  { ratio: 2, amplitude: 0.18, duration: 1.1 },
  { ratio: 2.997, amplitude: 0.07, duration: 0.7 },
  { ratio: 4.18, amplitude: 0.03, duration: 0.35 },
] as const;

/** Attack time in seconds; avoids a click. */
const attackSeconds: Seconds = 0.012;
const releaseSeconds: Seconds = 0.4;
const durationSeconds: Seconds = 4.5;

interface Stroke {
  readonly at: Seconds;
  /** Frequencies in hertz. */
  readonly frequency: number;
}

/** Three rising strokes for a prayer. */
export const prayerChime: readonly Stroke[] = [
  { at: 0, frequency: 392 },
  { at: 1.3, frequency: 440 },
  { at: 2.6, frequency: 523.25 },
];

/** One stroke for a reminder. */
export const reminderChime: readonly Stroke[] = [{ at: 0, frequency: 523.25 }];

/** A soft bell, one tone per stroke; samples between -1 and 1. */
export function synthesizeChime(strokes: readonly Stroke[], rate: number = chimeSampleRate): Float32Array {
  const seconds = Math.max(...strokes.map(({ at }) => at)) + durationSeconds;
  const samples = new Float32Array(Math.ceil(seconds * rate));
  for (const stroke of strokes) addStroke(samples, stroke, rate);
  const releaseSamples = Math.round(releaseSeconds * rate);
  for (let index = 0; index < releaseSamples; index++) {
    const at = samples.length - 1 - index;
    samples[at] = (samples[at] ?? 0) * (index / releaseSamples);
  }
  return samples;
}

function addStroke(samples: Float32Array, { at, frequency }: Stroke, rate: number): void {
  const first = Math.round(at * rate);
  for (let index = first; index < samples.length; index++) {
    const time = (index - first) / rate;
    const attack = Math.min(1, time / attackSeconds);
    let sum = 0;
    for (const { ratio, amplitude, duration } of tones) {
      sum += amplitude * Math.exp((-3 * time) / duration) * Math.sin(2 * Math.PI * frequency * ratio * time);
    }
    samples[index] = (samples[index] ?? 0) + sum * attack * 0.75;
  }
}
