import { describe, expect, test } from "vitest";
import type { OverlayKind } from "#shared/reader/overlay.ts";
import type { EpubOverlay, OverlayClip } from "#server/epub/media-overlay/map-sentences.ts";
import { buildChapters } from "./build-chapters.ts";

/** A page of three sentences of 10, 20 and 30 characters, and a page with one of 10. */
const characters: EpubOverlay["characters"] = [
  [0, [10, 20, 30]],
  [1, [10]],
];

type ClipOptions = Partial<OverlayClip> & { readonly of?: readonly [first: number, last?: number] };

function makeClip(begin: number, { of, ...options }: ClipOptions = {}): OverlayClip {
  const spineIndex = options.spineIndex ?? 0;
  const all = new Map(characters).get(spineIndex) ?? [];
  const [first = 0, last = first] = of ?? [];
  const span = { first, last, firstCharacters: all[first] ?? 0, lastCharacters: all[last] ?? 0 };
  return {
    audio: 0,
    begin,
    end: begin + 1,
    spineIndex,
    element: `e${first}`,
    kind: "" as OverlayKind,
    isPause: false,
    section: 0,
    overlay: 0,
    span: of ? span : null,
    ...options,
  };
}

const makeOverlay = (clips: readonly OverlayClip[], input: Partial<EpubOverlay> = {}): EpubOverlay => ({
  activeClass: "",
  playbackActiveClass: "",
  audioFiles: ["a.mp3", "b.mp3"],
  clips,
  characters,
  declaredDurations: [],
  sections: ["One", "Two"],
  ...input,
});

const buildOverlayChapters = (
  clips: readonly OverlayClip[],
  durations: ReadonlyArray<number | null> = [100, 50],
) => buildChapters(makeOverlay(clips), durations);

const getChapters = (clips: readonly OverlayClip[]) =>
  buildOverlayChapters(clips).chapters.map(({ title, part, start, end }) => [title, part, start, end]);

const getSentences = (clips: readonly OverlayClip[]) => buildOverlayChapters(clips).maps[0]?.sentences;

describe("chapters", () => {
  test("are the sections of the narration, with their offsets", () => {
    expect(getChapters([makeClip(29), makeClip(30), makeClip(31, { section: 1 })])).toEqual([
      ["One", 0, 29, 31],
      ["Two", 0, 31, 32],
    ]);
  });

  test("split at file boundaries", () => {
    expect(
      getChapters([makeClip(0), makeClip(0, { audio: 1 }), makeClip(1, { audio: 1, section: 1 })]),
    ).toEqual([
      ["One", 0, 0, 1],
      ["One (2)", 1, 0, 1],
      ["Two", 1, 1, 2],
    ]);
  });

  test("continue over a pause, and split where the audio jumps", () => {
    expect(getChapters([makeClip(0), makeClip(5.5), makeClip(20), makeClip(10), makeClip(11)])).toEqual([
      ["One", 0, 0, 6.5],
      ["One (2)", 0, 20, 21],
      ["One (3)", 0, 10, 12],
    ]);
  });

  test("use heard files only, in order", () => {
    const assembled = buildOverlayChapters(
      [makeClip(0, { audio: 1 }), makeClip(0, { audio: 2 })],
      [null, 50, 50],
    );

    expect(assembled.audioFiles).toEqual([1]);
    expect(buildOverlayChapters([makeClip(0)], [null, null]).chapters).toEqual([]);
  });

  test("do not follow a note elsewhere in the audio", () => {
    const note = { kind: "note" as const, of: [2] as const };

    expect(getChapters([makeClip(0), makeClip(60, note), makeClip(61, note), makeClip(1)])).toEqual([
      ["One", 0, 0, 2],
    ]);
    expect(getChapters([makeClip(0), makeClip(1, note), makeClip(2)])).toEqual([["One", 0, 0, 3]]);
  });

  test("without a title are numbered", () => {
    const assembled = buildChapters(
      makeOverlay([makeClip(0), makeClip(1, { section: 1 })], { sections: ["", ""] }),
      [100, 50],
    );

    expect(assembled.chapters.map(({ title }) => title)).toEqual(["Chapter 1", "Chapter 2"]);
  });

  test("that are too many are dropped", () => {
    const jumping = Array.from({ length: 6000 }, (_, n) => makeClip(n % 2 ? 50 : 0));

    expect(buildOverlayChapters(jumping)).toMatchObject({
      chapters: [],
      warnings: [{ code: "narration_fragmented" }],
    });
  });
});

describe("sentences", () => {
  test("have the times of their part, from the chapter's start", () => {
    const clips = [makeClip(29.5, { of: [0] }), makeClip(30.5, { of: [1] }), makeClip(32, { of: [2] })];

    expect(getSentences(clips)).toEqual([
      ["s0-0", 0, 1, 1],
      ["s0-1", 1, 2, 1],
      ["s0-2", 2.5, 3.5, 1],
    ]);
    expect(buildOverlayChapters(clips).marks).toEqual([]);
  });

  test("of several parts are heard from the first to the last", () => {
    const makePart = (characters: number) => ({
      first: 1,
      last: 1,
      firstCharacters: characters,
      lastCharacters: characters,
    });
    const clips = [
      makeClip(0, { span: makePart(8) }),
      makeClip(1, { span: makePart(2) }),
      makeClip(2, { span: makePart(10) }),
    ];

    expect(getSentences(clips)).toEqual([["s0-1", 0, 3, 1]]);
    expect(buildOverlayChapters(clips).marks[0]?.marks).toHaveLength(3);
  });

  test("that share a part are estimated by length; the part is marked", () => {
    const clips = [makeClip(0, { of: [0, 2], end: 6, element: "p1" })];

    expect(getSentences(clips)).toEqual([
      ["s0-0", 0, 1, 0.3],
      ["s0-1", 1, 3, 0.3],
      ["s0-2", 3, 6, 0.3],
    ]);
    expect(buildOverlayChapters(clips).marks).toEqual([{ chapterNumber: 1, marks: [[0, "p1", 0, 6, ""]] }]);
  });

  test("that end in another part are unknown", () => {
    const from = { first: 0, last: 1, firstCharacters: 10, lastCharacters: 5 };
    const to = { first: 1, last: 1, firstCharacters: 15, lastCharacters: 15 };

    expect(getSentences([makeClip(0, { span: from, end: 3 }), makeClip(3, { span: to })])).toEqual([
      ["s0-0", 0, 2, 0.3],
      ["s0-1", 2, 4, 0.3],
    ]);
  });

  test("with their own parts ignore the larger part around them", () => {
    const clips = [
      makeClip(0, { of: [0, 2] }),
      makeClip(1, { of: [0] }),
      makeClip(2, { of: [1] }),
      makeClip(3, { of: [2] }),
    ];

    expect(getSentences(clips)).toEqual([
      ["s0-0", 1, 2, 1],
      ["s0-1", 2, 3, 1],
      ["s0-2", 3, 4, 1],
    ]);
  });

  test("mostly unread are unknown", () => {
    const shortPart = { first: 2, last: 2, firstCharacters: 14, lastCharacters: 14 };

    expect(getSentences([makeClip(0, { span: shortPart })])).toEqual([["s0-2", 0, 1, 0.3]]);
  });

  test("that overlap end where the next begins; of two at one time the second is unknown", () => {
    expect(
      getSentences([makeClip(0, { of: [0], end: 3 }), makeClip(2, { of: [1] }), makeClip(2, { of: [2] })]),
    ).toEqual([
      ["s0-0", 0, 2, 1],
      ["s0-1", 2, 3, 1],
      ["s0-2", 2, 3, 0.3],
    ]);
  });

  test("that are repeated count where first heard", () => {
    expect(
      getSentences([makeClip(0, { of: [0] }), makeClip(1, { of: [1] }), makeClip(2, { of: [0] })]),
    ).toEqual([
      ["s0-0", 0, 1, 1],
      ["s0-1", 1, 2, 1],
    ]);
  });

  test("end before a pause of the export, which belongs to the chapter", () => {
    const clips = [
      makeClip(0, { of: [0] }),
      makeClip(1, { isPause: true }),
      makeClip(2, { of: [1], section: 1 }),
    ];

    expect(getSentences(clips)).toEqual([["s0-0", 0, 1, 1]]);
    expect(getChapters(clips)?.[0]).toEqual(["One", 0, 0, 2]);
    expect(buildOverlayChapters(clips).marks).toEqual([]);
  });
});

describe("times", () => {
  test("without an end last until the next part or the end of the file", () => {
    expect(getSentences([makeClip(0, { of: [0], end: null }), makeClip(2, { of: [1], end: null })])).toEqual([
      ["s0-0", 0, 2, 1],
      ["s0-1", 2, 100, 1],
    ]);
  });

  test("after the end of the audio are cut, with a warning", () => {
    const assembled = buildOverlayChapters([
      makeClip(98, { of: [0] }),
      makeClip(99, { of: [1], end: 120 }),
      makeClip(130, { of: [2] }),
    ]);

    expect(assembled.maps[0]?.sentences).toEqual([
      ["s0-0", 0, 1, 1],
      ["s0-1", 1, 2, 1],
    ]);
    expect(assembled.warnings).toEqual([{ code: "narration_after_end", n: 2 }]);
  });

  test("with another sum than declared give a warning", () => {
    const listWarnings = (seconds: number, of: number | null) =>
      buildChapters(
        makeOverlay([makeClip(0), makeClip(1, { end: 20 })], {
          declaredDurations: [{ overlay: of, seconds }],
        }),
        [100, 50],
      )?.warnings;

    expect(listWarnings(20.4, 0)).toEqual([]);
    expect(listWarnings(60, 0)).toEqual([{ code: "narration_other_duration", declared: 60, actual: 20 }]);
    expect(listWarnings(60, null)).toEqual([{ code: "narration_other_duration", declared: 60, actual: 20 }]);
  });
});

test("of skippable parts are marked", () => {
  const clips = [
    makeClip(0, { of: [0] }),
    makeClip(1, { kind: "page", element: "p7" }),
    makeClip(2, { of: [1] }),
  ];

  expect(buildOverlayChapters(clips).marks[0]?.marks).toEqual([
    [0, "e0", 0, 1, ""],
    [0, "p7", 1, 2, "page"],
    [0, "e1", 2, 3, ""],
  ]);
});
