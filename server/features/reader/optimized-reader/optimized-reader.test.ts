import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { EventId, SentenceId } from "#shared/positions/position.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { getOptimizedReaderUrl } from "#shared/reader/optimized-reader.ts";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const makeSentences = (count: number, of: string) =>
  Array.from(
    { length: count },
    (_, n) => `<p>${of} ${n} says ${Math.sin(n + of.length)} and no more.</p>`,
  ).join("");

async function open(app: TestApp, user: User | null, url: string, headers: Record<string, string> = {}) {
  const reply = await app.fetch(url, { as: user, headers: { Accept: "text/html", ...headers } });
  return { reply, status: reply.status, html: await reply.text(), to: reply.headers.get("location") };
}

function fetchRawBytes(url: string, cookie?: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { "Accept-Encoding": "gzip", ...(cookie && { Cookie: cookie }) } }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("end", () => resolve(Buffer.concat(chunks)));
    })
      .on("error", reject)
      .end();
  });
}

const listIds = (html: string) => [...html.matchAll(/id="(s\d+-\d+)"/g)].map(([, id]) => id);

const getMainText = (html: string) =>
  (/<main><div[^>]*>(.*?)<\/div>(?:<p class="n">|<\/main>)/s.exec(html)?.[1] ?? "")
    .replaceAll("<br>", " ")
    .replaceAll(/<[^>]+>/g, "");

describe("the optimized reader", () => {
  test("shows a chapter with the app's sentences and no further resources", async ({ app }) => {
    const styled = `<h1 class="big">One</h1><p style="color:red">First <em id="a">here</em>. Second.</p><script>window.__pwned=1</script>`;
    const bookId = await createEpubBook(app, {}, { chapters: [styled, makeSentences(3, "Two")] });
    const reader = await app.make.user();
    const { version } = await app.as(reader)(readerContract.getEbook, { params: { bookId } });

    const { html, reply } = await open(app, reader, `${getOptimizedReaderUrl(bookId)}&chapter=1`);
    const entry = await app.fetch(`/api/books/${bookId}/ebook/${version}/entries/EPUB/c0.xhtml`, {
      as: reader,
    });

    expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(html).toContain('<p><span id="s0-1">First </span><em id="a"><span data-s="s0-1">here</span></em>');
    expect(listIds(html)).toEqual(listIds(await entry.text()));
    expect(html).not.toMatch(/__pwned|class="big"|style="|<link rel="style|src=/);
    expect(reply.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^ ]+'; script-src 'sha256-[^ ]+'; /,
    );
  });

  test("sends at most 30 kB of a first chapter", async ({ app }) => {
    const bookId = await createEpubBook(
      app,
      {},
      { chapters: [makeSentences(4000, "Long"), "<p>Short.</p>"] },
    );
    const reader = await app.make.user();
    const visited: string[] = [];

    for (let part = 1; part < 40; part++) {
      const url = `${app.baseUrl}${getOptimizedReaderUrl(bookId)}&chapter=1&part=${part}`;
      const bytes = await fetchRawBytes(url, await createSessionCookie(app.services, reader));
      const html = gunzipSync(bytes).toString();
      expect(bytes.length).toBeLessThanOrEqual(30_000);
      visited.push(...listIds(html).map(String));
      if (!html.includes(`part=${part + 1}"`)) break;
    }

    expect(visited).toEqual(Array.from({ length: 4000 }, (_, n) => `s0-${n}`));
  });

  test("splits an endless paragraph, with an anchor per position", async ({ app }) => {
    const makeWords = (count: number) => Array.from({ length: count }, (_, n) => `w${Math.sin(n)}`);
    const sentences = makeWords(12_000).map((word, n) =>
      n % 12 === 11 ? `${word}.` : word.replace("w", "W"),
    );
    const lines = makeWords(12_000);
    // Random characters of three thousand, which hardly compress.
    const signs = makeWords(12_000).map((_, n) =>
      String.fromCodePoint(
        ...[1, 2, 3].map((m) => 0x4e00 + (Math.floor(Math.abs(Math.sin(n * 3 + m)) * 1e6) % 3000)),
      ),
    );
    const chapters = [
      `<p>${sentences.join(" ")}</p>`,
      `<div><i>${lines.join("<br/>")}</i></div>`,
      `<p>${lines.join(" ")}</p>`,
      `<p>${signs.join(" ")}</p>`,
    ];
    const bookId = await createEpubBook(app, {}, { chapters });
    const cookie = await createSessionCookie(app.services, await app.make.user());

    for (let chapter = 1; chapter <= chapters.length; chapter++) {
      const read: string[] = [];
      for (let part = 1; part < 40; part++) {
        const url = `${app.baseUrl}${getOptimizedReaderUrl(bookId)}&chapter=${chapter}&part=${part}`;
        const bytes = await fetchRawBytes(url, cookie);
        const html = gunzipSync(bytes).toString();
        expect(bytes.length).toBeLessThanOrEqual(30_000);
        expect(listIds(html).length).toBeGreaterThan(0);
        read.push(getMainText(html));
        if (!html.includes(`part=${part + 1}"`)) break;
      }
      expect(read.length).toBeGreaterThan(3);
      expect(read.join(" ").split(/\s+/)).toEqual([sentences, lines, lines, signs][chapter - 1]);
    }
  });

  test("links to the last position and the last book", async ({ app }) => {
    const bookId = await createEpubBook(
      app,
      {},
      { chapters: [makeSentences(5, "One"), makeSentences(5, "Two")] },
    );
    const reader = await app.make.user();
    const start = await open(app, reader, getOptimizedReaderUrl(bookId));
    const event = {
      id: EventId.parse(randomUUID()),
      bookId,
      locator: { sentence: SentenceId.parse("s1-3"), fraction: 0.8 },
      at: app.services.clock(),
      device: "Phone",
      isDeliberate: true,
    };
    await app.as(reader)(positionsContract.savePositions, { body: { events: [event] } });

    expect(start.to).toBe(`${getOptimizedReaderUrl(bookId)}&chapter=1`);
    expect((await open(app, reader, "/optimized-reader")).to).toBe(getOptimizedReaderUrl(bookId));
    const { to } = await open(app, reader, getOptimizedReaderUrl(bookId));
    expect(to).toBe(`${getOptimizedReaderUrl(bookId)}&chapter=2&at=s1-3#s1-3`);
    expect((await open(app, reader, to ?? "")).html).toContain('id="s1-3"');
  });

  test("finds the part of a long chapter for a position", async ({ app }) => {
    const bookId = await createEpubBook(app, {}, { chapters: [makeSentences(3000, "Long")] });
    const reader = await app.make.user();

    const { to } = await open(app, reader, `${getOptimizedReaderUrl(bookId)}&chapter=1&at=s0-2999`);

    expect(to).toMatch(/&part=\d+#s0-2999$/);
    expect((await open(app, reader, to ?? "")).html).toContain('id="s0-2999"');
  });

  test("shows images on request, and their description before", async ({ app }) => {
    const png = Buffer.from("89504e470d0a1a0a", "hex");
    const chapters = [
      `<p>Look:</p><img src="img/a.png" alt="A &quot;lamp&quot;"/><p>And <a href="c1.xhtml#x">there</a>.</p>`,
      "<p id='x'>X.</p>",
    ];
    const bookId = await createEpubBook(app, {}, { chapters, files: [["EPUB/img/a.png", png]] });
    const reader = await app.make.user();
    const at = `${getOptimizedReaderUrl(bookId)}&chapter=1`;

    const plain = (await open(app, reader, at)).html;
    const htmlWithPictures = (await open(app, reader, `${at}&pictures=1`)).html;

    expect(plain).not.toContain("<img");
    expect(plain).toContain("Picture: A &quot;lamp&quot;</span>");
    expect(plain).toContain(`href="${getOptimizedReaderUrl(bookId)}&amp;chapter=2&amp;at=x#x"`);
    const [, source = ""] = /<img src="([^"]+)"/.exec(htmlWithPictures) ?? [];
    expect((await app.fetch(source, { as: reader })).status).toBe(200);
    expect(htmlWithPictures).toContain("pictures=1&amp;chapter=2");
  });

  test("shows drawings on request, with their text", async ({ app }) => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 6 8" aria-label="A star"><style>path{fill:red}</style><path d="M0 0h6"/><image width="6" height="8" xlink:href="img/a.png"/></svg>';
    const png = Buffer.from("89504e470d0a1a0a", "hex");
    const parts = {
      chapters: [`<p>Look:</p>${drawing}<p>Seen.</p>`],
      files: [["EPUB/img/a.png", png]] as const,
    };
    const bookId = await createEpubBook(app, {}, parts);
    const reader = await app.make.user();
    const at = `${getOptimizedReaderUrl(bookId)}&chapter=1`;

    const plain = (await open(app, reader, at)).html;
    const htmlWithPictures = (await open(app, reader, `${at}&pictures=1`)).html;

    expect(plain).toContain("Picture: A star</span>");
    expect(plain).not.toMatch(/<svg|<image/);
    expect(htmlWithPictures).toMatch(
      /<svg viewBox="0 0 6 8"[^>]*><path d="M0 0h6"><\/path><image [^>]*href="\/api\/books\/[^"]+img\/a\.png"/,
    );
    expect(htmlWithPictures).toContain("Seen.");
  });

  test("shows guests the sample and how to continue", async ({ app }) => {
    const bookId = await createEpubBook(
      app,
      {},
      { chapters: Array.from({ length: 10 }, (_, n) => makeSentences(100, `C${n}`)) },
    );

    const sample = await open(app, null, `${getOptimizedReaderUrl(bookId)}&chapter=1`);
    const past = await open(app, null, `${getOptimizedReaderUrl(bookId)}&chapter=5`);

    expect(sample.html).toContain("This is the end of the sample.");
    expect(sample.html).toContain('href="/auth?returnTo=');
    expect(past.to).toMatch(/^\/auth\?returnTo=%2Foptimized-reader/);
    expect(past.html).not.toContain("C4 0");
  });

  test("shows errors as a page in the user's language", async ({ app }) => {
    const parts = { chapters: Array.from({ length: 10 }, (_, n) => makeSentences(100, `C${n}`)) };
    const premium = await createEpubBook(app, { isFree: false }, parts);
    const draft = await createEpubBook(app, { state: "draft" }, parts);
    const reader = await app.make.user();
    const sendRequest = (bookId: string, language = "en") =>
      open(app, reader, `${getOptimizedReaderUrl(bookId)}&chapter=9`, {
        Cookie: "",
        "Accept-Language": language,
      });

    expect(await sendRequest(premium)).toMatchObject({
      status: 403,
      html: expect.stringContaining("is for supporters"),
    });
    expect(await sendRequest(premium, "ar")).toMatchObject({
      html: expect.stringContaining('<html lang="ar" dir="rtl">'),
    });
    expect(await sendRequest(draft)).toMatchObject({
      status: 404,
      html: expect.stringContaining("This book was not found"),
    });
    expect(await sendRequest("nonsense")).toMatchObject({ status: 404 });
    expect(await sendRequest(`${premium}&bookId=${premium}`)).toMatchObject({
      status: 404,
      html: expect.stringContaining("This book was not found"),
    });
    expect((await open(app, null, "/optimized-reader")).html).toContain("Choose a book");
    const jsonReply = await app.fetch(`${getOptimizedReaderUrl(draft)}&chapter=1`, { as: reader });
    expect([jsonReply.status, await jsonReply.json()]).toMatchObject([404, { code: "not_found" }]);
  });

  test("ignores repeated parameters, and may record time", async ({ app }) => {
    const bookId = await createEpubBook(app, {}, { chapters: [makeSentences(2, "One")] });
    const reader = await app.make.user();

    const { status, html, reply } = await open(
      app,
      reader,
      `${getOptimizedReaderUrl(bookId)}&chapter=1&part=1&part=2&at=a&at=b`,
    );

    expect(status).toBe(200);
    expect(html).toContain(`data-user="${reader.id}"`);
    expect(html).toContain("data-last");
    expect(reply.headers.get("content-security-policy")).toMatch(
      /connect-src [^;]+\/api\/positions [^;]+\/api\/activity\/sessions;/,
    );
    expect((await open(app, null, `${getOptimizedReaderUrl(bookId)}&chapter=1`)).html).not.toMatch(
      /data-user|<script>/,
    );
  });

  test("has one title: of the chapter or the book", async ({ app }) => {
    const bookId = await createEpubBook(
      app,
      { title: "The Well" },
      { chapters: ["<h1>One</h1><p>A.</p>", "<p>B.</p>"] },
    );
    const getTitles = async (url: string) =>
      [...(await open(app, null, url)).html.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(([, title = ""]) =>
        title.replace(/<[^>]+>/g, ""),
      );

    expect(await getTitles(`${getOptimizedReaderUrl(bookId)}&chapter=1`)).toEqual(["One"]);
    const reader = await app.make.user();
    const { html } = await open(app, reader, `${getOptimizedReaderUrl(bookId)}&chapter=2`);
    expect(html.match(/<h1[^>]*>[^<]*<\/h1>/g)).toEqual(['<h1 class="t" dir="auto">The Well</h1>']);
    expect(await getTitles("/optimized-reader")).toEqual(["Text-only reader"]);
  });

  test("keeps Arabic unchanged, right to left", async ({ app }) => {
    const text = "بِسْمِ ٱللَّهِ ٱلرَّحْمَـٰنِ ٱلرَّحِيمِ ﴿١﴾";
    const metadata = "<dc:title>ك</dc:title><dc:creator>م</dc:creator><dc:language>ar</dc:language>";
    const bookId = await createEpubBook(
      app,
      { language: "ar", title: "ك" },
      { chapters: [`<p>${text}</p>`], metadata, spineAttributes: 'page-progression-direction="rtl"' },
    );

    const { html } = await open(app, await app.make.user(), `${getOptimizedReaderUrl(bookId)}&chapter=1`);

    expect(html).toContain('<main><div lang="ar" dir="rtl">');
    expect(html).toContain(text);
  });
});
