import { execFile } from "node:child_process";
import { createReadStream, existsSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Wordnet } from "#shared/dictionary/wordnet.ts";
import type { ServedFile } from "#server/http/ranges.ts";
import { projectRoot } from "#server/project-root.ts";

interface OpenFile {
  readonly wordnet: Wordnet;
  readonly served: Omit<ServedFile, "mediaType">;
}

let opened: Promise<OpenFile> | null = null;

/** WordNet, of which look-ups read single blocks. */
export async function openWordnet(): Promise<OpenFile> {
  opened ??= openFile().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function openFile(): Promise<OpenFile> {
  const name = await getFile();
  const file = await open(name);
  const { size, mtimeMs } = await file.stat();
  const wordnet = await Wordnet.open({
    read: async (offset, length) => (await file.read(new Uint8Array(length), 0, length, offset)).buffer,
    gunzip: async (bytes) => (await promisify(gunzip)(bytes)).toString("utf8"),
  });
  const served = {
    bytes: size,
    etag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`,
    allowed: [[0, size]] as const,
    sender: null,
    open: async (range: { readonly start: number; readonly end: number }) => createReadStream(name, range),
  };
  return { wordnet, served };
}

/** The file of the build. In the repository it is made from the package at the first look-up. */
async function getFile(): Promise<string> {
  const built = path.join(projectRoot, "server", "wordnet.bin");
  if (existsSync(built)) return built;
  const cached = path.join(projectRoot, ".cache", "wordnet.bin");
  if (!existsSync(cached)) {
    const script = path.join(projectRoot, "server", "scripts", "build-wordnet.mjs");
    await promisify(execFile)(process.execPath, [script, cached]);
  }
  return cached;
}
