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
