import { Readable } from "node:stream";
import { CsvError } from "#shared/api/read-csv.ts";
import { maxImportedMarks } from "#shared/notebook/import-contract.ts";
import { openArchive } from "#server/epub/zip/archive.ts";
import { reason, unprocessableFile } from "#server/http/api/problem.ts";
import type { RandomAccessFile } from "#server/storage/storage.ts";
import { readAnnotations } from "./read-annotations.ts";
import { readKindleClippings } from "./read-kindle.ts";
import { readKoreaderExport, readKoreaderMetadata } from "./read-koreader.ts";
import { LuaError } from "./read-lua.ts";
import { readReadestBackup, readReadestExport } from "./read-readest.ts";
import { readTables } from "./read-tables.ts";
import type { SourceFile } from "./source-mark.ts";

const maxNesting = 64;

/** Uncompressed. */
const zipLimits = { entries: 5_000, total: 500_000_000, entry: 20_000_000, document: 20_000_000 };
const maxJsonBytes = 50_000_000;

/**
 * Reads the marks of a file of any known format.
 *
 * @throws {ProblemError} `unprocessable_file` with the reason
 */
export async function readFile(file: Blob): Promise<SourceFile> {
  const bytes = Buffer.from(await file.arrayBuffer());
  const isZip = bytes.subarray(0, 2).toString("latin1") === "PK";
  const found = isZip ? await readZip(bytes) : readText(decodeText(bytes));
  if (!found) throw unprocessableFile("marks_file_unknown");
  if (found.marks.length > maxImportedMarks)
    throw unprocessableFile(reason("marks_file_too_many", { max: maxImportedMarks }));
  return found;
}

/** Kindle and spreadsheets also write UTF-16. */
function decodeText(bytes: Buffer): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Not text of this encoding.
  }
  throw unprocessableFile("marks_file_not_text");
}

function readText(text: string): SourceFile | null {
  const start = text.slice(0, 1_000).trimStart();
  if (/^[{[]/.test(start)) return readJson(parseJson(text));
  if (/^(?:--|return\b)/.test(start)) return readLuaText(text);
  const clippings = readKindleClippings(text);
  if (clippings) return { source: "kindle", marks: clippings };
  try {
    return readTables(text);
  } catch (error) {
    if (error instanceof CsvError) throw unprocessableFile("marks_file_unknown");
    throw error;
  }
}

function readLuaText(text: string): SourceFile | null {
  try {
    const marks = readKoreaderMetadata(text);
    return marks && { source: "koreader", marks };
  } catch (error) {
    if (error instanceof LuaError) throw unprocessableFile(reason("marks_file_lua", { line: error.line }));
    throw error;
  }
}

function readJson(json: unknown): SourceFile | null {
  const readest = readReadestExport(json);
  if (readest) return { source: "readest", marks: readest };
  const koreader = readKoreaderExport(json);
  if (koreader) return { source: "koreader", marks: koreader };
  return readAnnotations(json);
}

/** Nesting is limited before parsing, because nested arrays take a hundred times their size in memory. */
function parseJson(text: string): unknown {
  let [depth, isInString] = [0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === 92) at++;
      else if (code === 34) isInString = false;
    } else if (code === 34) isInString = true;
    else if (code === 123 || code === 91) depth += 1;
    else if (code === 125 || code === 93) depth -= 1;
    if (depth > maxNesting) throw unprocessableFile("marks_file_nested");
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw unprocessableFile("marks_file_json");
  }
}

/** A backup of Readest, or annotation sets. */
async function readZip(bytes: Buffer): Promise<SourceFile | null> {
  const files = new Map<string, unknown>();
  const archive = await openArchive(toFile(bytes), zipLimits).catch(() => {
    throw unprocessableFile("marks_file_zip");
  });
  try {
    let total = 0;
    for (const [path, entry] of archive.entries) {
      if (!/\.(?:json|jsonld|annotation)$/i.test(path)) continue;
      total += entry.bytes;
      if (total > maxJsonBytes) throw unprocessableFile("marks_file_zip");
      const content = await archive.read(entry, zipLimits.entry).catch(() => {
        throw unprocessableFile("marks_file_zip");
      });
      files.set(path, parseJson(decodeText(content)));
    }
  } finally {
    archive.close();
  }
  const backup = readReadestBackup(files);
  if (backup) return { source: "readest", marks: backup };
  const sets = [...files.values()].flatMap((json) => readAnnotations(json) ?? []);
  const [first] = sets;
  return first ? { source: first.source, marks: sets.flatMap(({ marks }) => marks) } : null;
}

const toFile = (bytes: Buffer): RandomAccessFile => ({
  bytes: bytes.length,
  read: async (buffer, length, position) => bytes.copy(buffer, 0, position, position + length),
  stream: (start, end) => Readable.from([bytes.subarray(start, end + 1)]),
  close: async () => {},
});
