import { describe, expect, test } from "vitest";
import {
  getScript,
  lineHeights,
  mergeSettings,
  parseSettings,
  stepValue,
  updateSettings,
} from "./settings.ts";

const nothing = { everywhere: {}, inThisBook: {} };

describe("reader settings", () => {
  test("have defaults", () => {
    expect(mergeSettings(nothing, "latin")).toMatchObject({
      fontSize: 18,
      lineHeight: 1.5,
      flow: "paginated",
    });
    expect(mergeSettings(nothing, "arabic")).toMatchObject({
      fontSize: 22,
      lineHeight: 1.9,
      hyphenate: false,
    });
  });

  test("of this book override those of all books", () => {
    const selected = { everywhere: { fontSize: 20, theme: "dark" as const }, inThisBook: { fontSize: 30 } };
    expect(mergeSettings(selected, "latin")).toMatchObject({ fontSize: 30, theme: "dark" });
  });

  test("keep Arabic line height at 1.8 or more unless this book is set lower", () => {
    expect(mergeSettings({ everywhere: { lineHeight: 1.3 }, inThisBook: {} }, "arabic").lineHeight).toBe(1.8);
    expect(mergeSettings({ everywhere: { lineHeight: 2.2 }, inThisBook: {} }, "arabic").lineHeight).toBe(2.2);
    expect(mergeSettings({ everywhere: {}, inThisBook: { lineHeight: 1.4 } }, "arabic").lineHeight).toBe(1.4);
    expect(mergeSettings({ everywhere: { lineHeight: 1.3 }, inThisBook: {} }, "latin").lineHeight).toBe(1.3);
  });

  test("changed for one book do not affect others", () => {
    const previous = { everywhere: { fontSize: 20 }, inThisBook: {} };
    expect(updateSettings(previous, { fontSize: 24 }, "inThisBook")).toEqual({
      everywhere: { fontSize: 20 },
      inThisBook: { fontSize: 24 },
    });
  });

  test("changed for all books apply to this one too", () => {
    const previous = { everywhere: {}, inThisBook: { fontSize: 24, justify: true } };
    expect(updateSettings(previous, { fontSize: 19 }, "everywhere")).toEqual({
      everywhere: { fontSize: 19 },
      inThisBook: { justify: true },
    });
  });

  test("step within their bounds", () => {
    expect(stepValue(1.5, 1, lineHeights)).toBe(1.6);
    expect(stepValue(2.6, 1, lineHeights)).toBe(2.6);
    expect(stepValue(1.2, -1, lineHeights)).toBe(1.2);
  });

  test.each([null, "x", { fontSize: 4000 }, { fontSize: "18" }, { colour: "red" }])(
    "that are invalid are ignored: %o",
    (stored) => {
      expect(parseSettings(stored)).toEqual({});
    },
  );

  test("know the script of a language", () => {
    expect(["ar", "ar-EG", "fa", "ur"].map(getScript)).toEqual(["arabic", "arabic", "arabic", "arabic"]);
    expect(["en", "ja-jp", "he"].map(getScript)).toEqual(["latin", "latin", "latin"]);
  });
});
