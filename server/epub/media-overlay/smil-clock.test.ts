import { describe, expect, test } from "vitest";
import { parseClock, writeClock } from "./smil-clock.ts";

describe("a SMIL clock value", () => {
  // The formats and examples of SMIL 3.0 and of EPUB's media overlays.
  test.each<[string, number]>([
    ["5:34:31.396", 20_071.396],
    ["124:59:36", 449_976],
    ["0:05:01.2", 301.2],
    ["0:00:04", 4],
    ["09:58", 598],
    ["00:56.78", 56.78],
    ["76.2s", 76.2],
    ["7.75h", 27_900],
    ["13min", 780],
    ["2345ms", 2.345],
    ["12.345", 12.345],
    ["  30s ", 30],
    ["0", 0],
    ["npt=5.5s", 5.5],
    ["npt=0:00:04", 4],
  ])("%j is %d seconds", (text, seconds) => {
    expect(parseClock(text)).toBeCloseTo(seconds, 9);
  });

  test.each([
    "",
    "-1s",
    "1:2:3:4",
    "00:61:00",
    "00:00:75",
    "5 s",
    "5m",
    "1e9",
    "NaN",
    "Infinity",
    "201h",
    "99999999999999999999h",
    "999999:00:00",
    `0.${"1".repeat(1_000_000)}`,
  ])("%.20j is none", (text) => {
    expect(parseClock(text)).toBeNull();
  });

  test.each<[number, string]>([
    [0, "0:00:00.000"],
    [59.9999999, "0:01:00.000"],
    [3661.0456, "1:01:01.0456"],
    [0.1234567, "0:00:00.123457"],
  ])("is written of %d seconds as %s", (seconds, text) => {
    expect(writeClock(seconds)).toBe(text);
  });
});
