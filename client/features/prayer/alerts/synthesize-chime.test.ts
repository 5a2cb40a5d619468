import { describe, expect, test } from "vitest";
import { encodeWav } from "#client/lib/audio/wav.ts";
import { chimeSampleRate, prayerChime, reminderChime, synthesizeChime } from "./synthesize-chime.ts";

const getLoudness = (samples: Float32Array, from: number, to: number) => {
  const part = samples.slice(from * chimeSampleRate, to * chimeSampleRate);
  return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
};

describe("the chime", () => {
  test("starts softly, decays and ends in silence", () => {
    const samples = synthesizeChime(reminderChime);

    expect(Math.abs(samples[0] ?? 1)).toBeLessThan(0.001);
    expect(getLoudness(samples, 0.05, 0.3)).toBeGreaterThan(0.15);
    expect(getLoudness(samples, 1, 1.3)).toBeLessThan(getLoudness(samples, 0.05, 0.3));
    expect(getLoudness(samples, 3, 3.3)).toBeLessThan(getLoudness(samples, 1, 1.3) / 4);
    expect(samples.at(-1)).toBeCloseTo(0, 6);
  });

  test("never clips, and has as many strokes as requested", () => {
    const samples = synthesizeChime(prayerChime);

    expect(samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)).toBeLessThan(1);
    for (const { at } of prayerChime.slice(1)) {
      expect(getLoudness(samples, at + 0.05, at + 0.2)).toBeGreaterThan(
        1.5 * getLoudness(samples, at - 0.2, at),
      );
    }
  });

  test("is encoded as a WAV of the right length", async () => {
    const file = encodeWav(new Float32Array([0, 1, -1, 2]), 8_000);
    const view = new DataView(await file.arrayBuffer());

    expect(file.size).toBe(44 + 8);
    expect([view.getUint32(4, true), view.getUint32(24, true), view.getUint32(40, true)]).toEqual([
      44, 8_000, 8,
    ]);
    expect([44, 46, 48, 50].map((at) => view.getInt16(at, true))).toEqual([0, 32_767, -32_767, 32_767]);
  });
});
