import { describe, expect, test } from "vitest";
import { findSameNames, getNameKey, splitCompoundName } from "./person-names.ts";

test.each([
  ["abdurrahman", ["abd", "rahman"]],
  ["abdelkader", ["abd", "kader"]],
  ["abdelkrim", ["abd", "krim"]],
  ["abdullah", ["abd", "allah"]],
  ["abdulaziz", ["abd", "aziz"]],
  ["noureddine", ["nour", "din"]],
  ["saifullah", ["saif", "allah"]],
  ["عبدالرحمن", ["عبد", "الرحمن"]],
  ["شمسالدين", ["شمس", "الدين"]],
  ["فتحالله", ["فتح", "الله"]],
  ["نعبدالرحمن", []],
  ["عالله", []],
  ["allah", []],
  ["noureddinex", []],
  ["saifullahx", []],
  ["abdomen", []],
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

  test("of two words in either script have a key, others have none", () => {
    const hasKey = (name: string) => getNameKey(name) !== null;
    expect(["Yusuf Qasim", "يوسف قاسم", "Omar ibn al-Khattab"].map(hasKey)).toEqual([true, true, true]);
    expect(["Yusuf", "ibn Yusuf", "A Qasim", "Yusuf Q", "Юсуф Касим", "Yusuf Касим", ""].map(hasKey)).toEqual(
      Array(7).fill(false),
    );
    expect(getNameKey("Yusuf Qasim")).not.toBe(getNameKey("Yusuf Kamil"));
    expect(getNameKey("Yusuf Qasim")?.split(" ")).toHaveLength(2);
  });

  test("are the same with all of their words", () => {
    const others = ["يوسف", "يوسف قاسم", "يوسف قاسم كامل"].map((name) => ({ name }));
    expect(findSameNames("Yusuf Qasim", others)).toEqual([others[1]]);
    expect(findSameNames("Yusuf Qasim Kamil", others)).toEqual([others[2]]);
  });
});
