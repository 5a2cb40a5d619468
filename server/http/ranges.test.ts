import { describe, expect, it } from "vitest";
import { parseRange } from "./ranges.ts";

describe("a range request", () => {
  it.each([
    ["bytes=0-", [0, 1000]],
    ["bytes=0-0", [0, 1]],
    ["bytes=100-199", [100, 200]],
    ["bytes=900-5000", [900, 1000]],
    ["bytes=-100", [900, 1000]],
    ["bytes=-5000", [0, 1000]],
    ["bytes= 5-9 ", [5, 10]],
  ])("%s is %j of 1000 bytes", (header, expected) => {
    expect(parseRange(header, 1000)).toEqual(expected);
  });

  it.each(["bytes=1000-", "bytes=99999999999-", "bytes=-0"])("%s cannot be satisfied", (header) => {
    expect(parseRange(header, 1000)).toBe("unsatisfiable");
  });

  it.each([undefined, "", "bytes=", "bytes=-", "bytes=9-5", "bytes=0-1,5-9", "items=0-5", "bytes=a-b"])(
    "%s requests the whole file",
    (header) => {
      expect(parseRange(header, 1000)).toBeNull();
    },
  );

  it("works beyond 2^32", () => {
    expect(parseRange("bytes=4294967296-4294967297", 5e9)).toEqual([4294967296, 4294967298]);
  });

  it("is unsatisfiable for an empty file", () => {
    expect(parseRange("bytes=0-", 0)).toBe("unsatisfiable");
  });
});
