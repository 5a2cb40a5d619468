import { describe, expect, test } from "vitest";
import { getSentences, splitSentences } from "./sentences.ts";

const split = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end));

describe("splitSentences", () => {
  test.each<[string, string[]]>([
    ["One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]],
    ["He said “Stop.” Then he left.", ["He said “Stop.”", "Then he left."]],
    ["“What?” he asked. “Why?” She knew.", ["“What?” he asked.", "“Why?”", "She knew."]],
    ["(It was late.) Nobody came.", ["(It was late.)", "Nobody came."]],
    [
      "Mr. Hunter met Dr. Watson at St. Paul's. They spoke.",
      ["Mr. Hunter met Dr. Watson at St. Paul's.", "They spoke."],
    ],
    ["J. R. R. Tolkien wrote it. Read it.", ["J. R. R. Tolkien wrote it.", "Read it."]],
    [
      "Fruit, e.g. figs, i.e. fruit, etc. and more. End.",
      ["Fruit, e.g. figs, i.e. fruit, etc. and more.", "End."],
    ],
    ["It cost 3.50 and 1.000.000. Too much.", ["It cost 3.50 and 1.000.000.", "Too much."]],
    ["He waited… and waited. Then… Nothing.", ["He waited… and waited.", "Then…", "Nothing."]],
    ["Wait... Now go.", ["Wait...", "Now go."]],
    ["Known since.[12] Later too.", ["Known since.[12]", "Later too."]],
    ["كيف حالك؟ الحمد لله؛ بخير. شكرا", ["كيف حالك؟", "الحمد لله؛", "بخير.", "شكرا"]],
    ["یہ کتاب ہے۔ وہ قلم ہے۔", ["یہ کتاب ہے۔", "وہ قلم ہے۔"]],
    [
      "山路を登りながら、こう考えた。智に働けば角が立つ。「はい。」と言う",
      ["山路を登りながら、こう考えた。", "智に働けば角が立つ。", "「はい。」", "と言う"],
    ],
    ["Он пришёл. «Где?» — спросил он. Тишина.", ["Он пришёл.", "«Где?» — спросил он.", "Тишина."]],
    ["  Spaces \n around.   Twice.  ", ["Spaces \n around.", "Twice."]],
  ])("reads %j", (text, sentences) => {
    expect(split(text)).toEqual(sentences);
  });

  test("keeps each verse of the Qur'an whole, with its number", () => {
    const verses = "قُلۡ هُوَ ٱللَّهُ أَحَدٌ ﴿1﴾ ٱللَّهُ ٱلصَّمَدُ ﴿٢﴾ لَمۡ يَلِدۡ. وَلَمۡ يُولَدۡ ۝٣";

    expect(split(verses)).toEqual(["قُلۡ هُوَ ٱللَّهُ أَحَدٌ ﴿1﴾", "ٱللَّهُ ٱلصَّمَدُ ﴿٢﴾", "لَمۡ يَلِدۡ. وَلَمۡ يُولَدۡ ۝٣"]);
  });

  test("omits white space only", () => {
    const text = 'A "b." C… d? E.g. f. ۔ 。。 g.\u00a0H \u200f. i';

    expect(split(text).join("").replace(/\s/gu, "")).toBe(text.replace(/\s/gu, ""));
  });

  test.each(["", "   ", "\n\t"])("finds none in %j", (text) => {
    expect(splitSentences(text)).toEqual([]);
  });

  test("handles a megabyte of full stops in linear time", () => {
    expect(splitSentences(".".repeat(1_000_000))).toHaveLength(1);
    expect(splitSentences('." '.repeat(200_000)).length).toBe(200_000);
  });
});

describe("getSentences", () => {
  test("numbers them through the document, skipping empty blocks", () => {
    expect(getSentences(3, ["A title", "  ", "One.\n Two  words."])).toEqual([
      { id: "s3-0", text: "A title" },
      { id: "s3-1", text: "One." },
      { id: "s3-2", text: "Two words." },
    ]);
  });
});
