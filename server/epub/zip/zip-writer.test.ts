import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import * as yauzl from "yauzl";
import { defaultLimits } from "#shared/epub/limits.ts";
import { openArchive } from "./archive.ts";
import { createEntry, writeZip, type ZipEntry } from "./zip-writer.ts";

const at = new Date("2026-11-21T10:20:30Z");

async function write(entries: readonly ZipEntry[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeZip(entries, at)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function writeToFile(content: Buffer): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "maktaba-zip-")), "a.zip");
  writeFileSync(file, content);
  return file;
}

describe("a streamed ZIP", () => {
  test("is read back unchanged", async () => {
    const [long, binary] = [Buffer.from("long ".repeat(1000)), Buffer.from([1, 2, 3])];
    const zip = await write([
      createEntry("mimetype", Buffer.from("a/b"), false),
      createEntry("a/ü.txt", long),
      createEntry("b", binary),
    ]);
    const archive = await openArchive(writeToFile(zip), defaultLimits);

    const contents = [];
    for (const entry of archive.entries.values()) {
      contents.push([entry.path, entry.isStored, (await archive.read(entry, 10_000)).toString("latin1")]);
    }
    archive.close();
    expect(contents).toEqual([
      ["mimetype", true, "a/b"],
      ["a/ü.txt", false, long.toString()],
      ["b", true, "\u0001\u0002\u0003"],
    ]);
    expect(zip.subarray(30, 46).toString()).toBe("mimetypea/bPK\x03\x04\x14");
  });

  test("keeps file times", async () => {
    const zip = await yauzl.fromBufferPromise(await write([createEntry("a", Buffer.from("x"))]));

    for await (const entry of zip.eachEntry()) expect(entry.getLastModDate({ timezone: "UTC" })).toEqual(at);
  });

  test("holds files over 4 GB", async () => {
    const bytes = 0x1_0000_0010;
    const piece = Buffer.alloc(0x100_0010);
    const generateBytes = function* () {
      for (let sent = 0; sent < bytes; sent += piece.length)
        yield piece.subarray(0, Math.min(piece.length, bytes - sent));
    };
    const tail: Buffer[] = [];
    let length = 0;
    const last = createEntry("last", Buffer.from("here"));
    const entry: ZipEntry = {
      path: "huge",
      method: 0,
      crc32: 0,
      bytes,
      compressedBytes: bytes,
      content: generateBytes,
    };
    for await (const written of writeZip([entry, last], at)) {
      length += written.length;
      if (written.length < 1000) tail.push(Buffer.from(written));
    }
    const file = new SparseZip(tail, length, tail[0]?.length ?? 0);
    const zip = await yauzl.fromRandomAccessReaderPromise(file, length, {});
    const found = [];
    for await (const { fileName, uncompressedSize, relativeOffsetOfLocalHeader } of zip.eachEntry()) {
      found.push([fileName, uncompressedSize, relativeOffsetOfLocalHeader]);
    }

    expect(found).toEqual([
      ["huge", bytes, 0],
      ["last", 4, bytes + (tail[0]?.length ?? 0)],
    ]);
  });

  test("is aborted when a file has another length than declared", async () => {
    const entry = { ...createEntry("a", Buffer.from("abc")), compressedBytes: 2, crc32: crc32("abc") };

    await expect(write([entry])).rejects.toThrow("has changed");
  });
});

/** A sparse ZIP: only its headers are stored. */
class SparseZip extends yauzl.RandomAccessReader {
  readonly #tail: Buffer;
  readonly #tailAt: number;

  constructor(heads: readonly Buffer[], length: number, first: number) {
    super();
    this.#tail = Buffer.concat(heads.slice(1));
    this.#tailAt = length - this.#tail.length;
    if (this.#tailAt <= first) throw new Error("nothing between");
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    const before = Math.max(0, this.#tailAt - position);
    const from = position + before - this.#tailAt;
    if (before < length) this.#tail.copy(buffer, offset + before, from, from + length - before);
    done(null);
  }
}
