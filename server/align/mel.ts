import { cepstra, type Frames } from "./frames.ts";

/** Number of mel bands, evenly spaced on the mel scale. */
export const bands = 44;

const lowestHertz = 60;
const maxHertz = 8_000;

/**
 * Points on the band axis from which cepstra are computed, in a range that telephone and studio recordings
 * share.
 */
const points = 32;
const readFromHertz = 100;
const readToHertz = 7_000;

const toMel = (hertz: number) => 1127 * Math.log(1 + hertz / 700);
const toHertz = (mel: number) => 700 * (Math.exp(mel / 1127) - 1);

const [lowest, highest] = [toMel(lowestHertz), toMel(maxHertz)];
const bandWidth = (highest - lowest) / (bands + 1);

/** Mel spectra of frames: the logarithm of each band's power, in steps of an eighth from 0 to 31.9. */
export interface Spectra {
  readonly count: number;
  readonly values: Uint8Array;
}

export const toByte = (power: number) => Math.max(0, Math.min(255, Math.round(Math.log(power + 1) * 8)));

/** The weight of each FFT bin in each band: triangles that overlap by half. */
export interface MelBank {
  /** The first bin of each band. */
  readonly from: Int32Array;
  readonly weights: readonly Float64Array[];
}

/** Builds the bands for an FFT length and a sample rate. */
export function createMelBank(length: number, sampleRate: number): MelBank {
  const getBin = (mel: number) => (toHertz(mel) * length) / sampleRate;
  const from = new Int32Array(bands);
  const weights = Array.from({ length: bands }, (_, band) => {
    const [left, peak, right] = [0, 1, 2].map((step) => getBin(lowest + (band + step) * bandWidth));
    return createTriangle(left ?? 0, peak ?? 0, right ?? 0, length / 2, (first) => {
      from[band] = first;
    });
  });
  return { from, weights };
}

/** A triangle contains at least the bin closest to its peak. */
function createTriangle(
  left: number,
  peak: number,
  right: number,
  bins: number,
  onFirst: (first: number) => void,
) {
  const first = Math.min(Math.ceil(left), Math.round(peak));
  const last = Math.min(bins - 1, Math.max(Math.floor(right), Math.round(peak)));
  onFirst(first);
  return Float64Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => {
    const bin = first + index;
    const fraction = bin <= peak ? (bin - left) / (peak - left) : (right - bin) / (right - peak);
    return Math.max(fraction, bin === Math.round(peak) ? 0.05 : 0);
  });
}

/** Rows of the cosine transform from spectra to cepstra. */
const cosines = Array.from({ length: cepstra }, (_, coefficient) =>
  Float64Array.from(
    { length: points },
    (_, point) => Math.cos((Math.PI * coefficient * (point + 0.5)) / points) * Math.sqrt(2 / points),
  ),
);

/** Positions on the band axis when frequencies are scaled by `warp`. */
function getBandPositions(warp: number): Float64Array {
  const [first, last] = [toMel(readFromHertz), toMel(readToHertz)];
  return Float64Array.from({ length: points }, (_, point) => {
    const hertz = toHertz(first + ((last - first) * (point + 0.5)) / points) * warp;
    return Math.max(0, Math.min(bands - 1.001, (toMel(hertz) - lowest) / bandWidth - 1));
  });
}

/**
 * Computes cepstra from spectra.
 *
 * @param warp vocal tract length factor: frequencies are multiplied by it
 */
export function computeCepstra({ count, values }: Spectra, warp: number): Frames {
  const bandPositions = getBandPositions(warp);
  const result = new Float32Array(count * cepstra);
  const read = new Float64Array(points);
  for (let frame = 0; frame < count; frame++) {
    for (let point = 0; point < points; point++) {
      const index = bandPositions[point] ?? 0;
      const band = Math.floor(index);
      const [low, high] = [values[frame * bands + band] ?? 0, values[frame * bands + band + 1] ?? 0];
      read[point] = (low + (high - low) * (index - band)) / 8;
    }
    for (let coefficient = 0; coefficient < cepstra; coefficient++) {
      result[frame * cepstra + coefficient] = computeDotProduct(cosines[coefficient] ?? read, read);
    }
  }
  return { count, values: result };
}

function computeDotProduct(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
