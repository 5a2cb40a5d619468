import { expect, test } from "vitest";
import { NormalizedDocument } from "./normalized-document.ts";

const document = new NormalizedDocument({
  spineIndex: 3,
  sentences: ["the lamp was lit", "nobody spoke", "", "the lamp was lit", "they left"],
});

test("of several places the nearest one is found", () => {
  expect(document.find("lampwas", 0)).toEqual({ start: "s3-0", end: "s3-0" });
  expect(document.find("lampwas", 1)).toEqual({ start: "s3-0", end: "s3-0" });
  expect(document.find("lampwas", 4)).toEqual({ start: "s3-3", end: "s3-3" });
});

test("words of several sentences have the first and the last one", () => {
  expect(document.find("litnobodyspokethe", 99)).toEqual({ start: "s3-0", end: "s3-3" });
});

test("other words and no words are not found", () => {
  expect(document.find("lamps", 0)).toBeNull();
  expect(document.find("", 0)).toBeNull();
});
