import { describe, expect, it } from "vitest";
import { Instant, line, prose, rawText } from "./schemas.ts";

describe("a line of text", () => {
  it.each([
    ["  Amina  ", "Amina"],
    ["عبد الله", "عبد الله"],
    ["می\u200cخواهم", "می\u200cخواهم"],
    ["\u202eevil\u202c", "evil"],
    ["👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"],
  ])("%j is %j", (typed, stored) => {
    expect(line(60).parse(typed)).toBe(stored);
  });

  it.each(["", "  ", "\u200b", "\u200d\u200c", "a\nb", "a\0b", "\ud800", "x\udc00", "a".repeat(61)])(
    "refuses %j",
    (typed) => {
      expect(line(60).safeParse(typed).success).toBe(false);
    },
  );

  it("is rejected quickly, however long", () => {
    expect(line(60).safeParse(`${"a".repeat(900_000)}\0`).success).toBe(false);
  });
});

describe("an instant", () => {
  it("has a year that Postgres knows", () => {
    expect(Instant.safeParse("0001-01-01T00:00:00Z").success).toBe(true);
    expect(Instant.safeParse("0000-12-31T00:00:00Z").success).toBe(false);
  });
});

describe("text as it arrives", () => {
  it("is unchanged, and has no NUL, which Postgres does not store", () => {
    expect(rawText(5).parse(" a\u0001 ")).toBe(" a\u0001 ");
    expect(rawText(5).safeParse("a\0b").success).toBe(false);
    expect(rawText(5).safeParse("abcdef").success).toBe(false);
  });
});

describe("multi-line text", () => {
  it("keeps line breaks, and may be empty", () => {
    expect(prose(20).parse("One\n\ttwo ")).toBe("One\n\ttwo");
    expect(prose(20).parse(" ")).toBe("");
  });

  it("accepts text pasted from documents", () => {
    expect(prose(20).parse("One\vtwo\fthree\u0085four")).toBe("One\ntwo\nthree\nfour");
    expect(prose(20).parse("so\u0002 it\u00ad is\u009f")).toBe("so it\u00ad is");
  });

  it.each(["a\0b", "\ud800", "a".repeat(21)])("refuses %j", (typed) => {
    expect(prose(20).safeParse(typed).success).toBe(false);
  });
});
