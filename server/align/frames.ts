/** Audio features are computed per frame of 20 ms. */
export const framesPerSecond = 50;

export const cepstra = 13;

/** Consecutive frames of `cepstra` numbers each. */
export interface Frames {
  readonly count: number;
  readonly values: Float32Array;
}

/** Mean and standard deviation of each coefficient. */
export interface FeatureStatistics {
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
}

export function computeStatistics({ count, values }: Frames): FeatureStatistics {
  const sums = new Float64Array(cepstra);
  const squares = new Float64Array(cepstra);
  for (let index = 0; index < count * cepstra; index++) {
    const value = values[index] ?? 0;
    const coefficient = index % cepstra;
    sums[coefficient] = (sums[coefficient] ?? 0) + value;
    squares[coefficient] = (squares[coefficient] ?? 0) + value * value;
  }
  const mean = Array.from(sums, (sum) => sum / Math.max(1, count));
  const deviation = mean.map((average, coefficient) => {
    const variance = (squares[coefficient] ?? 0) / Math.max(1, count) - average * average;
    return Math.sqrt(Math.max(variance, 0)) || 1;
  });
  return { mean, deviation };
}

const loudnessWeight = 0.7;

/** Cepstral mean and variance normalization: removes the influence of room, microphone and voice timbre. */
export function normalize({ count, values }: Frames, { mean, deviation }: FeatureStatistics): Frames {
  const scale = deviation.map(
    (standardDeviation, coefficient) => (coefficient === 0 ? loudnessWeight : 1) / standardDeviation,
  );
  const normal = new Float32Array(count * cepstra);
  for (let index = 0; index < normal.length; index++) {
    const coefficient = index % cepstra;
    normal[index] = ((values[index] ?? 0) - (mean[coefficient] ?? 0)) * (scale[coefficient] ?? 1);
  }
  return { count, values: normal };
}

export function applyWeights({ count, values }: Frames, weights: readonly number[]): Frames {
  const weighted = new Float32Array(count * cepstra);
  for (let index = 0; index < weighted.length; index++)
    weighted[index] = (values[index] ?? 0) * (weights[index % cepstra] ?? 1);
  return { count, values: weighted };
}

export function computeDistance(a: Float32Array, aOffset: number, b: Float32Array, bOffset: number): number {
  let sum = 0;
  for (let coefficient = 0; coefficient < cepstra; coefficient++) {
    const difference = (a[aOffset + coefficient] ?? 0) - (b[bOffset + coefficient] ?? 0);
    sum += difference * difference;
  }
  return Math.sqrt(sum);
}
