import { describe, expect, test } from "vitest";
import { getNormalizedWords, normalizeSearchText } from "./normalize-search-text.ts";
import { findTransliterations, getOppositeKeys, getTransliterationKey } from "./transliteration.ts";

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
    ["إدريس", "Idris Driss"],
    ["عادل", "Adil Adel"],
    ["رفيع", "Rafi"],
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
    ["nas", "انس"],
    ["calim", "سالم"],
    ["usmah", "اسامه"],
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
