import type { DefinitionFormat, StoredDefinition } from "../engine/stored-entry.ts";
import type { DictionarySource } from "./dictionary-source.ts";
import { maxDefinitionLength, maxEntries, maxHeadwordLength } from "./limits.ts";
import type { Part } from "./read-zip.ts";
import { RefusedFile } from "./refused-file.ts";
import { type UnpackBudget, unpack } from "./unpack.ts";

const decoder = new TextDecoder();

/** The formats of entries by their type; others, such as sounds and pictures, are left out. */
const formats: Readonly<Record<string, DefinitionFormat>> = {
  m: "text",
  l: "text",
  t: "text",
  y: "text",
  n: "text",
  w: "text",
  g: "markup",
  h: "markup",
  x: "markup",
  k: "markup",
};

interface Index {
  readonly headwords: string[];
  readonly offsets: number[];
  readonly sizes: number[];
}

/**
 * StarDict: `.ifo` describes the dictionary, `.idx` lists the headwords, `.dict` has the definitions and `.syn`
 * further headwords.
 *
 * @throws {RefusedFile}
 */
export async function readStarDict(parts: readonly Part[], budget: UnpackBudget): Promise<DictionarySource> {
  const info = readInfo(await readPart(parts, [".ifo"], budget));
  const index = readIndex(await readPart(parts, [".idx", ".idx.gz"], budget), info["idxoffsetbits"] === "64");
  const dict = await readPart(parts, [".dict", ".dict.dz"], budget);
  checkSizes(index, dict, budget);
  const count = index.headwords.length;
  const synonyms = parts.some(({ name }) => /\.syn(\.dz)?$/i.test(name))
    ? readSynonyms(await readPart(parts, [".syn", ".syn.dz"], budget), count)
    : { headwords: [], targets: [] };
  if (count === 0) throw new RefusedFile("noEntries");
  return {
    title: (info["bookname"] ?? "").trim().slice(0, maxHeadwordLength) || "StarDict",
    kind: "stardict",
    headwords: [...index.headwords, ...synonyms.headwords],
    getDefinition: (n) => {
      const entry = n < count ? n : (synonyms.targets[n - count] ?? 0);
      const start = index.offsets[entry] ?? 0;
      const data = dict.subarray(start, start + (index.sizes[entry] ?? 0));
      return readDefinition(data, info["sametypesequence"] ?? "");
    },
  };
}

async function readPart(
  parts: readonly Part[],
  endings: readonly string[],
  budget: UnpackBudget,
): Promise<Uint8Array> {
  const part = parts.find(({ name }) => endings.some((ending) => name.toLowerCase().endsWith(ending)));
  if (!part) throw new RefusedFile("missingPart", endings[0]);
  const bytes = await part.read();
  const isPacked = /\.(gz|dz)$/i.test(part.name);
  return isPacked ? unpack(new Blob([bytes as BlobPart]), "gzip", budget, part.name) : bytes;
}

function readInfo(bytes: Uint8Array): Readonly<Record<string, string>> {
  const [first = "", ...lines] = decoder.decode(bytes.subarray(0, 64 * 1024)).split(/\r?\n/);
  if (!first.replace(/^\uFEFF/, "").startsWith("StarDict's dict ifo file"))
    throw new RefusedFile("brokenPart", ".ifo");
  return Object.fromEntries(
    lines.flatMap((line) => {
      const at = line.indexOf("=");
      return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1)]] : [];
    }),
  );
}

function readIndex(bytes: Uint8Array, hasLongOffsets: boolean): Index {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = hasLongOffsets ? 12 : 8;
  const index: Index = { headwords: [], offsets: [], sizes: [] };
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at);
    if (end < 0 || end + 1 + numbers > bytes.length) throw new RefusedFile("brokenPart", ".idx");
    if (index.headwords.length === maxEntries) throw new RefusedFile("tooManyEntries");
    index.headwords.push(decoder.decode(bytes.subarray(at, end)));
    const offset = end + 1;
    index.offsets.push(hasLongOffsets ? Number(view.getBigUint64(offset)) : view.getUint32(offset));
    index.sizes.push(view.getUint32(offset + numbers - 4));
    at = offset + numbers;
  }
  return index;
}

/** Definitions that lie over each other could take more room together than the file has. */
function checkSizes({ offsets, sizes }: Index, dict: Uint8Array, budget: UnpackBudget): void {
  let total = 0;
  for (const [n, size] of sizes.entries()) {
    if ((offsets[n] ?? 0) + size > dict.length) throw new RefusedFile("brokenPart", ".dict");
    total += size;
  }
  budget.spend(Math.max(0, total - dict.length));
}

function readSynonyms(bytes: Uint8Array, entryCount: number) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const synonyms: { headwords: string[]; targets: number[] } = { headwords: [], targets: [] };
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at);
    if (end < 0 || end + 5 > bytes.length) throw new RefusedFile("brokenPart", ".syn");
    const target = view.getUint32(end + 1);
    if (target >= entryCount) throw new RefusedFile("brokenPart", ".syn");
    if (entryCount + synonyms.headwords.length >= maxEntries) throw new RefusedFile("tooManyEntries");
    synonyms.headwords.push(decoder.decode(bytes.subarray(at, end)));
    synonyms.targets.push(target);
    at = end + 5;
  }
  return synonyms;
}

/** The fields of an entry. With a type sequence the types are not stored, and the last field has no end mark. */
function readDefinition(data: Uint8Array, sequence: string): StoredDefinition {
  const definition: (readonly [DefinitionFormat, string])[] = [];
  let at = 0;
  for (let n = 0; at < data.length; n++) {
    const type = sequence === "" ? String.fromCharCode(data[at++] ?? 0) : (sequence[n] ?? "");
    if (type === "") break;
    const isLast = sequence !== "" && n === sequence.length - 1;
    const isSized = type === type.toUpperCase();
    const { start, end, next } = findField(data, at, isLast, isSized);
    const format = formats[type];
    const text = format && decoder.decode(data.subarray(start, end)).slice(0, maxDefinitionLength).trim();
    if (format && text) definition.push([format, text]);
    at = next;
  }
  return definition;
}

function findField(data: Uint8Array, at: number, isLast: boolean, isSized: boolean) {
  if (isLast) return { start: at, end: data.length, next: data.length };
  if (isSized) {
    const size = new DataView(data.buffer, data.byteOffset + at, Math.min(4, data.length - at));
    const end = at + 4 + (size.byteLength === 4 ? size.getUint32(0) : 0);
    return { start: at + 4, end, next: end };
  }
  const mark = data.indexOf(0, at);
  const end = mark < 0 ? data.length : mark;
  return { start: at, end, next: end + 1 };
}
