import { describe, expect, test } from "vitest";
import { splitSentences } from "#shared/reader/sentences.ts";
import { findPassages } from "./find-passages.ts";
import { getQuranIndex } from "./quran-index.ts";
import { readQuranPackage } from "./quran-package.ts";

const index = getQuranIndex();

const getBlock = (text: string, marked: readonly { start: number; end: number }[] = []) => ({
  text,
  marked,
  sentences: splitSentences(text),
});

const findQuotations = (...texts: readonly string[]) =>
  findPassages(
    texts.map((text) => getBlock(text)),
    index,
  ).map((ranges, at) => ranges.map(({ start, end }) => texts[at]?.slice(start, end)));

const findQuotationsWithoutIndex = (...texts: readonly string[]) =>
  findPassages(
    texts.map((text) => getBlock(text)),
    null,
  ).map((ranges, at) => ranges.map(({ start, end }) => texts[at]?.slice(start, end)));

describe("Qur'an quotations in a text", () => {
  test("are found from four words on", () => {
    expect(findQuotations("ثم قال: الحمد لله رب العالمين، وسكت.")).toEqual([["الحمد لله رب العالمين"]]);
    expect(findQuotations("ثم قال: الحمد لله رب، وسكت.")).toEqual([[]]);
  });

  test.each([
    ["with vowels", "ٱلۡحَمۡدُ لِلَّهِ رَبِّ ٱلۡعَٰلَمِينَ"],
    ["with today's vowels", "الْحَمْدُ لِلَّهِ رَبِّ الْعَالَمِينَ"],
    ["lengthened", "الحـــمد للـه رب العـالمين"],
    ["prayer with alef", "إن الصلاة تنهى عن الفحشاء والمنكر"],
    ["prayer with waw", "إن الصلوة تنهى عن الفحشاء والمنكر"],
    ["prayer as printed", "إِنَّ ٱلصَّلَوٰةَ تَنۡهَىٰ عَنِ ٱلۡفَحۡشَآءِ وَٱلۡمُنكَرِ"],
    ["without hamza", "ان الذين امنوا وعملوا الصالحات"],
    ["ya for alef maqsura", "هدي للمتقين الذين يؤمنون بالغيب"],
    ["alef maqsura for ya", "الذى خلق الموت والحياة ليبلوكم"],
    ["the one who is called, apart", "يا أيها الذين آمنوا استعينوا بالصبر والصلاة"],
    ["the one who is called, joined", "يايها الذين امنوا استعينوا بالصبر والصلوة"],
    ["the one who is called, in print", "يَٰٓأَيُّهَا ٱلَّذِينَ ءَامَنُواْ ٱسۡتَعِينُواْ بِٱلصَّبۡرِ وَٱلصَّلَوٰةِۚ"],
    ["night with two lams", "والليل إذا يغشى والنهار إذا تجلى"],
    ["the one who is called by name, joined", "يموسى لن نؤمن لك حتى نرى الله جهرة"],
    ["open ta", "رحمت الله وبركاته عليكم أهل البيت"],
    ["with the name of God as one sign", "الحمد ﷲ رب العالمين"],
    ["with the name of God as one sign, after a word", "بسم ﷲ الرحمن الرحيم"],
    ["with the word for and apart", "و التين و الزيتون وَ طور سينين و هذا البلد الأمين"],
    ["with the signs of notes", "الحمدa لله [b] رب العالمين"],
    ["with signs of direction inside a word", "ال\u2066حم\u2069د لله رب العالمين"],
    ["hamza on other seats", "يسالونك عن الشهر الحرام قتال فيه"],
  ])("are found in any spelling: %s", (_, text) => {
    expect(findQuotations(text)).toEqual([[text]]);
  });

  test("are found across paragraphs, numbers and marks", () => {
    const verses = ["قل هو الله أحد (1)", "الله الصمد ۝٢", "لم يلد ولم يولد ٣", "ولم يكن له كفوا أحد [٤]"];
    const words = ["قل هو الله أحد", "الله الصمد", "لم يلد ولم يولد", "ولم يكن له كفوا أحد"];
    expect(findQuotations(...verses)).toEqual(words.map((each) => [expect.stringContaining(each)]));
    expect(findQuotations("قال الحمد لله", "ثم رب العالمين")).toEqual([[], []]);
  });

  test("are not found in everyday phrases", () => {
    const phrases = [
      "السلام عليكم ورحمة الله وبركاته",
      "صلى الله عليه وعلى آله وصحبه وسلم",
      "لا حول ولا قوة إلا بالله العلي العظيم",
      "رضي الله عنه وأرضاه وجعل الجنة مأواه",
      "قال حدثنا سفيان عن الزهري عن سالم عن أبيه قال سمعت رسول الله",
      "قال هو و الله أحد أسباب ذلك و هو الصمد عندهم",
      "الحمد and then لله and then رب and then العالمين",
      "كان في قديم الزمان رجل يبيع الصبر في السوق ولا يجد من يشتريه منه",
      "In the name of God, the Merciful, the Compassionate.",
    ];
    expect(findQuotations(...phrases)).toEqual(phrases.map(() => []));
  });

  test("are not found by consonants alone", () => {
    // `قل` and `قال`, `ملك` and `مالك` are different words in everyday spelling.
    expect(findQuotations("قال هو الله أحد")).toEqual([[]]);
  });

  test("cover nearly all of the Qur'an in modern spelling", () => {
    const stripMarks = (verse: string) =>
      verse
        .replace(/\u0640?([\u0654\u0655])/gu, "ئ")
        .replace(/و\u0670/gu, "ا")
        .replace(/ى\u0670/gu, "ى")
        .replace(/ٱ/gu, "ا")
        .replace(/ءا/gu, "آ")
        .replace(/[\p{M}\u0640\u06E5\u06E6\u06DE\u06E9]/gu, "");
    let [words, silent] = [0, 0];
    for (const { text } of readQuranPackage()?.flatMap(({ id, verses }) => (id % 4 === 0 ? verses : [])) ??
      []) {
      const verse = stripMarks(text);
      const count = (part: string) => part.match(/\p{L}+/gu)?.length ?? 0;
      if (count(verse) < 4) continue;
      words += count(verse);
      silent += findQuotations(verse)[0]?.reduce((sum, part) => sum + count(part ?? ""), 0) ?? 0;
    }
    expect(words).toBeGreaterThan(10_000);
    expect(silent / words).toBeGreaterThan(0.99);
  });
});

describe("without the licensed text", () => {
  test("text in ornate brackets is not spoken, across paragraphs and in either direction", () => {
    expect(findQuotationsWithoutIndex("قال ﴿الله الصمد﴾ ثم قال")).toEqual([["﴿الله الصمد﴾"]]);
    expect(findQuotationsWithoutIndex("قال ﴿الله الصمد", "لم يلد﴾ ثم قال")).toEqual([
      ["﴿الله الصمد"],
      ["لم يلد﴾"],
    ]);
    expect(findQuotationsWithoutIndex("قال ﴾الله الصمد﴿ ثم قال")).toEqual([["﴾الله الصمد﴿"]]);
  });

  test("an unclosed bracket ends with its paragraph", () => {
    expect(findQuotationsWithoutIndex("قال ﴿الله الصمد", "ثم قال", "وفي ﴿لم يلد﴾ معنى")).toEqual([
      ["﴿الله الصمد"],
      [],
      ["﴿لم يلد﴾"],
    ]);
  });

  test("a vowelled verse before its number is not spoken, other text is", () => {
    expect(findQuotationsWithoutIndex("ٱللَّهُ ٱلصَّمَدُ ﴿٢﴾")).toEqual([["ٱللَّهُ ٱلصَّمَدُ ﴿٢﴾"]]);
    expect(findQuotationsWithoutIndex("وفي الآية ﴿٢﴾ معنى")).toEqual([["﴿٢﴾"]]);
  });

  test("the basmala ligature is not spoken", () => {
    expect(findQuotationsWithoutIndex("﷽ نبدأ")).toEqual([["﷽"]]);
  });

  test("four words alone are not enough", () => {
    expect(findQuotationsWithoutIndex("الحمد لله رب العالمين")).toEqual([[]]);
  });
});

test("a hostile page is processed at once", () => {
  const startedAt = performance.now();
  const texts = [
    `${"ء".repeat(50_000)} `.repeat(4),
    "ءءءءءءءءءءءءءءءءءءء الله ".repeat(5_000),
    "﴿".repeat(20_000),
  ];
  findQuotations(...texts);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
