import { expect, test } from "vitest";
import { toEntryName } from "./entry-name.ts";

test.each([
  ["no. %232, why%3F.xhtml", "no. #2, why?.xhtml"],
  ["a%23.xhtml", "a%23.xhtml"],
  ["100%25.xhtml", "100%25.xhtml"],
  ["الفصل.xhtml", "الفصل.xhtml"],
])("%s is the file %s", (url, name) => {
  const names = ["no. #2, why?.xhtml", "a%23.xhtml", "100%25.xhtml", "الفصل.xhtml"];
  expect(toEntryName(url, (each) => names.includes(each))).toBe(name);
});
