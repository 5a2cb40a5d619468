import { expect, test } from "vitest";
import { hasMixedScripts, isReservedUsername } from "./username.ts";

test.each([
  "admin",
  "Admin",
  "ad.min",
  "_support_",
  "MAKTABA",
  "Dar-Alkutub",
  "adm1n",
  "ADMlN",
  "admın",
  "ádmin",
  "adrnin",
  "supp0rt",
  "moderators",
  "ｓｔａｆｆ",
  "الإدارة",
  "مَكتبـة",
])("%s is reserved", (name) => {
  expect(isReservedUsername(name, "Dar Alkutub")).toBe(true);
});

test.each(["amina", "adminah", "support-reader", "elmo", "مكتبي", "عليم"])("%s is free", (name) => {
  expect(isReservedUsername(name, "Dar Alkutub")).toBe(false);
});

test.each([
  ["\u0430mina", true],
  ["aminа_к", true],
  ["أمينة-a", true],
  ["амина", false],
  ["أمينة_1", false],
  ["zoé.1", false],
])("mixed scripts in %s: %s", (name, isMixed) => {
  expect(hasMixedScripts(name)).toBe(isMixed);
});
