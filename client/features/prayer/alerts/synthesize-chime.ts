import type { Seconds } from "#shared/api/schemas.ts";

export const chimeSampleRate = 22_050;

const tones = [
  { times: 0.5, loud: 0.22, duration: 2.4 },
  { times: 1, loud: 0.5, duration: 1.8 },
  { times: 2, loud: 0.18, duration: 1.1 },
  { times: 2.997, loud: 0.07, duration: 0.7 },
  { times: 4.18, loud: 0.03, duration: 0.35 },
] as const;

/** Attack time in seconds; avoids a click. */
const strikeSeconds: Seconds = 0.012;
const closeSeconds: Seconds = 0.4;
const durationSeconds: Seconds = 4.5;

interface Stroke {
  readonly at: Seconds;
  /** Frequencies in hertz. */
  readonly note: number;
}

/** Three rising strokes for a prayer. */
export const prayerChime: readonly Stroke[] = [
  { at: 0, note: 392 },
  { at: 1.3, note: 440 },
  { at: 2.6, note: 523.25 },
];

/** One stroke for a reminder. */
export const reminderChime: readonly Stroke[] = [{ at: 0, note: 523.25 }];

/** A soft bell, one tone per stroke; samples between -1 and 1. */
export function chimeSamples(strokes: readonly Stroke[], rate: number = chimeSampleRate): Float32Array {
  const seconds = Math.max(...strokes.map(({ at }) => at)) + durationSeconds;
  const samples = new Float32Array(Math.ceil(seconds * rate));
  for (const stroke of strokes) strike(samples, stroke, rate);
  const close = Math.round(closeSeconds * rate);
  for (let nth = 0; nth < close; nth++) {
    const at = samples.length - 1 - nth;
    samples[at] = (samples[at] ?? 0) * (nth / close);
  }
  return samples;
}

function strike(samples: Float32Array, { at, note }: Stroke, rate: number): void {
  const first = Math.round(at * rate);
  for (let nth = first; nth < samples.length; nth++) {
    const time = (nth - first) / rate;
    const attack = Math.min(1, time / strikeSeconds);
    let sum = 0;
    for (const { times, loud, duration } of tones) {
      sum += loud * Math.exp((-3 * time) / duration) * Math.sin(2 * Math.PI * note * times * time);
    }
    samples[nth] = (samples[nth] ?? 0) + sum * attack * 0.75;
  }
}
