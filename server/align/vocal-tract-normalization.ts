import { cepstra, computeDistance, type Frames } from "./frames.ts";
import { getFrames, type SpokenText } from "./spoken-text.ts";

/** Vocal tract length factors to try. */
const warps = [0.76, 0.8, 0.84, 0.88, 0.92, 0.96, 1, 1.04, 1.08, 1.12, 1.16];

const clusterCount = 64;
const searchRounds = 8;
const maxFramesClustered = 3_000;
const maxFramesCompared = 2_500;

/** Creates a function that chooses the vocal tract length for speech; the text is analyzed once. */
export function createWarpSelector(text: SpokenText): (speech: Frames) => number {
  const candidates = warps.map((warp) => {
    const frames = getFrames(text, warp);
    return { warp, compared: takeSample(frames, maxFramesCompared), clusters: cluster(frames) };
  });
  return (speech) => {
    const speechCompared = takeSample(speech, maxFramesCompared);
    const speechClusters = cluster(speech);
    let [best, min] = [1, Number.POSITIVE_INFINITY];
    for (const { warp, compared, clusters } of candidates) {
      const distance =
        computeMeanDistance(speechCompared, clusters) + computeMeanDistance(compared, speechClusters);
      if (distance < min) [best, min] = [warp, distance];
    }
    return best;
  };
}

function cluster(frames: Frames): Frames {
  const sample = takeSample(frames, maxFramesClustered);
  const clusters = takeSample(sample, clusterCount);
  for (let round = 0; round < searchRounds; round++) updateCentroids(sample, clusters);
  return clusters;
}

function updateCentroids(sample: Frames, { count, values: centroids }: Frames): void {
  const sums = new Float64Array(centroids.length);
  const sizes = new Int32Array(count);
  for (let frame = 0; frame < sample.count; frame++) {
    const { at } = findNearest(sample.values, frame * cepstra, centroids, count);
    sizes[at] = (sizes[at] ?? 0) + 1;
    for (let coefficient = 0; coefficient < cepstra; coefficient++) {
      const index = at * cepstra + coefficient;
      sums[index] = (sums[index] ?? 0) + (sample.values[frame * cepstra + coefficient] ?? 0);
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
  let sum = 0;
  for (let frame = 0; frame < frames.count; frame++)
    sum += findNearest(frames.values, frame * cepstra, clusters.values, clusters.count).distance;
  return sum / Math.max(1, frames.count);
}

/** At most a number of frames, evenly spaced. */
function takeSample({ count, values }: Frames, max: number): Frames {
  const sample = { count: Math.min(count, max), values: new Float32Array(Math.min(count, max) * cepstra) };
  for (let index = 0; index < sample.count; index++) {
    const frame = Math.floor((index * count) / sample.count);
    sample.values.set(values.subarray(frame * cepstra, (frame + 1) * cepstra), index * cepstra);
  }
  return sample;
}
