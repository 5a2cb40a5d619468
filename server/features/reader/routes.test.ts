import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { CallError } from "#shared/api/http-client.ts";
import type { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { syncMaps } from "#server/db/schema/books/alignment.ts";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import type { EpubFile } from "#server/testing/books/epub-files.ts";
import { noBook } from "#server/testing/factories.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { findEbookFile } from "./queries.ts";

const makeWords = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(" ");
const png = Buffer.from("89504e470d0a1a0a", "hex");
const mp3 = Buffer.from(Array.from({ length: 3000 }, (_, n) => n % 251));

/** Ten documents of 700 words in paragraphs of 140; the sample is the first document. */
const chapters = Array.from({ length: 10 }, (_, chapter) => {
  const image = `<img src="img/${chapter}.png" alt="p"/>`;
  return `<h1>Chapter ${chapter}</h1>${image}${`<p>In ${chapter} we say: ${makeWords(136)}.</p>`.repeat(5)}`;
});
const files: EpubFile[] = [
  ...chapters.map((_, n): EpubFile => [`EPUB/img/${n}.png`, png]),
  ["EPUB/style.css", "@import url(http://evil.example/x.css); p { color: red }"],
  ["EPUB/evil.js", "window.__pwned = 1"],
  ["EPUB/voice.mp3", mp3],
  ["EPUB/secret.txt", "not named by any page"],
  [
    "EPUB/notes.xhtml",
    "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>Notes of later chapters.</p></body></html>",
  ],
];

const createTestBook = (
  app: TestApp,
  input: Parameters<typeof createEpubBook>[1] = {},
  parts: Parameters<typeof createEpubBook>[2] = { chapters, files },
) => createEpubBook(app, input, parts);

async function getEntry(
  app: TestApp,
  user: User | null,
  bookId: BookId,
  path: string,
  init: RequestInit = {},
) {
  const { version } = await app.as(user)(readerContract.getEbook, { params: { bookId } });
  const segments = path.split("/").map(encodeURIComponent).join("/");
  return app.fetch(`/api/books/${bookId}/ebook/${version}/entries/${segments}`, { as: user, ...init });
}

const getStatus = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: CallError) => error.status,
  );

describe("an ebook", () => {
  test("is complete for a reader", async ({ app }) => {
    const bookId = await createTestBook(app);
    const reader = await app.make.user();

    const ebook = await app.as(reader)(readerContract.getEbook, { params: { bookId } });

    expect(ebook).toMatchObject({ portion: "whole", direction: "ltr", packagePath: "EPUB/package.opf" });
    expect(ebook.spine.map(({ isLocked }) => isLocked)).toEqual(Array(10).fill(false));
    expect(ebook.toc[1]).toEqual({ label: "Chapter 1", href: "EPUB/c1.xhtml", children: [] });
    expect(ebook.entries.map(([path]) => path)).toContain("META-INF/container.xml");
    expect(ebook.entries.map(([path]) => path)).not.toContain("EPUB/evil.js");
  });

  test("under 2,000 words is complete for guests too", async ({ app }) => {
    const bookId = await createTestBook(
      app,
      { isFree: false },
      { chapters: ["<p>One.</p>", `<p>${makeWords(900)}</p>`] },
    );

    const ebook = await app.as(null)(readerContract.getEbook, { params: { bookId } });

    expect([ebook.portion, ebook.spine.map(({ isLocked }) => isLocked)]).toEqual(["whole", [false, false]]);
    expect((await getEntry(app, null, bookId, "EPUB/c1.xhtml")).status).toBe(200);
  });

  test("is locked after the sample for guests", async ({ app }) => {
    const bookId = await createTestBook(app);

    const { portion, spine } = await app.as(null)(readerContract.getEbook, { params: { bookId } });

    expect(portion).toBe("sample");
    expect(spine.filter(({ isLocked }) => !isLocked).map(({ index }) => index)).toEqual([0]);
  });

  test("of an invisible book is not found", async ({ app }) => {
    const draft = await createTestBook(app, { state: "draft" });
    const sendRequest = (bookId: BookId, user: User | null) =>
      getStatus(app.as(user)(readerContract.getEbook, { params: { bookId } }));

    expect(await sendRequest(draft, null)).toBe(404);
    expect(await sendRequest(draft, await app.make.user())).toBe(404);
    expect(await sendRequest(noBook, null)).toBe(404);
    expect(await sendRequest(draft, await app.make.user({ isEmployee: true }))).toBe(200);
  });

  test("of a coming-soon book is not found", async ({ app }) => {
    const bookId = await createTestBook(app, { state: "scheduled" });

    expect(await getStatus(app.as(null)(readerContract.getEbook, { params: { bookId } }))).toBe(404);
  });
});

describe("an ebook entry", () => {
  const free = { isFree: true };
  const premium = { isFree: false };
  type Who = "guest" | "reader" | "supporter" | "employee";
  const people: Record<Who, (app: TestApp) => Promise<User | null>> = {
    guest: async () => null,
    reader: (app) => app.make.user(),
    supporter: (app) => app.make.user({ isSupporter: true }),
    employee: (app) => app.make.user({ isEmployee: true }),
  };

  test.for<[Who, typeof free, readonly [sample: number, past: number]]>([
    ["guest", free, [200, 401]],
    ["reader", free, [200, 200]],
    ["guest", premium, [200, 401]],
    ["reader", premium, [200, 403]],
    ["supporter", premium, [200, 200]],
    ["employee", premium, [200, 200]],
  ])("for a %s of a book with %j", async ([who, input, [sample, past]], { app }) => {
    const bookId = await createTestBook(app, input);
    const user = await people[who](app);
    const getEntryStatus = async (path: string) => (await getEntry(app, user, bookId, path)).status;

    expect([await getEntryStatus("EPUB/c0.xhtml"), await getEntryStatus("EPUB/img/0.png")]).toEqual([
      sample,
      sample,
    ]);
    expect([await getEntryStatus("EPUB/style.css"), await getEntryStatus("EPUB/package.opf")]).toEqual([
      sample,
      sample,
    ]);
    for (const path of [
      "EPUB/c1.xhtml",
      "EPUB/c9.xhtml",
      "EPUB/img/5.png",
      "EPUB/voice.mp3",
      "EPUB/notes.xhtml",
      "EPUB/secret.txt",
    ]) {
      expect([path, await getEntryStatus(path)]).toEqual([path, past]);
    }
  });

  test("after the sample is refused, also by HEAD and Range", async ({ app }) => {
    const bookId = await createTestBook(app);

    expect((await getEntry(app, null, bookId, "EPUB/voice.mp3", { method: "HEAD" })).status).toBe(401);
    const range = await getEntry(app, null, bookId, "EPUB/voice.mp3", { headers: { Range: "bytes=0-9" } });
    expect(range.status).toBe(401);
    expect(Buffer.from(await range.arrayBuffer()).includes(mp3.subarray(0, 9))).toBe(false);
  });

  test("at the end of the sample is cut after a paragraph", async ({ app }) => {
    const one = `<p>First of all. ${makeWords(300)}.</p><p>Second SECRET. ${makeWords(300)}.</p>`.repeat(5);
    const bookId = await createTestBook(app, {}, { chapters: [one] });
    const reader = await app.make.user();

    const sample = await (await getEntry(app, null, bookId, "EPUB/c0.xhtml")).text();
    const fullReply = await (await getEntry(app, reader, bookId, "EPUB/c0.xhtml")).text();

    expect(sample).toContain("First of all.");
    expect(sample).not.toContain("SECRET");
    expect(fullReply.match(/SECRET/g)).toHaveLength(5);
  });

  test("that is missing, outdated or unused is not found", async ({ app }) => {
    const bookId = await createTestBook(app);
    const reader = await app.make.user();
    const getEntryStatus = async (path: string) => (await getEntry(app, reader, bookId, path)).status;
    const old = await app.fetch(`/api/books/${bookId}/ebook/00000000/entries/EPUB/c0.xhtml`, { as: reader });

    expect(old.status).toBe(404);
    expect(await getEntryStatus("EPUB/nothing.xhtml")).toBe(404);
    expect(await getEntryStatus("EPUB/evil.js")).toBe(404);
    expect(await getEntryStatus("mimetype")).toBe(404);
    expect(await getEntryStatus("../../etc/passwd")).toBe(404);
  });

  test("of a lost file is unavailable", async ({ app }) => {
    const bookId = await createTestBook(app);
    for await (const key of app.services.storage.list("epub")) await app.services.storage.remove(key);

    expect((await getEntry(app, await app.make.user(), bookId, "EPUB/c0.xhtml")).status).toBe(503);
  });

  test("is served as an inert document", async ({ app }) => {
    const bookId = await createTestBook(
      app,
      {},
      { chapters: ["<p>One. Two.</p><script>window.__pwned=1</script>"], files },
    );
    const reply = await getEntry(app, await app.make.user(), bookId, "EPUB/c0.xhtml");

    expect(reply.headers.get("content-type")).toBe("application/xhtml+xml; charset=utf-8");
    expect(reply.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
    expect(reply.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(reply.headers.get("cache-control")).toBe("private, max-age=86400, stale-while-revalidate=2592000");
    const text = await reply.text();
    expect(text).toContain('<span id="s0-1" class="mk-s">Two.</span>');
    expect(text).not.toContain("__pwned");
  });

  test("is compressed for clients that accept it, except for ranges", async ({ app }) => {
    const bookId = await createTestBook(
      app,
      {},
      { chapters: ["<p>The same sentence.</p>".repeat(200)], files },
    );
    const reader = await app.make.user();
    const fetchChapter = (headers: Record<string, string>) =>
      getEntry(app, reader, bookId, "EPUB/c0.xhtml", { headers });

    const plain = await fetchChapter({ "Accept-Encoding": "identity" });
    const compressed = await fetchChapter({ "Accept-Encoding": "br, gzip" });
    const range = await fetchChapter({ "Accept-Encoding": "gzip", Range: "bytes=0-9" });
    const refused = await fetchChapter({ "Accept-Encoding": "gzip;q=0, identity" });

    const text = await plain.text();
    const describe = ({ headers }: Response) => [headers.get("content-encoding"), headers.get("vary")];
    expect([plain, compressed, range, refused].map(describe)).toEqual([
      [null, "Accept-Encoding"],
      ["gzip", "Accept-Encoding"],
      [null, "Accept-Encoding"],
      [null, "Accept-Encoding"],
    ]);
    expect(Number(compressed.headers.get("content-length"))).toBeLessThan(text.length / 4);
    expect(await compressed.text()).toBe(text);
    expect([range.status, await range.text()]).toEqual([206, text.slice(0, 10)]);
    expect(compressed.headers.get("etag")).not.toBe(plain.headers.get("etag"));
    const etag = compressed.headers.get("etag") ?? "";
    expect((await fetchChapter({ "Accept-Encoding": "gzip", "If-None-Match": etag })).status).toBe(304);
  });

  test("of a sample is not cached", async ({ app }) => {
    const bookId = await createTestBook(app);

    const reply = await getEntry(app, null, bookId, "EPUB/c0.xhtml");

    expect(reply.headers.get("cache-control")).toBe("private, no-cache");
  });

  test("is sanitized as a style sheet, and otherwise raw", async ({ app }) => {
    const bookId = await createTestBook(app);
    const reader = await app.make.user();

    const css = await (await getEntry(app, reader, bookId, "EPUB/style.css")).text();
    const text = await getEntry(app, reader, bookId, "EPUB/secret.txt");

    expect(css).toContain("color:red");
    expect(css).not.toContain("evil.example");
    expect(text.headers.get("content-type")).toBe("application/octet-stream");
  });

  test("supports ranges for audio", async ({ app }) => {
    const bookId = await createTestBook(app);
    const reader = await app.make.user();

    const reply = await getEntry(app, reader, bookId, "EPUB/voice.mp3", {
      headers: { Range: "bytes=1000-1999" },
    });

    expect(reply.status).toBe(206);
    expect(reply.headers.get("content-range")).toBe("bytes 1000-1999/3000");
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(mp3.subarray(1000, 2000));
  });

  test("that is large and compressed supports ranges, with a verified checksum", async ({ app }) => {
    const large = Buffer.alloc(3_000_000, "0123456789abcdef");
    const bookId = await createTestBook(app, {}, { files: [["EPUB/large.mp3", large]] });
    const reader = await app.make.user();

    const part = await getEntry(app, reader, bookId, "EPUB/large.mp3", {
      headers: { Range: "bytes=2000001-2000010" },
    });
    const fullReply = await getEntry(app, reader, bookId, "EPUB/large.mp3");

    expect(Buffer.from(await part.arrayBuffer())).toEqual(large.subarray(2_000_001, 2_000_011));
    expect(Buffer.from(await fullReply.arrayBuffer()).equals(large)).toBe(true);
  });

  test("large enough for a worker thread is the same", async ({ app }) => {
    const long = `<p>A sentence. Another. </p>`.repeat(6000);
    const bookId = await createTestBook(app, {}, { chapters: [long, long.slice(0, 1000)] });

    const reply = await getEntry(app, await app.make.user(), bookId, "EPUB/c0.xhtml");

    expect((await reply.text()).match(/id="s0-\d+"/g)).toHaveLength(12_000);
  });

  test("of a standalone drawing is wrapped in a page", async ({ app }) => {
    const bookId = await createTestBook(
      app,
      {},
      {
        manifest: '<item id="s" href="s.svg" media-type="image/svg+xml"/>',
        spine: '<itemref idref="s"/>',
        files: [
          [
            "EPUB/s.svg",
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 8"><script>x()</script><text>Drawn</text></svg>',
          ],
        ],
      },
    );
    const reader = await app.make.user();

    const wrapped = await getEntry(app, reader, bookId, "EPUB/s.svg.xhtml");
    const bare = await getEntry(app, reader, bookId, "EPUB/s.svg");
    const opf = await (await getEntry(app, reader, bookId, "EPUB/package.opf")).text();

    expect(await wrapped.text()).toMatch(/content="width=6, height=8".*<body[^>]*><svg [^>]*><text>Drawn/);
    expect(bare.headers.get("content-type")).toContain("image/svg+xml");
    expect(await bare.text()).not.toContain("script");
    expect(opf).toContain('href="s.svg.xhtml" media-type="application/xhtml+xml"');
  });
});

describe("search in a book", () => {
  const surah = `<h1>سورة الإخلاص</h1><p>قُلۡ هُوَ ٱللَّهُ أَحَدٌ ﴿1﴾</p><p>ٱللَّهُ ٱلصَّمَدُ ﴿2﴾</p>`;

  test("finds a whole verse without vowel marks", async ({ app }) => {
    const bookId = await createTestBook(app, {}, { chapters: [surah] });
    const reader = await app.make.user();

    const { hits } = await app.as(reader)(readerContract.searchInBook, {
      params: { bookId },
      query: { search: "قل هو الله احد" },
    });

    expect(hits).toEqual([
      {
        spineIndex: 0,
        sentence: "s0-1",
        isExact: true,
        before: "",
        match: "قُلۡ هُوَ ٱللَّهُ أَحَدٌ",
        after: " ﴿1﴾",
        start: 0,
        end: 21,
      },
    ]);
  });

  test("finds everyday spelling in a verse", async ({ app }) => {
    const verse = "<p>وَأَقِيمُواْ ٱلصَّلَوٰةَ وَءَاتُواْ ٱلزَّكَوٰةَ</p>";
    const bookId = await createTestBook(app, {}, { chapters: [verse] });
    const reader = await app.make.user();
    const find = (search: string) =>
      app.as(reader)(readerContract.searchInBook, { params: { bookId }, query: { search } });

    for (const search of ["الصلاة", "الصلوة"]) {
      expect((await find(search)).hits).toMatchObject([{ match: "ٱلصَّلَوٰةَ" }]);
    }
    expect((await find("الزكاة")).hits).toMatchObject([{ match: "ٱلزَّكَوٰةَ" }]);
    expect((await find("الحياة")).hits).toEqual([]);
  });

  test.for([
    ["WORD1", 10],
    ["we sáy", 50],
    ["rd", 0],
    ["%", 0],
    ["_", 0],
  ] as const)("for %s", async ([search, documents], { app }) => {
    const bookId = await createTestBook(app);
    const reader = await app.make.user();

    const { hits } = await app.as(reader)(readerContract.searchInBook, {
      params: { bookId },
      query: { search },
    });

    expect(hits.length > 0).toBe(documents > 0);
    expect(hits.every(({ match }) => /^(word1|we say)$/.test(match))).toBe(true);
  });

  test("finds several words: the phrase first, then near ones, then far and neighbouring ones", async ({
    app,
  }) => {
    const far = `The lamp ${"burned on and on and ".repeat(4)}over the harbour.`;
    const chapters = [
      `<p>A harbour. No lamp here.</p><p>${far}</p><p>A lamp of the old harbour.</p>`,
      "<p>The harbour lamp is lit. A harbour alone.</p>",
    ];
    const bookId = await createTestBook(app, {}, { chapters });
    const reader = await app.make.user();
    const find = async (search: string) => {
      const { hits, shownFor } = await app.as(reader)(readerContract.searchInBook, {
        params: { bookId },
        query: { search },
      });
      return { found: hits.map(({ sentence, match }) => [sentence, match]), shownFor };
    };

    const hits = [
      ["s1-0", "harbour lamp"],
      ["s0-3", "lamp of the old harbour"],
      ["s0-2", far.slice(4, -1)],
      ["s0-0", "harbour"],
    ];
    expect(await find("harbour lamp")).toEqual({ found: hits, shownFor: null });
    expect((await find("lamp harbour")).found).toEqual([hits[1], hits[0], hits[2], hits[3]]);
    expect((await find("the lit")).found).toEqual([["s1-0", "lit"]]);
    expect(await find("harbuor lit")).toEqual({
      found: [["s1-0", "harbour lamp is lit"]],
      shownFor: "harbour lit",
    });
    expect(await find("old lit")).toEqual({ found: [["s0-3", "old"]], shownFor: "old" });
    expect(await find("zzzzzz")).toEqual({ found: [], shownFor: null });
  });

  test("finds several Arabic words, also in Uthmani spelling and without the article", async ({ app }) => {
    const chapters = ["<p>قَرَأَ الوَلَدُ في الكِتَابِ. سكت الولد.</p>", "<p>ٱللَّهُ لَآ إِلَٰهَ إِلَّا هُوَ ٱلۡحَيُّ ٱلۡقَيُّومُ</p>"];
    const bookId = await createTestBook(app, {}, { chapters });
    const reader = await app.make.user();
    const find = async (search: string) =>
      (await app.as(reader)(readerContract.searchInBook, { params: { bookId }, query: { search } })).hits.map(
        ({ match }) => match,
      );

    expect(await find("كتاب ولد")).toEqual(["وَلَدُ في الكِتَابِ"]);
    expect(await find("القيوم اله")).toEqual(["إِلَٰهَ إِلَّا هُوَ ٱلۡحَيُّ ٱلۡقَيُّومُ"]);
  });

  test("is capped at three hundred hits", async ({ app }) => {
    const bookId = await createTestBook(app, {}, { chapters: ["<p>Fig.</p>".repeat(350)] });
    const reader = await app.make.user();

    const { hits, isCapped } = await app.as(reader)(readerContract.searchInBook, {
      params: { bookId },
      query: { search: "fig" },
    });

    expect([hits.length, isCapped]).toEqual([300, true]);
  });

  test("is limited to the sample for guests", async ({ app }) => {
    const bookId = await createTestBook(app);
    const find = (search: string) =>
      app.as(null)(readerContract.searchInBook, { params: { bookId }, query: { search } });

    expect((await find("in 0 we say")).hits.length).toBeGreaterThan(0);
    for (const search of ["in 1 we say", "in 9 we say", "say 1"]) {
      const { hits, shownFor } = await find(search);
      expect(hits.every(({ spineIndex }) => spineIndex === 0)).toBe(true);
      expect(shownFor).not.toMatch(/[19]/);
    }
  });

  test("in a draft is not found", async ({ app }) => {
    const bookId = await createTestBook(app, { state: "draft" });
    const requested = app.as(null)(readerContract.searchInBook, {
      params: { bookId },
      query: { search: "word" },
    });

    expect(await getStatus(requested)).toBe(404);
  });
});

describe("the sync map", () => {
  test("contains readable sentences only", async ({ app }) => {
    const bookId = await createTestBook(app);
    const toSentenceId = (text: string) => SentenceId.parse(text);
    await app.db.insert(syncMaps).values([
      {
        bookId,
        chapterNumber: 1,
        version: "v1",
        source: "aligned",
        sentences: [[toSentenceId("s0-0"), 0, 1, 1]],
      },
      {
        bookId,
        chapterNumber: 2,
        version: "v1",
        source: "aligned",
        sentences: [[toSentenceId("s1-0"), 0, 1, 0.9]],
      },
    ]);
    const listChaptersFor = async (user: User | null) =>
      (await app.as(user)(readerContract.getSyncMap, { params: { bookId } })).chapters.map(
        (each) => each.chapterNumber,
      );

    expect(await listChaptersFor(await app.make.user())).toEqual([1, 2]);
    expect(await listChaptersFor(null)).toEqual([1]);
  });

  test("of a coming-soon book is for its author and staff", async ({ app }) => {
    const owner = await app.make.user();
    const bookId = await createTestBook(app, { state: "scheduled", ownerId: owner.id });
    const sendRequest = (user: User | null) =>
      getStatus(app.as(user)(readerContract.getSyncMap, { params: { bookId } }));

    expect(await sendRequest(null)).toBe(404);
    expect(await sendRequest(await app.make.user({ isSupporter: true }))).toBe(404);
    expect(await sendRequest(owner)).toBe(200);
    expect(await sendRequest(await app.make.user({ isEmployee: true }))).toBe(200);
  });

  test("is empty without alignment", async ({ app }) => {
    const bookId = await createTestBook(app);

    expect((await app.as(null)(readerContract.getSyncMap, { params: { bookId } })).chapters).toEqual([]);
  });
});

describe("reader settings", () => {
  test("are validated", async ({ app }) => {
    const user = await app.make.user();
    const reader = app.as(user);
    const bookId = await createTestBook(app);
    const speech = {
      rate: 1.25,
      gap: null,
      pausesAtVerses: true,
      follows: false,
      voices: { en: "Emma", ar: "Amina" },
    };

    await reader(readerContract.saveReaderSettings, {
      params: { bookId },
      body: { everywhere: { fontSize: 20, speech } },
    });

    expect((await reader(readerContract.getReaderSettings, { params: { bookId } })).everywhere).toEqual({
      fontSize: 20,
      speech,
    });
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`l${n}`, "voice"]));
    const invalidSettings = [
      { rate: 3.5 },
      { gap: 31 },
      { voices: { en: "x".repeat(201) } },
      { voices: many },
    ];
    const statuses = invalidSettings.map(async (rejected) => {
      const { status } = await app.fetch(`/api/books/${bookId}/reader-settings`, {
        as: user,
        method: "PUT",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ everywhere: { speech: rejected } }),
      });
      return status;
    });
    expect(await Promise.all(statuses)).toEqual(invalidSettings.map(() => 400));
  });

  test("are stored, with overrides per book", async ({ app }) => {
    const [one, other] = [await createTestBook(app), await createTestBook(app)];
    const reader = app.as(await app.make.user());

    await reader(readerContract.saveReaderSettings, {
      params: { bookId: one },
      body: { everywhere: { fontSize: 20, theme: "sepia" }, inThisBook: { fontSize: 26 } },
    });
    await reader(readerContract.saveReaderSettings, {
      params: { bookId: one },
      body: { inThisBook: { margin: 5 } },
    });

    expect(await reader(readerContract.getReaderSettings, { params: { bookId: one } })).toEqual({
      everywhere: { fontSize: 20, theme: "sepia" },
      inThisBook: { margin: 5 },
    });
    expect(await reader(readerContract.getReaderSettings, { params: { bookId: other } })).toEqual({
      everywhere: { fontSize: 20, theme: "sepia" },
      inThisBook: {},
    });
  });

  test("are stored for all books without a book id", async ({ app }) => {
    const bookId = await createTestBook(app);
    const user = await app.make.user();
    const reader = app.as(user);
    expect(await reader(readerContract.getReadingDefaults, {})).toEqual({});

    await reader(readerContract.saveReadingDefaults, { body: { flow: "scrolled", fontSize: 24 } });

    expect(await reader(readerContract.getReadingDefaults, {})).toEqual({ flow: "scrolled", fontSize: 24 });
    expect(await reader(readerContract.getReaderSettings, { params: { bookId } })).toMatchObject({
      everywhere: { flow: "scrolled", fontSize: 24 },
    });
    expect(await app.as(await app.make.user())(readerContract.getReadingDefaults, {})).toEqual({});
    await expect(app.as(null)(readerContract.getReadingDefaults, {})).rejects.toMatchObject({ status: 401 });
  });

  test("are private and require a session", async ({ app }) => {
    const bookId = await createTestBook(app);
    await app.as(await app.make.user())(readerContract.saveReaderSettings, {
      params: { bookId },
      body: { everywhere: { fontSize: 30 } },
    });
    const other = app.as(await app.make.user());

    expect((await other(readerContract.getReaderSettings, { params: { bookId } })).everywhere).toEqual({});
    expect(await getStatus(app.as(null)(readerContract.getReaderSettings, { params: { bookId } }))).toBe(401);
    expect(await getStatus(other(readerContract.getReaderSettings, { params: { bookId: noBook } }))).toBe(
      404,
    );
  });
});

describe("Qur'an passages of a document", () => {
  const verse = "<p>One.</p><p>ثم قال الحمد لله رب العالمين ومضى.</p>";
  const getQuranPath = (bookId: BookId, spineIndex: number) =>
    `/api/books/${bookId}/ebook/quran/${spineIndex}`;

  test("are listed per sentence, cached with an ETag", async ({ app }) => {
    const bookId = await createTestBook(app, {}, { chapters: [verse] });
    const reader = await app.make.user();
    const sendRequest = () =>
      app.as(reader)(readerContract.getQuranPassages, { params: { bookId, spineIndex: 0 } });

    const [first, again] = await Promise.all([sendRequest(), sendRequest()]);

    const sentence = { sentence: "s0-1", ranges: [[7, 28]], text: "الحمد لله رب العالمين", isWhole: false };
    expect(first).toEqual({ spineIndex: 0, isCompared: true, sentences: [sentence] });
    expect(again).toEqual(first);
    await app.services.storage.remove((await findEbookFile(app.db, bookId))?.storageKey ?? "");
    expect(await sendRequest()).toEqual(first);
    const fullReply = await app.fetch(getQuranPath(bookId, 0), { as: reader });
    const etag = fullReply.headers.get("etag") ?? "";
    const known = await app.fetch(getQuranPath(bookId, 0), {
      as: reader,
      headers: { "If-None-Match": etag },
    });
    expect([known.status, await known.text()]).toEqual([304, ""]);
  });

  test("require read access", async ({ app }) => {
    const bookId = await createTestBook(app, {}, { chapters: [...chapters, verse] });
    const draft = await createTestBook(app, { state: "draft" }, { chapters: [verse] });
    const sendRequest = (user: User | null, of: BookId, spineIndex: number) =>
      getStatus(app.as(user)(readerContract.getQuranPassages, { params: { bookId: of, spineIndex } }));
    const reader = await app.make.user();

    expect(await sendRequest(null, bookId, 0)).toBe(200);
    expect(await sendRequest(null, bookId, 10)).toBe(401);
    expect(await sendRequest(reader, bookId, 10)).toBe(200);
    expect(await sendRequest(reader, bookId, 11)).toBe(404);
    expect(await sendRequest(reader, draft, 0)).toBe(404);
    expect(await sendRequest(reader, noBook, 0)).toBe(404);
  });
});
