import { describe, expect, test } from "vitest";
import { createEntry, writeZip } from "#server/epub/zip/zip-writer.ts";
import { ProblemError } from "#server/http/api/problem.ts";
import { readFile } from "./read-file.ts";

const read = (content: string | Uint8Array) => readFile(new Blob([content as BlobPart]));

async function readReason(content: string | Uint8Array): Promise<unknown> {
  const error = await read(content).catch((each: unknown) => each);
  return error instanceof ProblemError ? error.reason : error;
}

async function zip(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const entries = Object.entries(files).map(([path, content]) => createEntry(path, Buffer.from(content)));
  const parts: Uint8Array[] = [];
  for await (const part of writeZip(entries, new Date("2026-01-01"))) parts.push(part);
  return Buffer.concat(parts);
}

const clippings = [
  "\uFEFFThe Well (Omar, Hind)\r\n- Your Highlight on page 12 | Location 180-182 | Added on Tuesday, January 6, 2026 3:19:56 PM\r\n\r\nThe river was low\r\n==========",
  "The Well (Omar, Hind)\r\n- Your Highlight on page 12 | Location 180-183 | Added on Tuesday, January 6, 2026 3:20:10 PM\r\n\r\nThe river was low, and the boats\r\n==========",
  "The Well (Omar, Hind)\r\n- Your Note on page 12 | Location 183 | Added on Tuesday, January 6, 2026 3:21:00 PM\r\n\r\nMine\r\n==========",
  "The Well (Omar, Hind)\r\n- Your Bookmark on page 13 | Location 190 | Added on Tuesday, January 6, 2026 3:22:00 PM\r\n\r\n\r\n==========",
  "Der Brunnen (Hind Omar)\r\n- Ihre Markierung auf Seite 4 | Position 40-41 | Hinzugefügt am Dienstag, 6. Januar 2026 15:19:56\r\n\r\nDer Fluss\r\n==========",
  "Le puits (Hind Omar)\r\n- Votre surlignement à la page 4 | emplacement 40-41 | Ajouté le mardi 6 janvier 2026 15:19:56\r\n\r\nLe fleuve\r\n==========",
  "El pozo (Hind Omar)\r\n- Tu subrayado en la página 4 | posición 40-41 | Añadido el martes, 6 de enero de 2026 15:19:56\r\n\r\nEl río\r\n==========",
  "البئر (هند عمر)\r\n- تمييزك في الصفحة ٤ | الموقع ٤٠-٤١ | تمت الإضافة في الثلاثاء، ٦ يناير ٢٠٢٦ ٣:١٩:٥٦ م\r\n\r\nالنهر\r\n==========",
].join("\r\n");

describe("My Clippings.txt of Kindle", () => {
  test.each([
    ["UTF-8", Buffer.from(clippings)],
    ["UTF-16", Buffer.from(clippings, "utf16le")],
  ])(
    "is read in five languages; notes join highlights, changed highlights replace former ones: %s",
    async (_, bytes) => {
      const { source, marks } = await read(bytes);
      expect(source).toBe("kindle");
      expect(
        marks.map(({ book: { title, author }, text, note, style }) => [title, author, text, note, style]),
      ).toEqual([
        ["The Well", "Hind Omar", "The river was low, and the boats", "Mine", "yellow"],
        ["The Well", "Hind Omar", "", "", null],
        ["Der Brunnen", "Hind Omar", "Der Fluss", "", "yellow"],
        ["Le puits", "Hind Omar", "Le fleuve", "", "yellow"],
        ["El pozo", "Hind Omar", "El río", "", "yellow"],
        ["البئر", "هند عمر", "النهر", "", "yellow"],
      ]);
      expect(marks.slice(2).map(({ createdAt }) => createdAt?.toISOString())).toEqual(
        Array.from({ length: 4 }, () => "2026-01-06T15:19:56.000Z"),
      );
    },
  );
});

describe("KOReader", () => {
  const metadata = String.raw`-- we can read Lua syntax here!
return {
    ["annotations"] = {
        [1] = {
            ["chapter"] = "One",
            ["color"] = "red",
            ["datetime"] = "2026-01-06 15:19:56",
            ["drawer"] = "lighten",
            ["note"] = "Mine\
two",
            ["page"] = "/body/DocFragment[3]/body/p[2]/text().4",
            ["pos0"] = "/body/DocFragment[3]/body/p[2]/text().4",
            ["text"] = "He said: \"come\" \230\151\165",
        },
        [2] = { ["datetime"] = "2026-01-07 10:00:00", ["page"] = "/body", ["text"] = "in One" },
    },
    ["doc_props"] = { ["authors"] = "Hind Omar\
Layla Said", ["title"] = "The Well" },
    ["percent_finished"] = 1.5e-2,
    stats = { pages = -1, },
}
`;

  test("its metadata is read without running anything", async () => {
    const { source, marks } = await read(metadata);
    expect(source).toBe("koreader");
    expect(marks).toMatchObject([
      {
        book: { title: "The Well", author: "Hind Omar, Layla Said" },
        text: 'He said: "come" 日',
        note: "Mine\ntwo",
        style: "pink",
        spineIndex: 2,
        createdAt: new Date("2026-01-06T15:19:56Z"),
      },
      { text: "", style: null },
    ]);
  });

  test("older metadata has quotations in bookmarks", async () => {
    const { marks } = await read(`return { bookmarks = {
      [1] = { highlighted = true, notes = "The river", text = "Mine", datetime = "2023-01-06 15:19:56" },
      [2] = { highlighted = true, notes = "was low", text = "Page 3 was low @ 2023-01-06 15:19:56" },
    }, doc_props = { title = "The Well" } }`);
    expect(marks).toMatchObject([
      { text: "The river", note: "Mine" },
      { text: "was low", note: "" },
    ]);
  });

  test.each([
    ["return os.execute('rm')", 1],
    ["return {\n a = function() end }", 2],
    [`return ${"{".repeat(40)}`, 1],
    ['return { a = "open', 1],
    ["return { } print(1)", 1],
  ])("code is refused: %s", async (text, line) => {
    expect(await readReason(text)).toEqual({ code: "marks_file_lua", line });
  });

  test("its JSON export is read", async () => {
    const entry = { text: "The river", note: "Mine", time: 1_767_712_796, drawer: "underscore" };
    const json = { title: "The Well", author: "Hind Omar", entries: [entry] };
    for (const file of [json, { documents: [json], version: "1" }]) {
      expect(await read(JSON.stringify(file))).toMatchObject({
        source: "koreader",
        marks: [{ text: "The river", style: "underline", createdAt: new Date(1_767_712_796_000) }],
      });
    }
  });
});

describe("Readest", () => {
  const note = {
    id: "a",
    type: "annotation",
    cfi: "epubcfi(/6/8!/4/2,/1:0,/1:3)",
    text: "The river",
    color: "violet",
    note: "Mine",
    createdAt: 1_767_712_796_000,
  };
  const expected = {
    source: "readest",
    marks: [{ text: "The river", style: "purple", note: "Mine", spineIndex: 3 }],
  };

  test("its exported annotations are read", async () => {
    const json = {
      $format: "readest-annotations",
      version: 1,
      book: { title: "The Well" },
      annotations: [note],
    };
    expect(await read(JSON.stringify(json))).toMatchObject(expected);
  });

  test("its backup is read without deleted notes", async () => {
    const file = await zip({
      "library.json": JSON.stringify([{ hash: "abc", title: "The Well", author: "Hind Omar" }]),
      "abc/config.json": JSON.stringify({ booknotes: [note, { ...note, deletedAt: 1 }] }),
      "abc/book.epub": "PK",
    });
    expect(await read(file)).toMatchObject(expected);
  });
});

describe("Kobo", () => {
  test("CSV of export-kobo and of others is read", async () => {
    const plain = 'annotation,The Well,Hind Omar,2026-01-06T15:19:56.000,,"Mine, too","The river"\n';
    const named =
      'Book Title,Author,Highlight,Note,Color,Date Created\nThe Well,Hind Omar,The river,"Mine, too",blue,2026-01-06T15:19:56Z\n';
    for (const [text, style] of [
      [plain, "yellow"],
      [named, "blue"],
    ] as const) {
      expect(await read(text)).toMatchObject({
        source: "kobo",
        marks: [
          {
            book: { title: "The Well", author: "Hind Omar" },
            text: "The river",
            note: "Mine, too",
            style,
            createdAt: new Date("2026-01-06T15:19:56Z"),
          },
        ],
      });
    }
  });
});

describe("hostile and wrong files", () => {
  test.each([
    ["[".repeat(100_000), "marks_file_nested"],
    ['{"a": ', "marks_file_json"],
    ["Hello", "marks_file_unknown"],
    ['{"items": 1}', "marks_file_unknown"],
    ["a,b\n1,2", "marks_file_unknown"],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "marks_file_not_text"],
    [Buffer.from("PK\u0003\u0004 not a zip"), "marks_file_zip"],
  ])("are refused with the reason: %#", async (content, code) => {
    expect(await readReason(content)).toEqual({ code });
  });

  test("a ZIP that unpacks to too much is refused", async () => {
    const bomb = Buffer.alloc(21_000_000, 32);
    expect(await readReason(await zip({ "annotations.json": bomb }))).toEqual({ code: "marks_file_zip" });
  });

  test("too many marks are refused", async () => {
    const annotations = Array.from({ length: 5_001 }, () => ({
      type: "annotation",
      text: "x",
      cfi: "",
      id: "a",
    }));
    const json = { $format: "readest-annotations", annotations };
    expect(await readReason(JSON.stringify(json))).toEqual({ code: "marks_file_too_many", max: 5_000 });
  });

  const clipping = (title: string, place: string) =>
    `${title}\n- Your Highlight on ${place} | Added on Tuesday, January 6, 2026\n\nThe river\n==========\n`;
  const size = 500_000;

  // Time that grows with the square of the size would be minutes. Other processes do not count.
  test.each([
    ["comments without an end", "--[[\n".repeat(size / 5)],
    ["comments in a table", `return {${"--[==[\n".repeat(size / 7)}`],
    ["space in the authors", `return { doc_props = { authors = "${" ".repeat(size)}x" }, annotations = {} }`],
    ["authors in JSON", JSON.stringify({ title: "A", author: `${"\n ".repeat(size / 2)}x`, entries: [{}] })],
    ["digits in a place", clipping("The Well", `page ${"1".repeat(size)}x1`)],
    ["brackets in a title", clipping(`The Well ${"(a".repeat(size / 2)}`, "page 1")],
    ["clippings at one place", clipping("The Well", "Location 1-9").repeat(size / 100)],
  ])("are read or refused at once, with %s", async (_name, content) => {
    const before = process.cpuUsage();
    await readReason(content);

    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
  });
});
