import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createPathFinder } from "./archive.ts";
import { toSafeEntryName } from "./entry-names.ts";

const none = new Uint8Array();
const toName = (name: string, extra: Uint8Array = none) => toSafeEntryName(Buffer.from(name), extra);

/** Extra fields of which the second is Info-ZIP's name. */
function createUnicodePath(name: string, raw: string, version = 1): Uint8Array {
  const other = Buffer.from([0x55, 0x54, 1, 0, 7]);
  const data = Buffer.alloc(5);
  data.writeUInt8(version);
  data.writeUInt32LE(crc32(raw), 1);
  const head = Buffer.from([0x75, 0x70, 5 + Buffer.byteLength(name), 0]);
  return Buffer.concat([other, head, data, Buffer.from(name)]);
}

test.each([
  ["a/b.xhtml", "a/b.xhtml"],
  ["./a//./b.xhtml", "a/b.xhtml"],
  ["a\\b.xhtml", "a/b.xhtml"],
  ["a/", "a/"],
])("the entry %s is named %s", (name, expected) => {
  expect(toName(name)).toBe(expected);
});

test.each(["/a", "\\a", "../a", "/../a", "a/..", "a\\..\\..\\b", "C:\\a", "/c:/a", "a\0b"])(
  "the entry %j is refused, also as the name in the Unicode field",
  (name) => {
    expect(() => toName(name)).toThrow("epub_path_outside");
    expect(() => toName("a", createUnicodePath(name, "a"))).toThrow("epub_path_outside");
    expect(() => toName(name, createUnicodePath("a", name))).toThrow("epub_path_outside");
  },
);

describe("the name in the Unicode field", () => {
  test("is that of the entry", () => {
    expect(toName("????.xhtml", createUnicodePath("./فصل.xhtml", "????.xhtml"))).toBe("فصل.xhtml");
  });

  test.each([
    ["belongs to another name", createUnicodePath("b", "other")],
    ["is of another version", createUnicodePath("b", "a", 2)],
    ["is cut short", createUnicodePath("b", "a").subarray(0, 12)],
  ])("is ignored when it %s", (_, extra) => {
    expect(toName("a", extra)).toBe("a");
  });
});

test("a name in Windows-1256 is found, one in code page 437 before it", () => {
  const [arabic, accented] = [Buffer.from([0xdd, 0xd5, 0xe1]), Buffer.from([0x82])];
  const find = createPathFinder([toSafeEntryName(arabic, none), toSafeEntryName(accented, none)]);

  expect(find("فصل")).toBe(toSafeEntryName(arabic, none));
  expect(find("é")).toBe("é");
  expect(find("..")).toBeUndefined();
});
