import { expect, test } from "vitest";
import { sanitizeDocument } from "#shared/epub/sanitize/sanitize-document.ts";
import { createUrlResolver, getFileIndex } from "#shared/epub/sanitize/url-policy.ts";
import { getQuranIndex } from "#server/quran-detection/quran-index.ts";
import { planChapters } from "#server/tts/plan-chapters.ts";
import { createSpokenDocument } from "./spoken-document.ts";

const getPage = (body: string, attributes = "") =>
  sanitizeDocument(
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" ${attributes}><body>${body}</body></html>`,
    createUrlResolver("c.xhtml", getFileIndex({ paths: [], pages: [], fallbacks: [] })),
  );

const createInput = (body: string, requested: readonly string[] = []) =>
  createSpokenDocument(getPage(body), { language: "en", requested }, getQuranIndex());

const listPieces = (body: string) => createInput(body).sentences.map(({ pieces }) => pieces);

test("notes, note marks, page numbers and hidden text are not read aloud", () => {
  const body = `<p>One<sup>2</sup> two<a epub:type="noteref" href="#n">3</a> three<span role="doc-pagebreak">44</span>
    four<span class="footnote-ref">5</span> <span hidden="hidden">six</span>.</p>
    <aside epub:type="footnote" id="n"><p>A note.</p></aside><p>E = mc<sup>2nd power</sup>.</p>`;
  const words = listPieces(body).map((pieces) =>
    pieces
      .map((piece) => ("text" in piece ? piece.text.replace(/\s+/g, " ") : ""))
      .join("")
      .trim(),
  );
  expect(words).toEqual(["One two three four .", "", "E = mc2nd power."]);
});

test("each paragraph has its language, from markup or script", () => {
  const body = `<p>English.</p><p lang="de">Deutsch.</p><p lang="fr">Mot <i lang="la">nota bene</i> fin.</p><p>كلام عربي</p>`;
  const languages = listPieces(body).map((pieces) =>
    pieces.map((piece) => ("language" in piece ? piece.language : "")),
  );
  expect(languages).toEqual([["en"], ["de"], ["fr", "la", "fr"], ["ar"]]);
});

test("a verse is a pause by its words, wherever it is", () => {
  const [first, second] = listPieces(
    "<p>He recited الحمد لله رب العالمين and wept.</p><p class='quran'>الله الصمد</p>",
  );
  expect(first?.map((piece) => ("verse" in piece ? piece.verse : piece.language))).toEqual(["en", 4, "en"]);
  expect(second).toEqual([{ verse: 2 }]);
});

test("chapters start where the contents link to, also within a page", () => {
  const document = createInput('<h2 id="a">A</h2><p>One.</p><h2 id="b">B</h2><p>Two.</p>', ["a", "b"]);
  const sentences = document.sentences.map((each) => ({ ...each, id: `s0-${each.number}` }));
  const first = { spineIndex: 0, path: "c.xhtml", sentences, sentenceById: new Map(document.sentenceById) };
  const second = {
    spineIndex: 1,
    path: "d.xhtml",
    sentenceById: new Map<string, number>(),
    sentences: sentences.map((each) => ({ ...each, id: `s1-${each.number}` })),
  };
  const makeTocItem = (label: string, href: string) => ({ label, href, children: [] });
  const toc = [makeTocItem("First", "c.xhtml#a"), makeTocItem("Second", "c.xhtml#b")];
  const chapters = planChapters([first, second], toc, "Book");
  expect(chapters.map(({ title }) => title)).toEqual(["First", "Second"]);
  expect(chapters.map(({ sentences: all }) => all[0]?.id)).toEqual(["s0-0", "s0-2"]);
  expect(chapters[1]?.sentences.at(-1)?.id).toBe("s1-3");
  const untitledChapters = planChapters([first, second], [], "Book");
  expect(untitledChapters.map(({ title }) => title)).toEqual(["A", "A"]);
});
