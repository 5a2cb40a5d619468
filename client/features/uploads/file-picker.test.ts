import { expect, test } from "vitest";
import { readDroppedFiles } from "./file-picker.tsx";

const createFile = (name: string) => new File([name], name);

/** An entry as of `webkitGetAsEntry`; a folder returns its entries in batches. */
function createEntry(name: string, inner?: readonly (readonly object[])[]): object {
  if (!inner) {
    return { name, isFile: true, file: (resolve: (file: File) => void) => resolve(createFile(name)) };
  }
  const batches = [...inner, []];
  return {
    name,
    isFile: false,
    createReader: () => ({
      readEntries: (resolve: (entries: readonly object[]) => void) => resolve(batches.shift() ?? []),
    }),
  };
}

interface Dropped {
  readonly kind?: string;
  readonly entry?: object;
  readonly file?: File;
  readonly handle?: () => Promise<object | null>;
}

/** Like a browser, forgets the items when the event has been handled. */
async function drop(...dropped: readonly Dropped[]) {
  const items = dropped.map(({ kind = "file", entry, file, handle }) => ({
    kind,
    webkitGetAsEntry: () => entry ?? null,
    getAsFile: () => file ?? null,
    ...(handle && { getAsFileSystemHandle: handle }),
  }));
  const reading = readDroppedFiles({ items } as unknown as DataTransfer);
  for (const item of items) Object.assign(item, { webkitGetAsEntry: () => null, getAsFile: () => null });
  const found = await reading;
  return found.map(({ path, file, handle }) => [path, file.name, handle !== undefined]);
}

test("files of nested folders have their paths, in batches of any number", async () => {
  const found = await drop(
    {
      entry: createEntry("book", [
        [createEntry("text.epub"), createEntry("audio", [[createEntry("1.mp3")], [createEntry("2.mp3")]])],
        [createEntry("cover.jpg")],
      ]),
    },
    { kind: "string", file: createFile("a link") },
    { entry: createEntry("single.epub") },
  );

  expect(found).toEqual([
    ["book/text.epub", "text.epub", false],
    ["book/audio/1.mp3", "1.mp3", false],
    ["book/audio/2.mp3", "2.mp3", false],
    ["book/cover.jpg", "cover.jpg", false],
    ["single.epub", "single.epub", false],
  ]);
});

test("a file that has no entry is taken as it is", async () => {
  expect(await drop({ file: createFile("plain.epub") }, {})).toEqual([["plain.epub", "plain.epub", false]]);
});

test("handles are preferred, and replaced by entries where they are refused", async () => {
  const toHandle = (name: string) => ({ kind: "file", name, getFile: async () => createFile(name) });
  const folder = {
    kind: "directory",
    name: "book",
    async *values() {
      yield toHandle("1.mp3");
      yield {
        kind: "directory",
        name: "extra",
        async *values() {
          yield toHandle("2.mp3");
        },
      };
    },
  };

  const found = await drop(
    { handle: async () => folder, entry: createEntry("ignored.epub") },
    { handle: () => Promise.reject(new Error("refused")), entry: createEntry("second.epub") },
    { handle: async () => null, file: createFile("third.epub") },
  );

  expect(found).toEqual([
    ["book/1.mp3", "1.mp3", true],
    ["book/extra/2.mp3", "2.mp3", true],
    ["second.epub", "second.epub", false],
    ["third.epub", "third.epub", false],
  ]);
});
