import { expect, test } from "vitest";
import { matchCommands } from "./match-commands.ts";

const commands = [
  { label: "My Library", keywords: "مكتبتي" },
  { label: "Settings", keywords: "الإعدادات" },
  { label: "Book settings" },
  { label: "The chapter of Yūsuf" },
  { label: "سورة يوسف" },
  { label: "أحكام الصَّلَاة" },
];
const find = (text: string) => matchCommands(text, commands).map(({ label }) => label);

test.each([
  ["set", ["Settings", "Book settings"]],
  ["BOOK SET", ["Book settings"]],
  ["اعدادات", ["Settings"]],
  ["مكتبتى", ["My Library"]],
  ["yusuf", ["The chapter of Yūsuf", "سورة يوسف"]],
  ["يوسف", ["The chapter of Yūsuf", "سورة يوسف"]],
  ["صلاة", ["أحكام الصَّلَاة"]],
  ["ettings", []],
  ["%_ (", commands.map(({ label }) => label)],
])("%s", (text, labels) => {
  expect(find(text)).toEqual(labels);
});
