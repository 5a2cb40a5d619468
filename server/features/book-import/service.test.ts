import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, vi } from "vitest";
import type { BookId, ContributorId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { playerContract } from "#shared/player/contract.ts";
import { pick } from "#server/db/pick.ts";
import { syncMaps } from "#server/db/schema/books/alignment.ts";
import { books } from "#server/db/schema/books/books.ts";
import { audioFiles, chapters, ebooks } from "#server/db/schema/books/formats.ts";
import { writeSmallMp3 } from "#server/testing/books/small-audio.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";
import { getFixturePath } from "#server/testing/fixtures/fixture.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { checkStoredFiles, deleteOrphans } from "./delete-orphans.ts";
import { type ImportOptions, importFolder } from "./service.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "maktaba-import-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function makeFile(...names: string[]): Promise<string> {
  const file = path.join(folder, ...names);
  await mkdir(path.dirname(file), { recursive: true });
  return file;
}

async function run(app: TestApp, options: ImportOptions = {}) {
  const rejected: string[] = [];
  const summary = await importFolder(app.services, folder, options, {
    onRejected: (name, reason) => rejected.push(`${name}: ${reason}`),
  });
  return { ...summary, rejected };
}

async function listChapterTitles(app: TestApp, title: string): Promise<string[]> {
  const book = await findBookByTitle(app, title);
  const bookId = book?.id ?? expect.fail("no book");
  const { chapters } = await app.as(await app.make.user())(playerContract.getPlaylist, {
    params: { bookId },
  });
  return chapters.map((chapter) => chapter.title);
}

/** Makes the files of each test different: all tests of the file share a database. */
let serial = 0;
const makeUnique = (name: string) => `${name} ${++serial}`;

const findBookByTitle = async (app: TestApp, title: string) =>
  (await app.db.select().from(books).where(eq(books.title, title)))[0];

const listStoredFiles = async (app: TestApp) => {
  const found = [];
  for (const kind of ["audio", "epub", "covers"])
    for await (const key of app.services.storage.list(kind)) found.push(key);
  return found.sort();
};

describe("importing a folder", () => {
  test("imports a folder with text and audio as one book, published and free", async ({ app }) => {
    const title = makeUnique("Both");
    await writeSmallEpub(await makeFile(title, "book.epub"), { title });
    await copyFile(getFixturePath("audio/front-moov.m4b"), await makeFile(title, "book.m4b"));

    expect(await run(app)).toEqual({ found: 1, added: 1, known: 0, rejected: [] });

    const book = await findBookByTitle(app, title);
    expect(book).toMatchObject({
      state: "published",
      isFree: true,
      hasEbook: true,
      hasAudiobook: true,
      author: "Ann Author",
    });
    expect(Math.round(book?.duration ?? 0)).toBe(4);
    const parts = await app.db
      .select()
      .from(chapters)
      .where(eq(chapters.bookId, book?.id as never));
    expect(parts.map(({ title: part }) => part)).toEqual(["Introduction", "الباب الأول", "Epilogue"]);
    expect(
      await app.db
        .select()
        .from(ebooks)
        .where(eq(ebooks.bookId, book?.id as never)),
    ).toHaveLength(1);
  });

  test("lets guests find imported books", async ({ app }) => {
    const title = makeUnique("Findable Lanterns");
    await writeSmallEpub(await makeFile("a.epub"), { title });
    await run(app);

    const { books: found } = await app.as(null)(booksContract.listBooks, { query: { search: "lanterns" } });

    expect(found.map((book) => book.title)).toContain(title);
  });

  test("imports nothing twice, whatever the file names", async ({ app }) => {
    const title = makeUnique("Once");
    await writeSmallEpub(await makeFile("a", "one.epub"), { title });
    await run(app);
    const before = await listStoredFiles(app);
    await copyFile(await makeFile("a", "one.epub"), await makeFile("b", "other name.epub"));

    expect(await run(app)).toEqual({ found: 2, added: 0, known: 2, rejected: [] });

    expect(await app.db.select().from(books).where(eq(books.title, title))).toHaveLength(1);
    expect(await listStoredFiles(app)).toEqual(before);
  });

  test("imports drafts and premium books on request", async ({ app }) => {
    const title = makeUnique("Draft");
    await writeSmallEpub(await makeFile("a.epub"), { title });

    await run(app, { isDraft: true, isPremium: true });

    expect(await findBookByTitle(app, title)).toMatchObject({ state: "draft", isFree: false });
  });

  test("assigns books to the given owner or the site", async ({ app }) => {
    const [ownedBook, siteBook] = [makeUnique("Own"), makeUnique("House")];
    const owner = await app.make.user({ isAuthor: true });
    await writeSmallEpub(await makeFile("own.epub"), { title: ownedBook });
    await run(app, { isDraft: true, ownerId: owner.id });
    await writeSmallEpub(await makeFile("site.epub"), { title: siteBook });

    await run(app, { isDraft: true });

    expect(await findBookByTitle(app, ownedBook)).toMatchObject({ state: "draft", ownerId: owner.id });
    expect(await findBookByTitle(app, siteBook)).toMatchObject({ ownerId: null });
  });

  test("plays many files in natural order, disc after disc", async ({ app }) => {
    const album = makeUnique("Discs");
    for (const disc of ["CD2", "CD1", "CD10"]) {
      for (const file of ["2 Second", "10 Tenth"]) {
        await writeSmallMp3(await makeFile(album, disc, `${file}.mp3`), `${disc} ${file}`, album);
      }
    }

    expect(await run(app)).toMatchObject({ found: 1, added: 1 });

    expect(await listChapterTitles(app, album)).toEqual([
      "CD1 2 Second",
      "CD1 10 Tenth",
      "CD2 2 Second",
      "CD2 10 Tenth",
      "CD10 2 Second",
      "CD10 10 Tenth",
    ]);
  });

  test("counts a file that is there twice once, and names the other", async ({ app }) => {
    const album = makeUnique("Twice");
    for (const name of ["1 One", "2 Two"])
      await writeSmallMp3(await makeFile(album, `${name}.mp3`), name, album);
    await copyFile(await makeFile(album, "1 One.mp3"), await makeFile(album, "CD 1", "3 Three.mp3"));
    const warnings: string[] = [];
    await importFolder(app.services, folder, {}, { onWarning: (_name, warning) => warnings.push(warning) });

    expect(await listChapterTitles(app, album)).toEqual(["1 One", "2 Two"]);
    expect(warnings).toEqual(["3 Three.mp3: The file has the same content as another one and was left out."]);
    const stored = await app.db.select(pick(audioFiles, "fileName", "warnings")).from(audioFiles);
    expect(stored.filter((file) => file.warnings.length > 0)).toEqual([
      { fileName: "1 One.mp3", warnings: [{ code: "audio_duplicate", file: "3 Three.mp3" }] },
    ]);
  });

  test("plays many files in the order of a playlist that names all, also of the same content", async ({
    app,
  }) => {
    const album = makeUnique("Listed");
    for (const name of ["CD1/a", "CD1/b", "CD2/c"])
      await writeSmallMp3(await makeFile(album, `${name}.mp3`), name, album);
    await copyFile(await makeFile(album, "CD1", "a.mp3"), await makeFile(album, "CD2", "a.mp3"));
    const lines = ["#EXTM3U", "C:\\Music\\c.mp3", "CD2/A.mp3", "", "./CD1/b.mp3", "CD1%2Fa.mp3"];
    await writeFile(await makeFile(album, "0.m3u"), "CD1/b.mp3");
    await writeFile(await makeFile(album, "all.m3u8"), lines.join("\r\n"));

    expect(await run(app)).toMatchObject({ found: 1, added: 1 });
    expect(await listChapterTitles(app, album)).toEqual(["CD2/c", "CD1/a", "CD1/b", "CD1/a"]);
  });

  test("recognizes discs named in Arabic", async ({ app }) => {
    const album = makeUnique("أقراص");
    for (const disc of ["القرص ٢", "القرص ١"])
      await writeSmallMp3(await makeFile(album, disc, "١.mp3"), disc, album);

    expect(await run(app)).toMatchObject({ found: 1, added: 1 });
    expect(await findBookByTitle(app, album)).toMatchObject({ hasAudiobook: true });
  });

  test("ignores numbers as titles", async ({ app }) => {
    const [folder, title] = [makeUnique("Folder"), makeUnique("Text")];
    await writeSmallEpub(await makeFile(folder, "a.epub"), { title });
    await writeSmallEpub(await makeFile(folder, "b.epub"), { title: `${title} b` });
    await writeSmallMp3(await makeFile(folder, "01.mp3"), "");

    expect(await run(app)).toMatchObject({ found: 3, added: 3 });
    expect(await findBookByTitle(app, folder)).toMatchObject({ hasAudiobook: true, hasEbook: false });
  });

  test("separates loose audiobooks in one folder", async ({ app }) => {
    const [one, two, three] = [makeUnique("Apart"), makeUnique("Apart"), makeUnique("Apart")];
    await writeSmallMp3(await makeFile("alpha.mp3"), one, one);
    await writeSmallMp3(await makeFile("beta.mp3"), two, two);
    await writeSmallMp3(await makeFile("gamma.mp3"), three);
    await copyFile(getFixturePath("audio/end-moov.m4b"), await makeFile("delta.m4b"));

    expect(await run(app)).toMatchObject({ found: 4, added: 4 });
    expect(await findBookByTitle(app, three)).toMatchObject({ hasAudiobook: true, hasEbook: false });
  });

  test("imports several EPUBs of one folder as several books", async ({ app }) => {
    const titles = [makeUnique("Several"), makeUnique("Several")];
    for (const title of titles) await writeSmallEpub(await makeFile("shelf", `${title}.epub`), { title });
    await writeSmallMp3(await makeFile("shelf", `${titles[1]}.mp3`), "Sound");

    expect(await run(app)).toMatchObject({ found: 2, added: 2 });
    expect(await findBookByTitle(app, titles[0] ?? "")).toMatchObject({ hasAudiobook: false });
    expect(await findBookByTitle(app, titles[1] ?? "")).toMatchObject({ hasAudiobook: true, hasEbook: true });
  });

  test("names each rejected file with the reason and imports the others", async ({ app }) => {
    const title = makeUnique("Good among bad");
    await writeSmallEpub(await makeFile("good.epub"), { title });
    await writeFile(await makeFile("text.mp3"), "Just words, many of them. ".repeat(500));
    await writeFile(await makeFile("other.epub"), "no zip");

    const { rejected, ...counts } = await run(app);

    expect(counts).toEqual({ found: 3, added: 1, known: 0 });
    expect(rejected.sort()).toEqual([
      expect.stringMatching(/^other\.epub: This is not an EPUB/),
      expect.stringMatching(/^text\.mp3: This is not an audio file/),
    ]);
  });

  test("names an unreadable folder and imports the others, at any depth", async ({ app }) => {
    const title = makeUnique("Deep");
    const depth = Array.from({ length: 20 }, (_, n) => `${n}`);
    await writeSmallEpub(await makeFile(...depth, "deep.epub"), { title });
    // A name that is not UTF-8, as in old archives.
    await mkdir(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xe9, 0xff])]));

    expect(await run(app)).toEqual({
      found: 2,
      added: 1,
      known: 0,
      rejected: [
        expect.stringMatching(/: The name of this file, .* is not valid UTF-8\. Please rename it\.$/),
      ],
    });
  });

  test("rejects a book with a broken file, by name", async ({ app }) => {
    const album = makeUnique("Broken part");
    await writeSmallMp3(await makeFile(album, "01.mp3"), "One", album);
    await writeFile(await makeFile(album, "02.mp3"), "no sound at all".repeat(100));
    await writeFile(await makeFile(album, "maktaba.json"), "{}");
    const before = await listStoredFiles(app);

    expect(await run(app)).toMatchObject({
      added: 0,
      rejected: [expect.stringContaining("02.mp3: This is not an audio")],
    });

    expect(await findBookByTitle(app, album)).toBeUndefined();
    expect(await listStoredFiles(app)).toEqual(before);
  });

  test("names a part in a format that is not supported", async ({ app }) => {
    const album = makeUnique("Old part");
    await writeSmallMp3(await makeFile(album, "01.mp3"), "One", album);
    await writeFile(await makeFile(album, "02.wma"), Buffer.from("3026b2758e66cf11a6d900aa0062ce6c", "hex"));

    expect(await run(app)).toMatchObject({
      rejected: [expect.stringMatching(/02\.wma: WMA audio is not supported\. Please convert it/)],
    });
  });

  test("recognizes an author in another script, and keeps the name as credited", async ({ app }) => {
    const titles = [makeUnique("A Well"), makeUnique("بئر"), makeUnique("Another well")];
    for (const [n, name] of ["Rashid Benali", "رشيد بنعلي", "Rashid Benalia"].entries()) {
      await writeSmallEpub(await makeFile(`author-${n}`, "a.epub"), { title: titles[n] ?? "" });
      const sidecar = { title: titles[n], contributors: [{ name, role: "author" }] };
      await writeFile(await makeFile(`author-${n}`, "maktaba.json"), JSON.stringify(sidecar));
      expect(await run(app)).toMatchObject({ added: 1 });
    }

    const books = await Promise.all(titles.map((title) => findBookByTitle(app, title)));
    expect(books.map((book) => book?.author)).toEqual(["Rashid Benali", "رشيد بنعلي", "Rashid Benalia"]);
    const people = await Promise.all(
      books.map(async (book) => {
        const { contributors } = await app.as(null)(booksContract.getBook, {
          params: { bookId: book?.id as BookId },
        });
        return contributors[0]?.id as ContributorId;
      }),
    );
    expect(people[1]).toBe(people[0]);
    expect(people[2]).not.toBe(people[0]);
    const author = await app.as(null)(booksContract.getContributor, {
      params: { contributorId: people[0] as ContributorId },
    });
    expect(author).toMatchObject({ name: "Rashid Benali", otherNames: ["رشيد بنعلي"] });
    expect(author.books.map(({ book }) => book.id).sort()).toEqual([books[0]?.id, books[1]?.id].sort());
  });

  test("prefers the sidecar", async ({ app }) => {
    const title = makeUnique("Said");
    await writeSmallEpub(await makeFile("x", "a.epub"), { title: "Something else" });
    await copyFile(getFixturePath("audio/chap-cbr.mp3"), await makeFile("x", "a.mp3"));
    const sidecar = {
      title,
      contributors: [
        { name: "Maryam Haddad", role: "author" },
        { name: "A Voice", role: "narrator" },
      ],
      genres: ["Worship", "Beginners"],
      tropes: ["Step by step"],
      series: { name: makeUnique("First Steps"), position: 2 },
      language: "ar",
      direction: "rtl",
      state: "scheduled",
      releaseAt: "2027-01-01T00:00:00.000Z",
      isFree: false,
      isFeatured: true,
    };
    await writeFile(await makeFile("x", "maktaba.json"), JSON.stringify(sidecar));
    const sync = { source: "narrated", chapters: [{ chapterNumber: 1, sentences: [["s0-0", 0, 0.9, 1]] }] };
    await writeFile(await makeFile("x", "sync.json"), JSON.stringify(sync));

    expect(await run(app)).toMatchObject({ added: 1, rejected: [] });

    const book = await findBookByTitle(app, title);
    expect(book).toMatchObject({
      author: "Maryam Haddad",
      genre: "Worship",
      language: "ar",
      direction: "rtl",
      state: "scheduled",
      releaseAt: new Date("2027-01-01T00:00:00Z"),
      isFree: false,
      isFeatured: true,
      seriesPosition: 2,
      hasSyncMap: true,
    });
    const [map] = await app.db
      .select()
      .from(syncMaps)
      .where(eq(syncMaps.bookId, book?.id as never));
    expect(map).toMatchObject({ chapterNumber: 1, source: "narrated", sentences: [["s0-0", 0, 0.9, 1]] });
  });

  test.for([
    ["maktaba.json", "{", "not valid JSON"],
    ["maktaba.json", '{"colour":"red"}', "cannot be used"],
    ["sync.json", '{"chapters":[{"chapterNumber":9,"sentences":[]}]}', "chapter 9"],
  ])("refuses a book with an invalid %s: %s", async ([name, text, reason], { app }) => {
    await copyFile(getFixturePath("audio/chap.opus"), await makeFile("y", "a.opus"));
    await writeFile(await makeFile("y", name ?? ""), text ?? "");

    expect(await run(app)).toMatchObject({ added: 0, rejected: [expect.stringContaining(reason ?? "?")] });
  });

  test("keeps audio bytes unchanged, and the sample under a minute", async ({ app }) => {
    const title = makeUnique("Bytes");
    await writeSmallMp3(await makeFile("a.mp3"), title);
    await run(app);

    const book = await findBookByTitle(app, title);
    const [file] = await app.db
      .select()
      .from(audioFiles)
      .where(eq(audioFiles.bookId, book?.id as never));
    expect(file).toMatchObject({
      mediaType: "audio/mpeg",
      fileName: "a.mp3",
      sampleRanges: [[0, file?.bytes]],
    });
    expect((await app.fetch(`/media/${book?.id}/${file?.id}`)).status).toBe(200);
  });

  test("rejects a missing folder", async ({ app }) => {
    await expect(importFolder(app.services, path.join(folder, "nowhere"))).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("stops on a full disk without a partial book, and continues later", async ({ app }) => {
    const title = makeUnique("Full");
    await writeSmallEpub(await makeFile("a.epub"), { title });
    const before = await listStoredFiles(app);
    const full = Object.assign(new Error("write failed"), { code: "ENOSPC" });
    const put = vi.spyOn(app.services.storage, "put").mockRejectedValue(full);

    const onRejected = (name: string, reason: string) => {
      throw new Error(`${name}: ${reason}`);
    };
    await expect(importFolder(app.services, folder, {}, { onRejected })).rejects.toBe(full);
    put.mockRestore();

    expect(await listStoredFiles(app)).toEqual(before);
    expect(await run(app)).toMatchObject({ added: 1 });
  });
});

describe("stored files", () => {
  test("without a row are deleted once old", async ({ app }) => {
    const title = makeUnique("Kept");
    await writeSmallEpub(await makeFile("a.epub"), { title });
    await run(app);
    const stored = await listStoredFiles(app);
    // Storage folders have hexadecimal names, so no stored file can be here.
    const folder = "zz";
    const media = path.join(app.services.settings.dataDir, "media");
    await mkdir(path.join(media, "audio", folder), { recursive: true });
    await writeFile(path.join(media, "audio", folder, "orphan.mp3"), "x");
    await writeFile(path.join(media, "audio", folder, "half.mp3.part"), "x");

    expect(await deleteOrphans({ ...app.services, clock: () => new Date() })).toBe(0);
    expect(await deleteOrphans({ ...app.services, clock: () => new Date(Date.now() + 2 * 3600_000) })).toBe(
      2,
    );

    expect(await listStoredFiles(app)).toEqual(stored);
    expect(await readdir(path.join(media, "audio", folder))).toEqual([]);
  });

  test("are reported missing, altered or untracked", async ({ app }) => {
    const album = makeUnique("Looked after");
    for (const n of [1, 2, 3]) await writeSmallMp3(await makeFile(album, `0${n}.mp3`), `Part ${n}`, album);
    await run(app);
    const book = await findBookByTitle(app, album);
    const files = await app.db
      .select()
      .from(audioFiles)
      .where(eq(audioFiles.bookId, book?.id as never))
      .orderBy(asc(audioFiles.position));
    const [missing = "", changed = "", longer = ""] = files.map(({ storageKey }) => storageKey);
    const media = path.join(app.services.settings.dataDir, "media");
    expect(await checkStoredFiles(app.services, { readsContent: true })).toEqual({
      missing: [],
      altered: [],
      untracked: [],
    });
    await rm(path.join(media, missing));
    await writeFile(path.join(media, changed), Buffer.alloc(files[1]?.bytes ?? 0));
    await writeFile(path.join(media, longer), "too short");
    await writeFile(path.join(media, "audio", "stray.mp3"), "x");

    expect(await checkStoredFiles(app.services)).toEqual({
      missing: [missing],
      altered: [longer],
      untracked: ["audio/stray.mp3"],
    });
    expect([...(await checkStoredFiles(app.services, { readsContent: true })).altered].sort()).toEqual(
      [changed, longer].sort(),
    );
  });
});
