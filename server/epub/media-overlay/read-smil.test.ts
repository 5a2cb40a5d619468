import { describe, expect, test } from "vitest";
import { readSmil } from "./read-smil.ts";

const readSmilBody = (body: string) =>
  readSmil(
    `<?xml version="1.0"?><smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0">${body}</smil>`,
    "EPUB/mo/one.smil",
  );

const par = (element: string, audio = 'src="a.mp3"', more = "") =>
  `<par ${more}><text src="../one.xhtml#${element}"/><audio ${audio}/></par>`;

describe("a media overlay", () => {
  test("is a flat list of clips", () => {
    const { clips } = readSmilBody(
      `<body epub:textref="../one.xhtml#b">${par("a", 'src="../a/x%20y.mp3" clipBegin="1.5s" clipEnd="0:00:02.25"')}<seq><seq>${par("b")}</seq></seq></body>`,
    );

    expect(clips).toEqual([
      {
        id: "",
        text: { path: "EPUB/one.xhtml", element: "a" },
        audio: "EPUB/a/x y.mp3",
        begin: 1.5,
        end: 2.25,
        kind: "",
        chapter: 0,
        continues: false,
      },
      {
        id: "",
        text: { path: "EPUB/one.xhtml", element: "b" },
        audio: "EPUB/mo/a.mp3",
        begin: 0,
        end: null,
        kind: "",
        chapter: 0,
        continues: false,
      },
    ]);
  });

  test("has skippable parts, marked on the part or around it", () => {
    const { clips } = readSmilBody(
      `<body>${par("a", undefined, 'epub:type="pagebreak"')}<seq epub:type="footnote"><seq>${par("b")}</seq></seq>${par("c")}<seq epub:type="list table">${par("d")}</seq></body>`,
    );

    expect(clips.map(({ kind }) => kind)).toEqual(["page", "note", "", "table"]);
  });

  test("has chapters where it names them", () => {
    const { clips } = readSmilBody(
      `<body>${par("a")}<seq epub:type="bodymatter chapter">${par("b")}<seq>${par("c")}</seq></seq><seq epub:type="chapter">${par("d")}</seq></body>`,
    );

    expect(clips.map(({ chapter }) => chapter)).toEqual([0, 1, 1, 2]);
  });

  test("accepts ids in any script, percent-encoded or not, and documents without one", () => {
    const { clips } = readSmilBody(`<body>${par("%E4%B8%80")}${par("一")}${par("a&amp;b")}${par("")}</body>`);

    expect(clips.map(({ text }) => text.element)).toEqual(["一", "一", "a&b", ""]);
  });

  test("skips invalid clips and continues", () => {
    const { clips, skipped } = readSmilBody(
      `<body>${par("a", 'src="https://example.org/a.mp3"')}${par("b", 'src="//example.org/a.mp3"')}${par("c", 'src="a.mp3" clipBegin="soon"')}${par("d", 'src="a.mp3" clipBegin="2s" clipEnd="1s"')}${par("e", 'src="a.mp3" clipEnd="9999999h"')}<par><audio src="a.mp3"/></par><par><text src="https://example.org/x#a"/><audio src="a.mp3"/></par><par><text src="../one.xhtml#f"/></par>${par("g")}</body>`,
    );

    expect(clips.map(({ text }) => text.element)).toEqual(["g"]);
    expect(skipped).toEqual({ external: 2, untimed: 3, textless: 2 });
  });

  test("never refers to files outside of the book", () => {
    const { clips } = readSmilBody(
      `<body><par><text src="../../../../etc/passwd#a"/><audio src="../../../../etc/shadow"/></par><par><text src="..\\..\\x.xhtml"/><audio src="/a.mp3"/></par></body>`,
    );

    expect(clips.map(({ text, audio }) => [text.path, audio])).toEqual([
      ["etc/passwd", "etc/shadow"],
      ["x.xhtml", "a.mp3"],
    ]);
  });

  test("expands no entities", () => {
    const { clips } = readSmil(
      `<!DOCTYPE smil [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY a "a"><!ENTITY b "&a;&a;&a;">]><smil><body>${par("&x;&b;1")}</body></smil>`,
      "a.smil",
    );

    expect(clips[0]?.text.element).toBe("&x;&b;1");
  });

  test("is rejected when nested too deep or too long", () => {
    expect(() => readSmilBody("<seq>".repeat(5000))).toThrow("The SMIL document is too large");
    expect(() => readSmilBody("<par/>".repeat(210_000))).toThrow("The SMIL document is too large");
  });

  test.each(["", "<", "no markup", "<smil><body><par><text", '<par><text src="a#b"/><audio src="a.mp3"/>'])(
    "of %j contains the valid part",
    (body) => {
      expect(() => readSmilBody(body)).not.toThrow();
    },
  );
});
