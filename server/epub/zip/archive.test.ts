import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { defaultLimits } from "#shared/epub/limits.ts";
import { type Archive, type ArchiveEntry, openArchive } from "./archive.ts";
import { createEntry, writeZip, type ZipEntry } from "./zip-writer.ts";

const folder = mkdtempSync(path.join(tmpdir(), "maktaba-archive-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An archive of an intact file and another one. */
async function openWith(entry: ZipEntry): Promise<{ archive: Archive; file: ArchiveEntry }> {
  const pieces: Uint8Array[] = [];
  const entries = [createEntry("intact.txt", Buffer.from("intact")), entry];
  for await (const piece of writeZip(entries, new Date())) pieces.push(piece);
  const source = path.join(folder, "a.zip");
  writeFileSync(source, Buffer.concat(pieces));
  const archive = await openArchive(source, defaultLimits);
  return { archive, file: archive.entries.get(entry.path) ?? expect.fail() };
}

const withData = (entry: ZipEntry, data: Buffer): ZipEntry => ({
  ...entry,
  compressedBytes: data.length,
  async *content() {
    yield data;
  },
});

const damages: readonly (readonly [string, (entry: ZipEntry, content: Buffer) => ZipEntry])[] = [
  ["has a wrong checksum", (entry) => ({ ...entry, crc32: (entry.crc32 ^ 1) >>> 0 })],
  ["is longer than declared", (entry) => ({ ...entry, bytes: entry.bytes - 1 })],
  ["is shorter than declared", (entry) => ({ ...entry, bytes: entry.bytes + 1 })],
  ["ends too early", (entry, content) => withData(entry, deflateRawSync(content).subarray(0, -20))],
  ["is not deflated", (entry, content) => withData(entry, content.subarray(0, 200))],
];

/** Inflated at once, inflated in the thread pool, and checked as a stream. */
describe.each([1_000, 500_000, 2_000_000])("a file of %i bytes", (bytes) => {
  const content = Buffer.from(Array.from({ length: bytes }, (_, n) => (n * n) % 251));
  const entry = createEntry("a.bin", content);

  test("is read and intact", async () => {
    const { archive, file } = await openWith(entry);

    expect(await archive.isIntact(file)).toBe(true);
    expect((await archive.read(file, bytes)).equals(content)).toBe(true);
    archive.close();
  });

  test.each(damages)("that %s is damaged, and others are not", async (_, damage) => {
    const { archive, file } = await openWith(damage(entry, content));

    expect(await archive.isIntact(file)).toBe(false);
    await expect(archive.read(file, bytes + 1)).rejects.toMatchObject({ code: "unprocessable_file" });
    const intact = archive.entries.get("intact.txt") ?? expect.fail();
    expect((await archive.read(intact, 100)).toString()).toBe("intact");
    archive.close();
  });

  test("is rejected above the caller's limit", async () => {
    const { archive, file } = await openWith(entry);

    await expect(archive.read(file, bytes - 1)).rejects.toMatchObject({ code: "unprocessable_file" });
    archive.close();
  });
});
