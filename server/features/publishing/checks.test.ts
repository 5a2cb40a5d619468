import { describe, expect, test } from "vitest";
import type { BookFields } from "#shared/publishing/publishing-book.ts";
import { checkBook } from "./checks.ts";

type Checked = Parameters<typeof checkBook>[0];

const measurement = { loudness: -18, peak: -3, flatFactor: 0, silences: [] };

const complete = {
  row: { hasEbook: true, hasAudiobook: true, coverHash: "c".repeat(64), revisionOf: null },
  fields: {
    title: "A lantern at dusk",
    language: "en",
    direction: "ltr",
    credits: [{ role: "author" }],
    genres: ["History"],
    licence: "cc0",
    provenance: "Own work",
    description: "x".repeat(80),
  } as unknown as BookFields,
  content: {
    text: { toc: [{}], warnings: [], brokenLinks: [] },
    parts: [{ number: 1, title: "One" }],
    audio: [{ fileName: "01.mp3", measurement, warnings: [] }],
  } as unknown as Checked["content"],
  duplicates: [],
} satisfies Checked;

/** The findings about a book that is complete but for some changes, as `severity code subject`. */
function check({
  row = {},
  fields = {},
  content = {},
  duplicates = [],
}: {
  row?: object;
  fields?: object;
  content?: object;
  duplicates?: Checked["duplicates"];
}) {
  const checked = {
    row: { ...complete.row, ...row },
    fields: { ...complete.fields, ...fields },
    content: { ...complete.content, ...content },
    duplicates,
  };
  return checkBook(checked).map(({ code, severity, subject, warning }) =>
    [severity, code, subject, warning?.code].filter(Boolean).join(" "),
  );
}

describe("the checks of a book", () => {
  const text = (changes: object) => ({
    content: { text: { toc: [{}], warnings: [], brokenLinks: [], ...changes } },
  });

  test.each([
    [{}, []],
    [{ row: { hasEbook: false } }, []],
    [{ row: { hasEbook: false, hasAudiobook: false } }, ["blocks content-missing"]],
    [{ fields: { credits: [{ role: "narrator" }] } }, ["blocks author-missing"]],
    [{ fields: { genres: [] } }, ["blocks genre-missing"]],
    [{ fields: { licence: "" } }, ["blocks licence-missing"]],
    [{ fields: { provenance: "" } }, ["blocks provenance-missing"]],
    [{ fields: { description: "x".repeat(79) } }, ["note description-missing"]],
    [{ row: { coverHash: "" } }, ["note cover-missing"]],
    [text({ toc: [] }), ["warning contents-missing"]],
    [{ ...text({ toc: [] }), row: { hasEbook: false } }, []],
    [{ content: { parts: [] } }, ["warning chapters-missing"]],
    [{ content: { parts: [] }, row: { hasAudiobook: false } }, []],
    [{ content: { parts: [{ number: 7, title: " " }] } }, ["warning chapter-untitled 7"]],
    [{ content: { text: null } }, []],
    [text({ brokenLinks: null }), ["note files-unchecked"]],
  ])("of %o are %o", (changes, expected) => {
    expect(check(changes)).toEqual(expected);
  });

  test("name duplicates by what is the same", () => {
    const create = (title: string, isSameFile: boolean, isSameIsbn: boolean) => ({
      title,
      isSameFile,
      isSameIsbn,
    });
    const duplicates = [create("A", true, true), create("B", false, true), create("C", false, false)];
    expect(check({ duplicates })).toEqual([
      "warning duplicate-files A",
      "warning duplicate-isbn B",
      "warning duplicate-title C",
    ]);
  });

  test("list a few problems of files", () => {
    const names = Array.from({ length: 12 }, (_, n) => `${n}`);
    expect(check(text({ warnings: names.map((code) => ({ code })) }))).toEqual(
      names.slice(0, 10).map((n) => `warning file-warning ${n}`),
    );
    const audio = names.map((code) => ({ fileName: "", measurement, warnings: [{ code }] }));
    expect(check({ content: { text: null, audio } })).toEqual(
      names.slice(0, 10).map((n) => `warning file-warning ${n}`),
    );
    expect(check(text({ brokenLinks: names }))).toEqual(
      names.slice(0, 5).map((n) => `warning link-broken ${n}`),
    );
  });

  test("find silence, clipping and loudness in the audio", () => {
    const measure = (changes: object, count = 1) => ({
      content: {
        audio: Array.from({ length: count }, () => ({
          fileName: "a.mp3",
          measurement: { ...measurement, ...changes },
        })),
      },
    });
    const silences = [[65.9, 7.6]];
    expect(check(measure({ silences }))).toEqual(["warning audio-silence a.mp3 1:05 (8 s)"]);
    expect(check(measure({ silences }, 6))).toHaveLength(5);
    expect(check(measure({ peak: -0.01, flatFactor: 1 }))).toEqual(["warning audio-clipping a.mp3"]);
    expect(check(measure({ peak: 0, flatFactor: 1 }, 6))).toHaveLength(5);
    expect(check(measure({ peak: 0, flatFactor: 0 }))).toEqual([]);
    expect(check(measure({ peak: -0.02, flatFactor: 1 }))).toEqual([]);
    expect(check(measure({ peak: null, flatFactor: 1 }))).toEqual([]);
    for (const loudness of [-22, -14, null]) expect(check(measure({ loudness }))).toEqual([]);
    expect(check(measure({ loudness: -22.1 }))).toEqual(["warning audio-loudness a.mp3: -22.1 LUFS"]);
    expect(check(measure({ loudness: -13.9 }, 6))).toHaveLength(5);
    expect(check({ content: { audio: [{ fileName: "a.mp3", measurement: null }] } })).toEqual([
      "note files-unchecked",
    ]);
  });

  test.each([
    ["A lantern", "en", "ltr", []],
    ["نور القمر", "ar", "rtl", []],
    ["نور القمر", "en", "rtl", [{ language: "ar" }, { direction: "ltr" }]],
    ["A lantern", "ar", "rtl", [{ language: "en" }]],
    ["A lantern", "ar-EG", "ltr", [{ language: "en" }, { direction: "rtl" }]],
    ["نور القمر", "fa", "rtl", []],
    ["نور القمر", "ckb", "rtl", []],
    ["نور القمر", "ks", "rtl", []],
    ["نور القمر", "ku-Arab", "rtl", []],
    ["نور القمر", "id", "ltr", []],
    ["نور abc", "en", "ltr", []],
    ["12 ق", "en", "rtl", []],
    ["نور", "en", "ltr", [{ language: "ar" }]],
  ] as const)("of the script of %s in %s, %s", (title, language, direction, fixes) => {
    const fields = { ...complete.fields, title, language, direction };
    expect(checkBook({ ...complete, fields }).map(({ fix }) => fix)).toEqual(fixes);
  });

  test("of a revision are those of its files", () => {
    const changes = { fields: { genres: [], description: "" }, content: { parts: [] } };
    expect(check({ ...changes, row: { revisionOf: "book" } })).toEqual(["warning chapters-missing"]);
  });
});
