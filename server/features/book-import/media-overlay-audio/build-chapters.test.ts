import { describe, expect, test } from "vitest";
import type { OverlayKind } from "#shared/reader/overlay.ts";
import type { EpubOverlay, OverlayClip } from "#server/epub/media-overlay/map-sentences.ts";
import { buildChapters } from "./build-chapters.ts";

/** A page of three sentences of 10, 20 and 30 characters, and a page with one of 10. */
const characters: EpubOverlay["characters"] = [
  [0, [10, 20, 30]],
  [1, [10]],
];

type Given = Partial<OverlayClip> & { readonly of?: readonly [first: number, last?: number] };

function clip(begin: number, { of, ...options }: Given = {}): OverlayClip {
  const spineIndex = options.spineIndex ?? 0;
  const all = new Map(characters).get(spineIndex) ?? [];
  const [first = 0, last = first] = of ?? [];
  const span = { first, last, firstCharacters: all[first] ?? 0, lastCharacters: all[last] ?? 0 };
  return {
    ...{ audio: 0, begin, end: begin + 1, spineIndex, element: `e${first}`, kind: "" as OverlayKind },
    ...{ isPause: false, section: 0, overlay: 0, span: of ? span : null },
    ...options,
  };
}

const overlay = (clips: readonly OverlayClip[], input: Partial<EpubOverlay> = {}): EpubOverlay => ({
  ...{
    activeClass: "",
    playbackActiveClass: "",
    audioFiles: ["a.mp3", "b.mp3"],
    clips,
    characters,
    declaredDurations: [],
  },
  sections: ["One", "Two"],
  ...input,
});

const made = (clips: readonly OverlayClip[], durations: ReadonlyArray<number | null> = [100, 50]) =>
  buildChapters(overlay(clips), durations);

const getChapters = (clips: readonly OverlayClip[]) =>
  made(clips).chapters.map(({ title, part, start, end }) => [title, part, start, end]);

const getSentences = (clips: readonly OverlayClip[]) => made(clips).maps[0]?.sentences;

describe("chapters", () => {
  test("are the sections of the narration, with their offsets", () => {
    expect(getChapters([clip(29), clip(30), clip(31, { section: 1 })])).toEqual([
      ["One", 0, 29, 31],
      ["Two", 0, 31, 32],
    ]);
  });

  test("split at file boundaries", () => {
    expect(getChapters([clip(0), clip(0, { audio: 1 }), clip(1, { audio: 1, section: 1 })])).toEqual([
      ["One", 0, 0, 1],
      ["One (2)", 1, 0, 1],
      ["Two", 1, 1, 2],
    ]);
  });

  test("continue over a pause, and split where the audio jumps", () => {
    expect(getChapters([clip(0), clip(5.5), clip(20), clip(10), clip(11)])).toEqual([
      ["One", 0, 0, 6.5],
      ["One (2)", 0, 20, 21],
      ["One (3)", 0, 10, 12],
    ]);
  });

  test("use heard files only, in order", () => {
    const assembled = made([clip(0, { audio: 1 }), clip(0, { audio: 2 })], [null, 50, 50]);

    expect(assembled.audioFiles).toEqual([1]);
    expect(made([clip(0)], [null, null]).chapters).toEqual([]);
  });

  test("do not follow a note elsewhere in the audio", () => {
    const note = { kind: "note" as const, of: [2] as const };

    expect(getChapters([clip(0), clip(60, note), clip(61, note), clip(1)])).toEqual([["One", 0, 0, 2]]);
    expect(getChapters([clip(0), clip(1, note), clip(2)])).toEqual([["One", 0, 0, 3]]);
  });

  test("without a title are numbered", () => {
    const assembled = buildChapters(
      overlay([clip(0), clip(1, { section: 1 })], { sections: ["", ""] }),
      [100, 50],
    );

    expect(assembled.chapters.map(({ title }) => title)).toEqual(["Chapter 1", "Chapter 2"]);
  });

  test("that are too many are dropped", () => {
    const jumping = Array.from({ length: 6000 }, (_, n) => clip(n % 2 ? 50 : 0));

    expect(made(jumping)).toMatchObject({
      chapters: [],
      warnings: [expect.stringMatching(/too fragmented/)],
    });
  });
});

describe("sentences", () => {
  test("have the times of their part, from the chapter's start", () => {
    const clips = [clip(29.5, { of: [0] }), clip(30.5, { of: [1] }), clip(32, { of: [2] })];

    expect(getSentences(clips)).toEqual([
      ["s0-0", 0, 1, 1],
      ["s0-1", 1, 2, 1],
      ["s0-2", 2.5, 3.5, 1],
    ]);
    expect(made(clips).marks).toEqual([]);
  });

  test("of several parts are heard from the first to the last", () => {
    const part = (characters: number) => ({
      first: 1,
      last: 1,
      firstCharacters: characters,
      lastCharacters: characters,
    });
    const clips = [clip(0, { span: part(8) }), clip(1, { span: part(2) }), clip(2, { span: part(10) })];

    expect(getSentences(clips)).toEqual([["s0-1", 0, 3, 1]]);
    expect(made(clips).marks[0]?.marks).toHaveLength(3);
  });

  test("that share a part are estimated by length; the part is marked", () => {
    const clips = [clip(0, { of: [0, 2], end: 6, element: "p1" })];

    expect(getSentences(clips)).toEqual([
      ["s0-0", 0, 1, 0.3],
      ["s0-1", 1, 3, 0.3],
      ["s0-2", 3, 6, 0.3],
    ]);
    expect(made(clips).marks).toEqual([{ chapterNumber: 1, marks: [[0, "p1", 0, 6, ""]] }]);
  });

  test("that end in another part are unknown", () => {
    const from = { first: 0, last: 1, firstCharacters: 10, lastCharacters: 5 };
    const to = { first: 1, last: 1, firstCharacters: 15, lastCharacters: 15 };

    expect(getSentences([clip(0, { span: from, end: 3 }), clip(3, { span: to })])).toEqual([
      ["s0-0", 0, 2, 0.3],
      ["s0-1", 2, 4, 0.3],
    ]);
  });

  test("with their own parts ignore the larger part around them", () => {
    const clips = [clip(0, { of: [0, 2] }), clip(1, { of: [0] }), clip(2, { of: [1] }), clip(3, { of: [2] })];

    expect(getSentences(clips)).toEqual([
      ["s0-0", 1, 2, 1],
      ["s0-1", 2, 3, 1],
      ["s0-2", 3, 4, 1],
    ]);
  });

  test("mostly unread are unknown", () => {
    const little = { first: 2, last: 2, firstCharacters: 14, lastCharacters: 14 };

    expect(getSentences([clip(0, { span: little })])).toEqual([["s0-2", 0, 1, 0.3]]);
  });

  test("that overlap end where the next begins; of two at one time the second is unknown", () => {
    expect(getSentences([clip(0, { of: [0], end: 3 }), clip(2, { of: [1] }), clip(2, { of: [2] })])).toEqual([
      ["s0-0", 0, 2, 1],
      ["s0-1", 2, 3, 1],
      ["s0-2", 2, 3, 0.3],
    ]);
  });

  test("that are repeated count where first heard", () => {
    expect(getSentences([clip(0, { of: [0] }), clip(1, { of: [1] }), clip(2, { of: [0] })])).toEqual([
      ["s0-0", 0, 1, 1],
      ["s0-1", 1, 2, 1],
    ]);
  });

  test("end before a pause of the export, which belongs to the chapter", () => {
    const clips = [clip(0, { of: [0] }), clip(1, { isPause: true }), clip(2, { of: [1], section: 1 })];

    expect(getSentences(clips)).toEqual([["s0-0", 0, 1, 1]]);
    expect(getChapters(clips)?.[0]).toEqual(["One", 0, 0, 2]);
    expect(made(clips).marks).toEqual([]);
  });
});

describe("times", () => {
  test("without an end last until the next part or the end of the file", () => {
    expect(getSentences([clip(0, { of: [0], end: null }), clip(2, { of: [1], end: null })])).toEqual([
      ["s0-0", 0, 2, 1],
      ["s0-1", 2, 100, 1],
    ]);
  });

  test("after the end of the audio are cut, with a warning", () => {
    const assembled = made([clip(98, { of: [0] }), clip(99, { of: [1], end: 120 }), clip(130, { of: [2] })]);

    expect(assembled.maps[0]?.sentences).toEqual([
      ["s0-0", 0, 1, 1],
      ["s0-1", 1, 2, 1],
    ]);
    expect(assembled.warnings).toEqual([expect.stringMatching(/^2 clips .* after their audio file/)]);
  });

  test("with another sum than declared give a warning", () => {
    const stated = (seconds: number, of: number | null) =>
      buildChapters(
        overlay([clip(0), clip(1, { end: 20 })], { declaredDurations: [{ overlay: of, seconds }] }),
        [100, 50],
      )?.warnings;

    expect(stated(20.4, 0)).toEqual([]);
    expect(stated(60, 0)).toEqual([expect.stringMatching(/60 seconds, but its clips last 20/)]);
    expect(stated(60, null)).toEqual([expect.stringMatching(/a narration of 60 seconds/)]);
  });
});

test("of skippable parts are marked", () => {
  const clips = [clip(0, { of: [0] }), clip(1, { kind: "page", element: "p7" }), clip(2, { of: [1] })];

  expect(made(clips).marks[0]?.marks).toEqual([
    [0, "e0", 0, 1, ""],
    [0, "p7", 1, 2, "page"],
    [0, "e1", 2, 3, ""],
  ]);
});
