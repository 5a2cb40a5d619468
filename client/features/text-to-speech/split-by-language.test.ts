import { describe, expect, test } from "vitest";
import {
  type LanguageSegment,
  type Passage,
  splitByLanguage,
  type VerseRanges,
} from "./split-by-language.ts";

const piece = (text: string, input: Partial<LanguageSegment> = {}): LanguageSegment => ({
  ...{ text, language: "en", isSilent: false, isMarked: false },
  ...input,
});

const input = (passages: readonly Passage[]) =>
  passages.map(({ kind, language, text }) => [kind, language, text]);
const read = (text: string, verses: VerseRanges = [], language = "en") =>
  input(splitByLanguage([piece(text, { language })], verses, language));

describe("a sentence as it is said", () => {
  test("has its spaces in order, and no sign of a note or a page", () => {
    const pieces = [
      piece("  He   went\nhome"),
      piece("12", { isSilent: true }),
      piece(" early[3], as\u00A0always\u00B2.  "),
    ];

    expect(input(splitByLanguage(pieces, [], "en"))).toEqual([
      ["speech", "en", "He went home early, as always."],
    ]);
  });

  test("tells of each letter where it is in the book", () => {
    const pieces = [piece("He  went"), piece("12", { isSilent: true }), piece(" home.")];

    const [passage] = splitByLanguage(pieces, [], "en");
    const at = (word: string) => passage?.sources[passage.text.indexOf(word)];

    expect([at("went"), at("home")]).toEqual([4, 11]);
  });

  test.each([
    ["The Prophet\uFDFA said", "en", "The Prophet peace and blessings be upon him said"],
    ["The Prophet \uFDFA, said", "en", "The Prophet peace and blessings be upon him, said"],
    ["Le Prophète \uFDFA dit", "fr", "Le Prophète sallallahu alayhi wa sallam dit"],
    ["قال النبي \uFDFA للناس", "ar", "قال النبي صلى الله عليه وسلم للناس"],
    ["Allah \uFDFB created", "en", "Allah exalted is His Majesty created"],
  ])("reads a sign of reverence as words: %s", (text, language, message) => {
    expect(read(text, [], language)).toEqual([["speech", language, message]]);
  });

  test("says nothing of ornaments alone", () => {
    expect(read("* * *")).toEqual([]);
  });

  test("leaves the lengthening of Arabic words out, not their vowels", () => {
    expect(read("كِتَــاب", [], "ar")).toEqual([["speech", "ar", "كِتَاب"]]);
  });
});

describe("languages in a sentence", () => {
  test("are notified by the book", () => {
    const pieces = [piece("She said "), piece("bonjour", { language: "fr" }), piece(" to us.")];

    expect(input(splitByLanguage(pieces, [], "en"))).toEqual([
      ["speech", "en", "She said"],
      ["speech", "fr", "bonjour"],
      ["speech", "en", "to us."],
    ]);
  });

  test("are notified by their letters where the book forgot to", () => {
    expect(read("The word (سلام) means peace.")).toEqual([
      ["speech", "en", "The word"],
      ["speech", "ar", "(سلام)"],
      ["speech", "en", "means peace."],
    ]);
  });

  test("Arabic in Latin letters is left to the voice of the book", () => {
    const pieces = [piece("He said "), piece("bismillah", { language: "ar-Latn" }), piece(".")];

    expect(input(splitByLanguage(pieces, [], "en")).map(([, language]) => language)).not.toContain("ar");
  });

  test("regions of one language are no other voice", () => {
    const pieces = [piece("A colour, ", { language: "en-GB" }), piece("a color.", { language: "en-US" })];

    expect(input(splitByLanguage(pieces, [], "en"))).toEqual([["speech", "en", "A colour, a color."]]);
  });
});

describe("verses", () => {
  const text = "He  read  قل هو الله أحد  and wept.";

  test("are parted from what is said, counted with the white space collapsed", () => {
    expect(read(text, [{ start: 8, end: 22 }])).toEqual([
      ["speech", "en", "He read"],
      ["verse", "ar", "قل هو الله أحد"],
      ["speech", "en", "and wept."],
    ]);
  });

  test("none is said, whatever is in the sentence", () => {
    const message = read("قال ﴿قل هو الله أحد﴾ ثم بكى", [{ start: 4, end: 20 }], "ar");

    expect(message.filter(([kind]) => kind === "speech").map(([, , text]) => text)).toEqual([
      "قال",
      "ثم بكى",
    ]);
  });

  test("the sign of the basmala is one", () => {
    expect(read("\uFDFD", [], "ar")).toEqual([["verse", "ar", "\uFDFD"]]);
  });

  test("while nobody can tell, brackets, the book's marks and any run of four words are left alone", () => {
    expect(read("He read ﴿قل هو﴾ and wept.", null)).toEqual([
      ["speech", "en", "He read"],
      ["verse", "ar", "﴿قل هو﴾"],
      ["speech", "en", "and wept."],
    ]);
    expect(read("قال الشيخ في كتابه", null, "ar")).toEqual([["unchecked", "ar", "قال الشيخ في كتابه"]]);
    expect(read("قال الشيخ في", null, "ar")).toEqual([["speech", "ar", "قال الشيخ في"]]);
    const marked = [piece("Say: He is God, One.", { isMarked: true })];
    expect(input(splitByLanguage(marked, null, "en")).map(([kind]) => kind)).toEqual(["verse"]);
  });
});
