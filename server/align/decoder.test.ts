import { describe, expect, it } from "vitest";
import { decode } from "./decoder.ts";
import { cepstra } from "./frames.ts";
import type { Reference, VoicedAudio } from "./search.ts";

/** Pseudo-random numbers between -1 and 1, the same in each run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 31 - 1) * 2;
  };
}

const next = createRandom(7);
const lengths = [40, 60, 35, 50, 45, 55];

function getText(): Reference {
  const offsets = Int32Array.from([0, ...lengths]);
  for (let index = 1; index < offsets.length; index++)
    offsets[index] = (offsets[index] ?? 0) + (offsets[index - 1] ?? 0);
  const count = offsets.at(-1) ?? 0;
  return { frames: { count, values: Float32Array.from({ length: count * cepstra }, next) }, offsets };
}

const text = getText();

/** A narration of some sentences; `other` is a number of unrelated frames. */
function narrate(parts: readonly (number | { readonly other: number })[]) {
  const values: number[] = [];
  const pauses: number[] = [];
  const expectedStarts: number[] = [];
  for (const part of parts) {
    expectedStarts.push(pauses.length);
    if (typeof part === "number") {
      const [from, to] = [text.offsets[part] ?? 0, text.offsets[part + 1] ?? 0];
      const spoken = text.frames.values.slice(from * cepstra, to * cepstra);
      for (const value of spoken) values.push(value + next() * 0.2);
    } else for (let index = 0; index < part.other * cepstra; index++) values.push(next());
    while (pauses.length < values.length / cepstra)
      pauses.push(expectedStarts.includes(pauses.length) ? 20 : 0);
  }
  const count = pauses.length;
  const voicedAudio: VoicedAudio = {
    frames: { count, values: Float32Array.from(values) },
    pauses: Int32Array.from(pauses),
  };
  return { audio: voicedAudio, expectedStarts };
}

function find(parts: Parameters<typeof narrate>[0], opening = openOnlyAtStart(), partStarts: number[] = []) {
  const { audio, expectedStarts } = narrate(parts);
  const filler = new Float32Array(audio.frames.count).fill(2.5);
  return { ...decode({ text, audio, filler, opening, partStarts }), expectedStarts };
}

function openOnlyAtStart() {
  const opening = new Float64Array(lengths.length + 1).fill(Number.POSITIVE_INFINITY);
  opening[0] = 0;
  return opening;
}

describe("the alignment of a narration", () => {
  it("finds the start of each sentence", () => {
    const { starts, expectedStarts } = find([0, 1, 2, 3, 4, 5]);
    expect([...starts]).toEqual(expectedStarts);
  });

  it("skips unspoken text", () => {
    const { starts, expectedStarts } = find([0, 1, 4, 5]);
    expect([...starts]).toEqual([
      expectedStarts[0],
      expectedStarts[1],
      -1,
      -1,
      expectedStarts[2],
      expectedStarts[3],
    ]);
  });

  it("skips unwritten speech", () => {
    const { starts, ends, expectedStarts } = find([{ other: 200 }, 0, 1, { other: 120 }, 2, 3]);
    expect([...starts]).toEqual([
      expectedStarts[1],
      expectedStarts[2],
      expectedStarts[4],
      expectedStarts[5],
      -1,
      -1,
    ]);
    expect(ends[1]).toBe(expectedStarts[3]);
  });

  it("finds nothing for another text", () => {
    const { starts } = find([{ other: 600 }]);
    expect([...starts]).toEqual([-1, -1, -1, -1, -1, -1]);
  });

  it("starts where allowed, and jumps to the start of a part when lost", () => {
    const opening = openOnlyAtStart();
    opening[0] = Number.POSITIVE_INFINITY;
    opening[4] = 0;
    const parts = [4, { other: 60 }, 1, 2];
    const { starts, expectedStarts } = find(parts, opening, [1]);
    expect([...starts]).toEqual(
      [-1, expectedStarts[2], expectedStarts[3], -1, expectedStarts[0], -1].map((index) => index ?? -1),
    );
    expect([...find(parts, opening).starts.slice(1, 3)]).toEqual([-1, -1]);
  });

  it("handles slower and faster speech than the reference", () => {
    const { audio } = narrate([0, 1, 2]);
    const slow = Array.from({ length: audio.frames.count }, (_, index) =>
      index % 4 === 0 ? [index, index] : [index],
    ).flat();
    const values = Float32Array.from(
      slow.flatMap((index) => [...audio.frames.values.subarray(index * cepstra, (index + 1) * cepstra)]),
    );
    const pauses = Int32Array.from(
      slow.map((index, n) => (slow[n - 1] === index ? 0 : (audio.pauses[index] ?? 0))),
    );
    const slower: VoicedAudio = { frames: { count: slow.length, values }, pauses };
    const filler = new Float32Array(slow.length).fill(2.5);
    const { starts } = decode({ text, audio: slower, filler, opening: openOnlyAtStart(), partStarts: [] });
    expect([...starts.slice(0, 3)]).toEqual([0, 50, 125]);
  });
});
