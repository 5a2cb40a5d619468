import { describe, expect, test } from "vitest";
import {
  type LanguageSegment,
  type Passage,
  splitByLanguage,
  type VerseRanges,
} from "./split-by-language.ts";

const makeSegment = (text: string, input: Partial<LanguageSegment> = {}): LanguageSegment => ({
  text,
  language: "en",
  isSilent: false,
  isQuranMarkup: false,
  ...input,
});

const listFields = (passages: readonly Passage[]) =>
  passages.map(({ kind, language, text }) => [kind, language, text]);
const read = (text: string, verses: VerseRanges = [], language = "en") =>
  listFields(splitByLanguage([makeSegment(text, { language })], verses, language));

describe("spoken text", () => {
  test("has normalized spaces, and no note or page markers", () => {
    const pieces = [
      makeSegment("  He   went\nhome"),
      makeSegment("12", { isSilent: true }),
      makeSegment(" early[3], as\u00A0always\u00B2.  "),
    ];

    expect(listFields(splitByLanguage(pieces, [], "en"))).toEqual([
      ["speech", "en", "He went home early, as always."],
    ]);
  });

  test("maps each character to the book", () => {
    const pieces = [makeSegment("He  went"), makeSegment("12", { isSilent: true }), makeSegment(" home.")];

    const [passage] = splitByLanguage(pieces, [], "en");
    const getSourceAt = (word: string) => passage?.sources[passage.text.indexOf(word)];

    expect([getSourceAt("went"), getSourceAt("home")]).toEqual([4, 11]);
  });

  test.each([
    ["The Prophet\uFDFA said", "en", "The Prophet peace and blessings be upon him said"],
    ["The Prophet \uFDFA, said", "en", "The Prophet peace and blessings be upon him, said"],
    ["Le Prophète \uFDFA dit", "fr", "Le Prophète sallallahu alayhi wa sallam dit"],
    ["قال النبي \uFDFA للناس", "ar", "قال النبي صلى الله عليه وسلم للناس"],
    ["Allah \uFDFB created", "en", "Allah exalted is His Majesty created"],
  ])("reads an honorific character as words: %s", (text, language, expected) => {
    expect(read(text, [], language)).toEqual([["speech", language, expected]]);
  });

  test("is empty for ornaments", () => {
    expect(read("* * *")).toEqual([]);
  });

  test("drops the tatweel and keeps the vowels", () => {
    expect(read("كِتَــاب", [], "ar")).toEqual([["speech", "ar", "كِتَاب"]]);
  });
});

describe("languages in a sentence", () => {
  test("come from the markup", () => {
    const pieces = [
      makeSegment("She said "),
      makeSegment("bonjour", { language: "fr" }),
      makeSegment(" to us."),
    ];

    expect(listFields(splitByLanguage(pieces, [], "en"))).toEqual([
      ["speech", "en", "She said"],
      ["speech", "fr", "bonjour"],
      ["speech", "en", "to us."],
    ]);
  });

  test("are detected by script without markup", () => {
    expect(read("The word (سلام) means peace.")).toEqual([
      ["speech", "en", "The word"],
      ["speech", "ar", "(سلام)"],
      ["speech", "en", "means peace."],
    ]);
  });

  test("transliterated Arabic uses the voice of the book", () => {
    const pieces = [
      makeSegment("He said "),
      makeSegment("bismillah", { language: "ar-Latn" }),
      makeSegment("."),
    ];

    expect(listFields(splitByLanguage(pieces, [], "en")).map(([, language]) => language)).not.toContain("ar");
  });

  test("with another region use the same voice", () => {
    const pieces = [
      makeSegment("A colour, ", { language: "en-GB" }),
      makeSegment("a color.", { language: "en-US" }),
    ];

    expect(listFields(splitByLanguage(pieces, [], "en"))).toEqual([["speech", "en", "A colour, a color."]]);
  });
});

describe("verses", () => {
  const text = "He  read  قل هو الله أحد  and wept.";

  test("are separated from spoken text, with white space collapsed", () => {
    expect(read(text, [{ start: 8, end: 22 }])).toEqual([
      ["speech", "en", "He read"],
      ["verse", "ar", "قل هو الله أحد"],
      ["speech", "en", "and wept."],
    ]);
  });

  test("are never spoken", () => {
    const passages = read("قال ﴿قل هو الله أحد﴾ ثم بكى", [{ start: 4, end: 20 }], "ar");

    expect(passages.filter(([kind]) => kind === "speech").map(([, , text]) => text)).toEqual([
      "قال",
      "ثم بكى",
    ]);
  });

  test("include the basmala ligature", () => {
    expect(read("\uFDFD", [], "ar")).toEqual([["verse", "ar", "\uFDFD"]]);
  });

  test("are skipped in brackets, markup and any run of four words while undecided", () => {
    expect(read("He read ﴿قل هو﴾ and wept.", null)).toEqual([
      ["speech", "en", "He read"],
      ["verse", "ar", "﴿قل هو﴾"],
      ["speech", "en", "and wept."],
    ]);
    expect(read("قال الشيخ في كتابه", null, "ar")).toEqual([["unchecked", "ar", "قال الشيخ في كتابه"]]);
    expect(read("قال الشيخ في", null, "ar")).toEqual([["speech", "ar", "قال الشيخ في"]]);
    const marked = [makeSegment("Say: He is God, One.", { isQuranMarkup: true })];
    expect(listFields(splitByLanguage(marked, null, "en")).map(([kind]) => kind)).toEqual(["verse"]);
  });
});
