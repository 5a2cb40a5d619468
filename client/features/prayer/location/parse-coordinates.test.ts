import { expect, test } from "vitest";
import { parseDegrees, parsePair } from "./parse-coordinates.ts";

test.each([
  ["21,4225", 21.4225],
  ["−33.5°", -33.5],
  ["٢١٫٤٢", 21.42],
])("%s is a number of degrees", (text, degrees) => {
  expect(parseDegrees(text, 90)).toBe(degrees);
});

test.each(["", "north", "90.1", "21.4225, 39.8262"])("%j is not a latitude", (text) => {
  expect(parseDegrees(text, 90)).toBeNull();
});

test.each([
  ["21.4225, 39.8262", ["21.4225", "39.8262"]],
  ["21.4225,39.8262", ["21.4225", "39.8262"]],
  ["-33,86 151,2", ["-33,86", "151,2"]],
  ["21.4225° 39.8262°", ["21.4225°", "39.8262°"]],
  ["٢١٫٤٢، ٣٩٫٨٣", ["٢١٫٤٢", "٣٩٫٨٣"]],
])("%s is a result", (text, pair) => {
  expect(parsePair(text)).toEqual(pair);
});

test.each(["21,4225", "21.4225", "95, 10", "1, 2, 3", "Mecca, Saudi Arabia"])("%s is not one", (text) => {
  expect(parsePair(text)).toBeNull();
});
