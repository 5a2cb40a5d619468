import { Fourier } from "./fft.ts";
import { framesPerSecond } from "./frames.ts";
import { bands, createMelBank, type MelBank, type Spectra, toByte } from "./mel.ts";

/** Loudness has four times the resolution of spectra: every 5 ms. */
export const loudnessPerFrame = 4;

export interface AudioFeatures {
  readonly spectra: Spectra;
  /** Natural logarithm of the mean power per 5 ms. */
  readonly loudness: Float32Array;
}

/** Pre-emphasis factor. */
const emphasis = 0.97;
const windowSeconds = 0.032;

/** Stores about 60 bytes per 20 ms of audio. */
export class FeatureExtractor {
  readonly #hop: number;
  readonly #window: Float64Array;
  readonly #fourier: Fourier;
  readonly #bank: MelBank;
  readonly #spectra = new GrowingArray(Uint8Array);
  readonly #loudness = new GrowingArray(Float32Array);
  readonly #windowed: Float64Array;
  readonly #powers: Float64Array;
  /** Samples needed by the next frames; `#from` is the index of the first. */
  #pendingSamples = new Int16Array(0);
  #lastSample = 0;

  constructor(sampleRate: number) {
    this.#hop = Math.round(sampleRate / framesPerSecond);
    const length = Math.round(sampleRate * windowSeconds);
    this.#window = Float64Array.from(
      { length },
      (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (length - 1)),
    );
    const fftSize = 2 ** Math.ceil(Math.log2(length));
    this.#fourier = new Fourier(fftSize);
    this.#bank = createMelBank(fftSize, sampleRate);
    this.#windowed = new Float64Array(length);
    this.#powers = new Float64Array(fftSize / 2);
  }

  /** @param samples 16-bit mono */
  process(samples: Int16Array): void {
    const all = new Int16Array(this.#pendingSamples.length + samples.length);
    all.set(this.#pendingSamples);
    all.set(samples, this.#pendingSamples.length);
    let from = 0;
    for (; from + this.#window.length <= all.length; from += this.#hop) this.#extract(all, from);
    this.#lastSample = from > 0 ? (all[from - 1] ?? 0) : this.#lastSample;
    this.#pendingSamples = all.slice(from);
  }

  /** @returns the features; the extractor must not be used afterwards */
  finish(): AudioFeatures {
    // The last frames are padded with silence.
    this.process(new Int16Array(this.#window.length));
    const values = this.#spectra.toArray();
    return { spectra: { count: values.length / bands, values }, loudness: this.#loudness.toArray() };
  }

  #extract(samples: Int16Array, from: number): void {
    const windowed = this.#windowed;
    let last = from > 0 ? (samples[from - 1] ?? 0) : this.#lastSample;
    for (let index = 0; index < windowed.length; index++) {
      const sample = samples[from + index] ?? 0;
      windowed[index] = (sample - emphasis * last) * (this.#window[index] ?? 0);
      last = sample;
    }
    this.#fourier.computePower(windowed, this.#powers);
    const index = this.#spectra.reserve(bands);
    for (let band = 0; band < bands; band++) {
      this.#spectra.values[index + band] = toByte(this.#getBandPower(band));
    }
    this.#measure(samples, from);
  }

  #getBandPower(band: number): number {
    const weights = this.#bank.weights[band];
    const first = this.#bank.from[band] ?? 0;
    let sum = 0;
    if (!weights) return sum;
    for (let index = 0; index < weights.length; index++)
      sum += (weights[index] ?? 0) * (this.#powers[first + index] ?? 0);
    return sum;
  }

  #measure(samples: Int16Array, from: number): void {
    const index = this.#loudness.reserve(loudnessPerFrame);
    for (let part = 0; part < loudnessPerFrame; part++) {
      const start = from + Math.round((this.#hop * part) / loudnessPerFrame);
      const end = from + Math.round((this.#hop * (part + 1)) / loudnessPerFrame);
      let sum = 0;
      for (let index = start; index < end; index++) sum += (samples[index] ?? 0) ** 2;
      this.#loudness.values[index + part] = Math.log(sum / (end - start) + 1);
    }
  }
}

/** A typed array that doubles when full. */
class GrowingArray<T extends Uint8Array | Float32Array> {
  values: T;
  #length = 0;
  readonly #make: new (
    length: number,
  ) => T;

  constructor(make: new (length: number) => T) {
    this.#make = make;
    this.values = new make(1 << 12);
  }

  reserve(count: number): number {
    const index = this.#length;
    this.#length += count;
    if (this.#length > this.values.length) {
      const larger = new this.#make(Math.max(this.#length, this.values.length * 2));
      larger.set(this.values);
      this.values = larger;
    }
    return index;
  }

  toArray(): T {
    return this.values.slice(0, this.#length) as T;
  }
}
