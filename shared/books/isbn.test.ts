import { expect, test } from "vitest";
import { findIsbn, findIsbns } from "./isbn.ts";

test.each([
  "978-0-306-40615-7",
  "978‐0‐306‐40615‐7",
  "0-306-40615-2",
  '="0306406152"',
  "=0306406152",
  " urn:isbn:9780306406157 ",
  "ISBN 978 0 306 40615 7",
  "isbn-13: 9780306406157",
  "ISBN13:9780306406157",
  "ISBN9780306406157",
])("%s is an ISBN", (text) => {
  expect(findIsbn(text)).toBe("9780306406157");
});

test("X is valid in ISBN-10 only", () => {
  expect(findIsbn("0-8044-2957-X")).toBe("9780804429573");
  expect(findIsbn("080442957x")).toBe("9780804429573");
  expect(findIsbn("979-10-90636-07-1")).toBe("9791090636071");
});

test.each([
  '=""',
  "9780306406158",
  "0306406153",
  "urn:uuid:9780306406157",
  "97803064061570",
  "X306406152",
  // With its check digit, as a barcode of 14 digits.
  "79780306406157",
  "x9780306406157",
  "03064061520",
  "see isbn 9780306406157",
  'a="9780306406157',
  "isbnx9780306406157",
  "B00ABCDEFG",
])("%s is not one", (text) => {
  expect(findIsbn(text)).toBeNull();
});

test("each is listed once, in either length", () => {
  expect(findIsbns(["urn:uuid:1", "0306406152", "9780306406157", "9780804429573"])).toEqual([
    "9780306406157",
    "9780804429573",
  ]);
});
