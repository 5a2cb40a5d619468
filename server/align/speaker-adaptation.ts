import type { AlignmentPath } from "./alignment-path.ts";
import { cepstra, type Frames } from "./frames.ts";
import { solve } from "./gaussian-elimination.ts";

/**
 * The synthesized frames from which a narrated frame is predicted: itself and two on each side, every other
 * one.
 */
const contextOffsets = [-4, -2, 0, 2, 4];
const inputs = contextOffsets.length * cepstra + 1;
const ridgePenalty = 50;
const defaultDeviation = 0.6;

export interface FeatureMapping {
  /** `inputs` rows of `cepstra` numbers. */
  readonly matrix: Float64Array;
  readonly weights: readonly number[];
}

/** Learns a linear map to the narrator's voice from an alignment path. */
export function fitSpeakerTransform(text: Frames, frames: Frames, path: AlignmentPath): FeatureMapping {
  const matrix = regress(text, frames, path);
  const predicted = predictFeatures(text, matrix);
  return {
    matrix,
    weights: getDeviations(predicted, frames, path).map((deviation) => defaultDeviation / deviation),
  };
}

function regress(text: Frames, frames: Frames, path: AlignmentPath): Float64Array {
  const products = new Float64Array(inputs * inputs);
  const targets = new Float64Array(inputs * cepstra);
  const input = new Float64Array(inputs);
  for (let frame = 0; frame < frames.count; frame++) {
    const textFrame = path[frame] ?? -1;
    if (textFrame < 0) continue;
    copyContext(text, textFrame, input);
    addProducts(products, targets, input, frames.values, frame * cepstra);
  }
  for (let row = 0; row < inputs; row++) {
    for (let column = row + 1; column < inputs; column++) {
      products[row * inputs + column] = products[column * inputs + row] ?? 0;
    }
  }
  regularize(products, targets);
  return solve(products, targets, inputs, cepstra);
}

function addProducts(
  products: Float64Array,
  targets: Float64Array,
  input: Float64Array,
  audio: Float32Array,
  from: number,
): void {
  for (let row = 0; row < inputs; row++) {
    const value = input[row] ?? 0;
    for (let column = 0; column <= row; column++) {
      products[row * inputs + column] = (products[row * inputs + column] ?? 0) + value * (input[column] ?? 0);
    }
    for (let target = 0; target < cepstra; target++) {
      targets[row * cepstra + target] =
        (targets[row * cepstra + target] ?? 0) + value * (audio[from + target] ?? 0);
    }
  }
}

function regularize(products: Float64Array, targets: Float64Array): void {
  for (let row = 0; row < inputs - 1; row++) {
    products[row * inputs + row] = (products[row * inputs + row] ?? 0) + ridgePenalty;
  }
  const middle = contextOffsets.indexOf(0) * cepstra;
  for (let target = 0; target < cepstra; target++) {
    const index = (middle + target) * cepstra + target;
    targets[index] = (targets[index] ?? 0) + ridgePenalty / 2;
  }
}

function copyContext({ count, values }: Frames, frame: number, input: Float64Array): void {
  let index = 0;
  for (const step of contextOffsets) {
    const from = Math.max(0, Math.min(count - 1, frame + step)) * cepstra;
    for (let coefficient = 0; coefficient < cepstra; coefficient++)
      input[index++] = values[from + coefficient] ?? 0;
  }
  input[index] = 1;
}

/** The text as the narrator would speak it. */
export function predictFeatures(text: Frames, matrix: Float64Array): Frames {
  const values = new Float32Array(text.count * cepstra);
  const input = new Float64Array(inputs);
  const sums = new Float64Array(cepstra);
  for (let frame = 0; frame < text.count; frame++) {
    copyContext(text, frame, input);
    sums.fill(0);
    for (let row = 0; row < inputs; row++) {
      const value = input[row] ?? 0;
      for (let target = 0; target < cepstra; target++) {
        sums[target] = (sums[target] ?? 0) + value * (matrix[row * cepstra + target] ?? 0);
      }
    }
    values.set(sums, frame * cepstra);
  }
  return { count: text.count, values };
}

function getDeviations(predicted: Frames, frames: Frames, path: AlignmentPath): readonly number[] {
  const squares = new Float64Array(cepstra);
  let count = 0;
  for (let frame = 0; frame < frames.count; frame++) {
    const textFrame = path[frame] ?? -1;
    if (textFrame < 0) continue;
    count++;
    for (let index = 0; index < cepstra; index++) {
      const difference =
        (frames.values[frame * cepstra + index] ?? 0) - (predicted.values[textFrame * cepstra + index] ?? 0);
      squares[index] = (squares[index] ?? 0) + difference * difference;
    }
  }
  return Array.from(squares, (sum) => Math.max(0.05, Math.sqrt(sum / Math.max(1, count))));
}
