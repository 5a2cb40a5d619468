import { Blob as NodeBlob, File as NodeFile } from "node:buffer";
import { deflateRawSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { listCandidates } from "#shared/dictionary/list-candidates.ts";
import { lookUpEntries } from "../engine/look-up-entries.ts";
import type { StoredBlock } from "../engine/stored-entry.ts";
import { packBlocks } from "./pack-blocks.ts";
import { readDictionary } from "./read-dictionary.ts";
import { readZip } from "./read-zip.ts";
import { UnpackBudget } from "./unpack.ts";

// Those of jsdom have no streams.
beforeAll(() => vi.stubGlobal("Blob", NodeBlob));
afterAll(() => vi.unstubAllGlobals());

const toBytes = (text: string) => new TextEncoder().encode(text);
const toFile = (name: string, content: string | Uint8Array) =>
  new NodeFile([content], name) as unknown as File;

/** A ZIP with the fields that the reader uses. */
function makeZip(files: Readonly<Record<string, string | Uint8Array>>, { flags = 0 } = {}): Uint8Array {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(typeof content === "string" ? toBytes(content) : content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(offset, 42);
    bodies.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, listed, end]);
}

function makeStarDict(words: Readonly<Record<string, string>>, sequence = "m") {
  const index: Buffer[] = [];
  const definitions: Buffer[] = [];
  let offset = 0;
  for (const [word, text] of Object.entries(words)) {
    const body = Buffer.from(text);
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(offset, 0);
    numbers.writeUInt32BE(body.length, 4);
    index.push(Buffer.from(`${word}\0`), numbers);
    definitions.push(body);
    offset += body.length;
  }
  return {
    ifo: `StarDict's dict ifo file\nversion=2.4.2\nbookname=Test\nsametypesequence=${sequence}\n`,
    idx: Buffer.concat(index),
    dict: Buffer.concat(definitions),
  };
}

const starDict = makeStarDict({ lamp: "A light.", lamps: "More lights.", كِتاب: "مؤلَّف مكتوب" });

async function lookUp(files: readonly File[], word: string) {
  const blocks = [...packBlocks(await readDictionary(files))];
  return lookUpEntries(
    async (key) => blocks.findLast(({ firstKey }) => firstKey <= key) ?? null,
    listCandidates(word),
  );
}

const refuse = (files: readonly File[]) =>
  readDictionary(files).then(
    () => null,
    ({ refusal }) => refusal,
  );

describe("StarDict", () => {
  const files = [
    toFile("test.ifo", starDict.ifo),
    toFile("test.idx.gz", gzipSync(starDict.idx)),
    toFile("test.dict.dz", gzipSync(starDict.dict)),
  ];

  test("is read from its files, and finds words by their forms", async () => {
    expect(await lookUp(files, "Lamp")).toEqual([
      { headword: "lamp", definition: [["text", "A light."]], isGuess: false },
    ]);
    expect(await lookUp(files, "وبكتابهم")).toEqual([
      { headword: "كِتاب", definition: [["text", "مؤلَّف مكتوب"]], isGuess: true },
    ]);
    expect(await lookUp(files, "absent")).toEqual([]);
  });

  test("is read from a ZIP and from a tar.gz", async () => {
    const zip = makeZip({
      "d/test.ifo": starDict.ifo,
      "d/test.idx": starDict.idx,
      "d/test.dict": starDict.dict,
    });
    const tar = Object.entries({
      "t.ifo": toBytes(starDict.ifo),
      "t.idx": starDict.idx,
      "t.dict": starDict.dict,
    });
    const blocks = tar.flatMap(([name, content]) => {
      const header = Buffer.alloc(512);
      header.write(name, 0);
      header.write(content.length.toString(8).padStart(11, "0"), 124);
      header.write("0", 156);
      header.write("ustar", 257);
      return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
    });

    expect(await lookUp([toFile("d.zip", zip)], "lamp")).toHaveLength(1);
    expect(await lookUp([toFile("d.tar.gz", gzipSync(Buffer.concat(blocks)))], "lamp")).toHaveLength(1);
  });

  test("has fields of several types, without those that are no text", async () => {
    const fields = Buffer.concat([
      Buffer.from("m"),
      Buffer.from("plain\0"),
      Buffer.from([0x57, 0, 0, 0, 2, 1, 2]),
      Buffer.from("h<b>bold</b>\0"),
    ]);
    const { ifo, idx, dict } = makeStarDict({ lamp: fields.toString("latin1") }, "");
    const found = await lookUp([toFile("t.ifo", ifo), toFile("t.idx", idx), toFile("t.dict", dict)], "lamp");

    expect(found[0]?.definition).toEqual([
      ["text", "plain"],
      ["markup", "<b>bold</b>"],
    ]);
  });

  test("without a part, with a broken one or with entries outside its text is refused by name", async () => {
    const [ifo, idx, dict] = [
      toFile("t.ifo", starDict.ifo),
      toFile("t.idx", starDict.idx),
      toFile("t.dict", starDict.dict),
    ];

    expect(await refuse([ifo, dict])).toEqual({ code: "missingPart", part: ".idx" });
    expect(await refuse([ifo, idx, toFile("t.dict", "short")])).toEqual({
      code: "brokenPart",
      part: ".dict",
    });
    expect(await refuse([ifo, idx, toFile("t.dict.dz", "no gzip")])).toEqual({
      code: "brokenPart",
      part: "t.dict.dz",
    });
    expect(await refuse([toFile("t.ifo", "hello"), idx, dict])).toEqual({ code: "brokenPart", part: ".ifo" });
    expect(await refuse([ifo, toFile("t.idx", "no end"), dict])).toEqual({
      code: "brokenPart",
      part: ".idx",
    });
  });

  test("whose entries lie over each other is refused when they are too large together", async () => {
    const text = Buffer.alloc(8 * 2 ** 20, 97);
    const row = Buffer.concat([Buffer.from("w\0"), Buffer.from([0, 0, 0, 0, 0, 0x80, 0, 0])]);
    const files = [
      toFile("t.ifo", starDict.ifo),
      toFile("t.idx", Buffer.concat(Array.from({ length: 60 }, () => row))),
      toFile("t.dict", text),
    ];

    expect(await refuse(files)).toEqual({ code: "unpacksTooLarge" });
  });
});

describe("Yomitan", () => {
  const index = JSON.stringify({ title: "Terms", format: 3, revision: "1" });
  const tags = JSON.stringify([["n", "", 0, "noun", 0]]);
  const bank = JSON.stringify([
    [
      "本",
      "ほん",
      "n",
      "",
      0,
      ["book", { type: "structured-content", content: { tag: "b", content: "volume" } }],
      1,
      "n",
    ],
  ]);
  const columns = JSON.stringify([["本", "ほん", "", "", 0, ["book"], 1, "n"]]);

  test("is read with its tags, by word and by reading", async () => {
    const zip = toFile(
      "t.zip",
      makeZip({ "index.json": index, "tag_bank_1.json": tags, "term_bank_1.json": bank }),
    );

    expect((await lookUp([zip], "本"))[0]?.definition[0]?.[0]).toBe("text");
    expect(await lookUp([zip], "ほん")).toHaveLength(1);
  });

  test("of another version, without terms or with broken JSON is refused", async () => {
    const zip = (files: Record<string, string>) => [toFile("t.zip", makeZip(files))];

    expect(await refuse(zip({ "index.json": '{"title":"T","format":9}' }))).toEqual({
      code: "unsupportedVersion",
    });
    expect(await refuse(zip({ "index.json": index }))).toEqual({ code: "noEntries" });
    expect(await refuse(zip({ "index.json": index, "term_bank_1.json": "[" }))).toEqual({
      code: "brokenPart",
      part: "term_bank_1.json",
    });
    expect(
      await refuse(zip({ "index.json": index, "term_bank_1.json": columns.replace('["book"]', "1") })),
    ).toEqual({ code: "brokenPart", part: "term_bank_1.json" });
  });
});

describe("other files", () => {
  test("are refused for what they are", async () => {
    const zip = makeZip({ "index.json": "{}" });

    expect(await refuse([toFile("book.epub", makeZip({ mimetype: "application/epub+zip" }))])).toEqual({
      code: "notADictionary",
    });
    expect(await refuse([toFile("notes.txt", "hello")])).toEqual({ code: "notADictionary" });
    expect(await refuse([toFile("t.zip", zip.subarray(0, zip.length - 30))])).toEqual({
      code: "brokenArchive",
    });
    expect(await refuse([toFile("t.zip", makeZip({ "index.json": "{}" }, { flags: 1 }))])).toEqual({
      code: "encryptedArchive",
    });
    expect(await refuse([toFile("t.tar.xz", "xz")])).toEqual({ code: "unsupportedArchive" });
  });

  test("that unpack to too much are refused before they fill the memory", async () => {
    const bomb = makeZip({ "index.json": new Uint8Array(4 * 2 ** 20) });
    const [part] = await readZip(new Blob([bomb as BlobPart]), new UnpackBudget(2 ** 20));

    expect(bomb.length).toBeLessThan(2 ** 14);
    await expect(part?.read()).rejects.toMatchObject({ refusal: { code: "unpacksTooLarge" } });
  });
});

test("blocks of 50,000 entries are in order, and one is read for a look-up", async () => {
  const headwords = Array.from({ length: 50_000 }, (_, n) => `word ${(n * 7_919) % 50_000}`);
  const blocks: StoredBlock[] = [
    ...packBlocks({
      title: "T",
      kind: "stardict",
      headwords,
      getDefinition: (n) => [["text", `is ${headwords[n]}`]],
    }),
  ];
  let reads = 0;
  const found = await lookUpEntries(
    async (key) => {
      reads += 1;
      return blocks.findLast(({ firstKey }) => firstKey <= key) ?? null;
    },
    [{ form: "word 31415", distance: 0 }],
  );

  expect(found[0]?.definition).toEqual([["text", "is word 31415"]]);
  expect(reads).toBe(1);
  expect(
    blocks.every(({ firstKey }, n) => n === 0 || firstKey > (blocks[n - 1]?.entries.at(-1)?.[0] ?? "")),
  ).toBe(true);
});
