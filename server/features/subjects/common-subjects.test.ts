import { expect, test } from "vitest";
import { findCommonGenre } from "./common-subjects.ts";

test.each([
  ["HISTORY / Middle East / General", "History"],
  ["RELIGION / Islam / History", "History"],
  ["RELIGION / Islam / Koran & Sacred Writings", "Qur'an"],
  ["Religion / Islam / Women", "Religious Studies"],
  ["HIS026000", "History"],
  ["London (England) -- History -- Fiction", "Stories"],
  ["Arabian Peninsula -- Description and travel", "Travel"],
  ["Islamic law", "Jurisprudence"],
  ["الفِقْه الإسلامي", "Jurisprudence"],
  ["تفسير", "Qur'an"],
  ["London (England)", null],
  ["<img src=x onerror=alert(1)>", null],
  ["XYZ026000", null],
])("%s is %s", (subject, genre) => {
  expect(findCommonGenre(subject)).toBe(genre);
});
