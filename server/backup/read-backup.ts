import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract } from "tar-stream";
import { measureStream } from "#server/storage/measure-stream.ts";
import { getMediaEntry, getTableEntry, Manifest, manifestName } from "./manifest.ts";

const maxManifestBytes = 512e6;

/** One file in a backup; it must be read to its end before the next one. */
export interface BackupMember {
  readonly name: string;
  readonly content: Readable;
}

export async function* readMembers(file: string): AsyncIterable<BackupMember> {
  const tar = extract();
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  source.on("error", (error) => tar.destroy(error));
  source.pipe(tar);
  try {
    for await (const entry of tar)
      yield { name: entry.header.name, content: Readable.from(entry, { objectMode: false }) };
  } finally {
    source.destroy();
  }
}

/**
 * Verifies a backup without changing anything.
 *
 * @throws {Error} with one sentence when it is not a backup or is damaged
 */
export async function verifyBackup(file: string): Promise<Manifest> {
  const found = new Map<string, { bytes: number; sha256: string }>();
  let manifest: Manifest | null = null;
  try {
    for await (const { name, content } of readMembers(file)) {
      if (name === manifestName) manifest = await readManifest(content);
      else found.set(name, await measure(content));
    }
  } catch (error) {
    if (isMissing(error)) throw new Error(`There is no file ${file}.`);
    throw new Error(`${file} is not a complete backup: ${error instanceof Error ? error.message : error}`);
  }
  if (!manifest) throw new Error(`${file} is not a complete backup: its manifest is missing.`);
  compare(file, getExpected(manifest), found);
  return manifest;
}

function getExpected({ tables, media }: Manifest) {
  return new Map([
    ...Object.entries(tables).map(([table, member]) => [getTableEntry(table), member] as const),
    ...Object.entries(media).map(([key, member]) => [getMediaEntry(key), member] as const),
  ]);
}

type Members = ReadonlyMap<string, { readonly bytes: number; readonly sha256: string }>;

function compare(file: string, expected: Members, found: Members): void {
  for (const [name, { bytes, sha256 }] of expected) {
    const actual = found.get(name);
    if (!actual) throw new Error(`${file} is damaged: ${name} is missing. Nothing was changed.`);
    if (actual.bytes !== bytes || actual.sha256 !== sha256) {
      throw new Error(`${file} is damaged: the checksum of ${name} does not match. Nothing was changed.`);
    }
  }
  for (const name of found.keys()) {
    if (!expected.has(name))
      throw new Error(`${file} contains ${name}, which is not in its manifest. Nothing was changed.`);
  }
}

async function readManifest(content: Readable): Promise<Manifest> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxManifestBytes) throw new Error("its manifest is too long.");
    chunks.push(chunk as Buffer);
  }
  const parsed = Manifest.safeParse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
  if (!parsed.success) throw new Error("its manifest is not from this product.");
  return parsed.data;
}

async function measure(content: Readable) {
  const { through, result } = measureStream();
  await pipeline(content, through.resume());
  return result();
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code === "ENOENT";
