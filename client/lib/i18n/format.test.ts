import { describe, expect, test } from "vitest";
import {
  formatBadgeCount,
  formatBytes,
  formatCount,
  formatDuration,
  formatProgressPercent,
  formatRelativeTime,
  getLanguageName,
} from "./format.ts";

const now = new Date("2026-03-10T12:00:00Z");
const formatAgo = (seconds: number) => formatRelativeTime(new Date(now.getTime() - seconds * 1000), now);

describe("relative time", () => {
  test.each([
    [0, "Just now"],
    [59, "Just now"],
    [60, "1m ago"],
    [59 * 60 + 59, "59m ago"],
    [3600, "1h ago"],
    [24 * 3600 - 1, "23h ago"],
    [24 * 3600, "1d ago"],
    [400 * 24 * 3600, "400d ago"],
    [-30, "Just now"],
  ])("of %i seconds is %s", (seconds, text) => expect(formatAgo(seconds)).toBe(text));
});

describe("a byte size", () => {
  test.each([
    [0, "0 Bytes"],
    [1, "1 Bytes"],
    [1023, "1023 Bytes"],
    [1024, "1 KB"],
    [1536, "1.5 KB"],
    [220_939_509, "210.7 MB"],
    [3 * 1024 ** 3, "3 GB"],
    [5000 * 1024 ** 3, "5000 GB"],
  ])("%i is %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));
});

describe("a duration", () => {
  test.each([
    [0, "0s"],
    [45, "45s"],
    [60, "1m"],
    [3540, "59m"],
    [3599, "1h"],
    [7200, "2h"],
    [8123, "2h 15m"],
  ])("of %i seconds is %s", (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});

test("an unread count shows 9+ above 9", () => {
  expect([1, 9, 10, 250].map(formatBadgeCount)).toEqual(["1", "9", "9+", "9+"]);
});

test("progress is shown to one decimal, within bounds", () => {
  expect(["41.25", "0", "100", "100.4", "x"].map(formatProgressPercent)).toEqual([
    "41.3%",
    "0.0%",
    "100.0%",
    "100.0%",
    "0.0%",
  ]);
});

test("a total shows that it is capped", () => {
  expect([formatCount(12480), formatCount(1000, true)]).toEqual(["12,480", "1,000+"]);
});

test("a language is named in its own language, an unknown one by its code", () => {
  expect([getLanguageName("ar"), getLanguageName("en"), getLanguageName("q")]).toEqual([
    "العربية",
    "English",
    "q",
  ]);
});
