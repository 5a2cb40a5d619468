import { cepstra, computeDistance, type Frames } from "./frames.ts";
import { getFrames, type SpokenText } from "./spoken-text.ts";

/** Vocal tract length factors to try. */
const warps = [0.76, 0.8, 0.84, 0.88, 0.92, 0.96, 1, 1.04, 1.08, 1.12, 1.16];

const clusterCount = 64;
const searchRounds = 8;
const maxFramesClustered = 3_000;
const maxFramesCompared = 2_500;

export function chooseWarp(text: SpokenText, frames: Frames): number {
  const audioClusters = cluster(frames);
  let [best, min] = [1, Number.POSITIVE_INFINITY];
  for (const warp of warps) {
    const textFrames = getFrames(text, warp);
    const distance =
      computeMeanDistance(frames, cluster(textFrames)) + computeMeanDistance(textFrames, audioClusters);
    if (distance < min) [best, min] = [warp, distance];
  }
  return best;
}

function cluster(frames: Frames): Frames {
  const sample = getSample(frames.count, maxFramesClustered);
  const count = Math.min(clusterCount, sample.length);
  const values = new Float32Array(count * cepstra);
  for (let index = 0; index < count; index++) {
    const frame = sample[Math.floor((index * sample.length) / count)] ?? 0;
    values.set(frames.values.subarray(frame * cepstra, (frame + 1) * cepstra), index * cepstra);
  }
  for (let round = 0; round < searchRounds; round++) updateCentroids(frames.values, sample, values, count);
  return { count, values };
}

function updateCentroids(
  from: Float32Array,
  sample: Int32Array,
  centroids: Float32Array,
  count: number,
): void {
  const sums = new Float64Array(count * cepstra);
  const sizes = new Int32Array(count);
  for (const frame of sample) {
    const { at } = findNearest(from, frame * cepstra, centroids, count);
    sizes[at] = (sizes[at] ?? 0) + 1;
    for (let coefficient = 0; coefficient < cepstra; coefficient++) {
      const index = at * cepstra + coefficient;
      sums[index] = (sums[index] ?? 0) + (from[frame * cepstra + coefficient] ?? 0);
    }
  }
  for (let sumIndex = 0; sumIndex < sums.length; sumIndex++) {
    const size = sizes[Math.floor(sumIndex / cepstra)] ?? 0;
    if (size > 0) centroids[sumIndex] = (sums[sumIndex] ?? 0) / size;
  }
}

function findNearest(values: Float32Array, from: number, centroids: Float32Array, count: number) {
  let [index, min] = [0, Number.POSITIVE_INFINITY];
  for (let centroid = 0; centroid < count; centroid++) {
    const current = computeDistance(values, from, centroids, centroid * cepstra);
    if (current < min) [index, min] = [centroid, current];
  }
  return { at: index, distance: min };
}

function computeMeanDistance(frames: Frames, clusters: Frames): number {
  const sample = getSample(frames.count, maxFramesCompared);
  let sum = 0;
  for (const frame of sample)
    sum += findNearest(frames.values, frame * cepstra, clusters.values, clusters.count).distance;
  return sum / Math.max(1, sample.length);
}

/** At most a number of frames, evenly spaced. */
function getSample(count: number, max: number): Int32Array {
  const length = Math.min(count, max);
  return Int32Array.from({ length }, (_, index) => Math.floor((index * count) / length));
}
