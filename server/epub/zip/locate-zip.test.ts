import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { defaultLimits } from "#shared/epub/limits.ts";
import { readEpub } from "#server/epub/read-epub.ts";
import { createZip, type EpubFile, listEpubFiles } from "#server/testing/books/epub-files.ts";
import { openArchive } from "./archive.ts";

const files: readonly EpubFile[] = listEpubFiles({ chapters: ["<p>Bytes around it change nothing.</p>"] });

/** A copy of the book with changed bytes. */
async function makeChangedCopy(change: (zip: Buffer) => Buffer): Promise<string> {
  const file = await createZip(files);
  writeFileSync(file, change(readFileSync(file)));
  return file;
}
const getRejection = (file: string) =>
  readEpub(file, defaultLimits).then(
    () => "read",
    (error) => (error.code === "unprocessable_file" ? error.message : error),
  );
const getEnd = (zip: Buffer) => zip.lastIndexOf("PK\x05\x06");
/** The end of an empty ZIP. */
const emptyZip = Buffer.concat([Buffer.from("PK\x05\x06"), Buffer.alloc(18)]);

describe("a file with trailing or leading bytes around its ZIP is read", () => {
  test.for<[string, (zip: Buffer) => Buffer]>([
    ["before it", (zip) => Buffer.concat([Buffer.from("MZ a self-extractor"), zip])],
    ["many before it", (zip) => Buffer.concat([Buffer.alloc(300_000, "x"), zip])],
    ["behind it", (zip) => Buffer.concat([zip, Buffer.alloc(5_000)])],
    ["on both sides", (zip) => Buffer.concat([Buffer.from("\r\n"), zip, Buffer.from("\r\n--boundary--")])],
    ["behind it that look like an end", (zip) => Buffer.concat([zip, Buffer.from("PK\x05\x06 no end")])],
  ])("%s", async ([, change]) => {
    const file = await makeChangedCopy(change);

    expect((await readEpub(file, defaultLimits)).texts[0]?.text).toBe("Bytes around it change nothing.");
    const archive = await openArchive(file, defaultLimits);
    const [first] = archive.entries.values();
    expect(first && (await archive.read(first, 100)).toString()).toBe("application/epub+zip");
    archive.close();
  });
});

describe("a file that is not one ZIP is rejected", () => {
  const damaged = /damaged or incomplete/;
  const notEpub = /not an EPUB/;
  test.for<[string, (zip: Buffer) => Buffer, RegExp]>([
    ["nothing", () => Buffer.alloc(0), /empty/],
    ["a text", () => Buffer.from("Just a text."), notEpub],
    ["a text with the end of a zip", () => Buffer.concat([Buffer.from("a text"), emptyZip]), notEpub],
    ["two zips", (zip) => Buffer.concat([zip, zip]), /not a single EPUB/],
    ["a zip that lost its end", (zip) => zip.subarray(0, getEnd(zip)), damaged],
    ["a zip that lost its beginning", (zip) => zip.subarray(40), notEpub],
    [
      "a central directory at a wrong offset",
      (zip) => {
        zip.writeUInt32LE(zip.readUInt32LE(getEnd(zip) + 16) - 7, getEnd(zip) + 16);
        return zip;
      },
      damaged,
    ],
    [
      "a central directory with wrong file offsets",
      (zip) => {
        const directory = zip.readUInt32LE(getEnd(zip) + 16);
        zip.writeUInt32LE(7, directory + 42);
        return Buffer.concat([Buffer.from("junk"), zip]);
      },
      notEpub,
    ],
  ])("%s", async ([, change, message]) => {
    expect(await getRejection(await makeChangedCopy(change))).toMatch(message);
  });
});
