import { describe, expect, test } from "vitest";
import { getNormalizedWords, normalizeSearchText } from "./normalize-search-text.ts";
import {
  findSameNames,
  findTransliterations,
  getNameKey,
  getOppositeKeys,
  getTransliterationKey,
  splitCompoundName,
} from "./transliteration.ts";

describe("transliterations", () => {
  test.each([
    ["خديجة", "Khadija Khadidja Khadīja Hadice"],
    ["هشام", "Hisham Hicham Hishām"],
    ["شريف", "Sharif Cherif Šarīf Shareef"],
    ["جمال", "Jamal Djamel Gamal Cemal"],
    ["حسين", "Husayn Hussein Hocine Houcine Hüseyin"],
    ["يحيى", "Yahya Yehia Yaḥyá"],
    ["موسى", "Musa Moussa Mūsá"],
    ["رؤوف", "Rauf Raouf Raʾūf"],
    ["زكاة", "Zakat Zakah Zakāh"],
    ["موشحات", "Muwashshahat Mouachahat"],
    ["واصل", "Wasil Ouassil"],
    ["علماء", "Ulama Oulema ʿUlamāʾ"],
    ["نسائي", "Nasai Nasāʾī Nassaï"],
    ["نووية", "Nawawiya Nawawīyah"],
    ["إسماعيل", "Ismail Ismael"],
    ["أزهر", "Azhar"],
    ["أحمد", "Ahmad Ahmet"],
  ])("of %s are %s", (arabic, latin) => {
    const [word = ""] = getNormalizedWords(arabic);
    for (const spelling of getNormalizedWords(latin)) {
      expect([spelling, findTransliterations(spelling, [word])]).toEqual([spelling, [word]]);
      expect(findTransliterations(word, [spelling])).toEqual([spelling]);
    }
  });

  test.each([
    ["salim", "سلام"],
    ["hamid", "حمود"],
    ["love", "ليف"],
    ["marwan", "مروي"],
  ])("of %s do not include %s", (latin, arabic) => {
    expect(findTransliterations(latin, [normalizeSearchText(arabic)])).toEqual([]);
  });

  test("read a final ya as written first", () => {
    expect(findTransliterations("qurtuba", ["قرطبي", "قرطبه"])).toEqual(["قرطبه"]);
    expect(findTransliterations("layla", ["ليلي"])).toEqual(["ليلي"]);
  });

  test("are found by a shared key", () => {
    for (const latin of ["hikayat", "hikaya", "albukhari"]) {
      const arabic = latin === "albukhari" ? "البخاري" : latin === "hikaya" ? "حكايه" : "حكايات";
      expect(getOppositeKeys(latin)).toContain(getTransliterationKey(arabic));
    }
    expect(getOppositeKeys("jalal")).toContain(getTransliterationKey("جلال"));
    expect(getOppositeKeys("dhahabi")).toContain(getTransliterationKey("ذهبي"));
    for (const [latin, arabic] of [
      ["azhar", "ازهر"],
      ["mushaf", "مصحف"],
      ["alfiyat", "الفيه"],
    ] as const) {
      expect(getOppositeKeys(latin)).toContain(getTransliterationKey(arabic));
      expect(getOppositeKeys(arabic)).toContain(getTransliterationKey(latin === "alfiyat" ? "fiyat" : latin));
    }
    expect(getOppositeKeys("زكاه")).toContain(getTransliterationKey("zakat"));
  });
});

test.each([
  ["abdurrahman", ["abd", "rahman"]],
  ["abdelkader", ["abd", "kader"]],
  ["abdelkrim", ["abd", "krim"]],
  ["abdullah", ["abd", "allah"]],
  ["abdulaziz", ["abd", "aziz"]],
  ["noureddine", ["nour", "din"]],
  ["saifullah", ["saif", "allah"]],
  ["عبدالرحمن", ["عبد", "الرحمن"]],
  ["abdomen", []],
  ["garden", []],
])("%s is made of %j", (word, parts) => {
  expect(splitCompoundName(word).map((part) => (part === "dine" ? "din" : part))).toEqual(parts);
});

describe("personal names", () => {
  test.each([
    ["Yusuf Qasim", "يوسف قاسم"],
    ["Omar ibn al-Khattab", "عمر بن الخطاب"],
    ["Zaynab al-Ghazālī", "زينب الغزالي"],
    ["Isḥāq Azhar", "إسحاق أزهر"],
    ["Khadija Jalal", "خديجة جلال"],
    ["Halit Sahl", "خالد سهل"],
    ["May Ziyada", "مي زيادة"],
  ])("%s and %s are the same", (a, b) => {
    expect(findSameNames(a, [{ name: b }])).toEqual([{ name: b }]);
    expect(findSameNames(b, [{ name: a }])).toEqual([{ name: a }]);
    expect(getNameKey(a)).toBe(getNameKey(b));
  });

  test.each([
    ["Yusuf Qasim", "يوسف القصيمي"],
    ["Yusuf", "يوسف"],
    ["Yusuf Qasim", "Yusuf Qasim"],
    ["Salim Hadi", "سلام هادي"],
  ])("%s and %s are not", (a, b) => {
    expect(findSameNames(a, [{ name: b }])).toEqual([]);
  });
});
