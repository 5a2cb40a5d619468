import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect } from "vitest";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { getOptimizedReaderCsp, renderOptimizedHtml } from "./html.ts";
import { openOptimizedReader } from "./service.ts";
import { findTypeface } from "./typeface.ts";

const fontUrl = "/assets/amiri-arabic-400-normal-AbC_1-2.woff2";

async function getPage(
  app: TestApp,
  language: string,
  { typeface = false, typefaceUrl = fontUrl as string | null, chapters = ["<p>وَٱلضُّحَىٰ</p>", "<p>وَٱلَّيْلِ</p>"] },
) {
  const metadata = `<dc:title>T</dc:title><dc:creator>C</dc:creator><dc:language>${language}</dc:language>`;
  const parts = { chapters, metadata };
  const bookId = await createEpubBook(app, { language }, parts);
  const visitor = {
    user: await app.make.user(),
    language: "en",
    userAgent: "",
    productName: "Maktaba",
    typefaceUrl,
  } as const;
  const requested = { bookId, chapter: 1, part: undefined, at: undefined };
  const response = await openOptimizedReader(app.services, visitor, {
    ...requested,
    pageOptions: { pictures: false, typeface },
  });
  if (!("view" in response)) throw new Error(`led to ${response.movedTo}`);
  return {
    html: renderOptimizedHtml(response.view),
    policy: getOptimizedReaderCsp(["http://here"], response.view.typeface),
  };
}

describe("the Arabic font of the optimized reader", () => {
  test("is offered for an Arabic book, and loads on request only", async ({ app }) => {
    const { html, policy } = await getPage(app, "ar", {});

    expect(html).toMatch(/<a href="[^"]*typeface=1[^"]*" dir="auto">Use the library&#39;s Arabic font<\/a>/);
    expect(html).not.toContain("woff2");
    expect(policy).not.toContain("font-src");
  });

  test("is loaded after a request, on further pages too", async ({ app }) => {
    const { html, policy } = await getPage(app, "ar", { typeface: true });

    expect(html).toContain(`src:url(${fontUrl})`);
    expect(html).toMatch(/<a href="[^"]*typeface=1[^"]*chapter=2"[^>]*>Next/);
    expect(html).toMatch(/<a href="(?![^"]*typeface=1)[^"]*" dir="auto">Use this device&#39;s font<\/a>/);
    expect(policy).toContain(`font-src http://here${fontUrl};`);
    expect(policy).toMatch(/style-src 'sha256-[^']+' 'sha256-[^']+';/);
  });

  test("is offered for Arabic passages in other books", async ({ app }) => {
    const chapters = ['<p>He said: <q id="a" xml:lang="ar-EG">وَٱلضُّحَىٰ</q>.</p>', "<p>Yes.</p>"];

    expect((await getPage(app, "en", { chapters })).html).toContain(">Use the library&#39;s Arabic font</a>");
    const { html, policy } = await getPage(app, "en", { chapters, typeface: true });
    expect(html).toContain(`src:url(${fontUrl})`);
    expect(html).toMatch(/<q [^>]*\blang="ar-EG"/);
    expect(policy).toContain(`font-src http://here${fontUrl};`);
  });

  test("is not offered for other books, or without the font", async ({ app }) => {
    for (const { html } of [
      await getPage(app, "en", { typeface: true }),
      await getPage(app, "ar", { typeface: true, typefaceUrl: null }),
    ]) {
      expect(html).not.toContain("woff2");
      expect(html).not.toContain("font</a>");
    }
  });

  test("is found by name in the client build", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "maktaba-typeface-"));
    try {
      expect(await findTypeface(path.join(folder, "nowhere"))).toBeNull();
      writeFileSync(path.join(folder, "amiri-arabic-700-normal-X.woff2"), "");
      expect(await findTypeface(folder)).toBeNull();
      writeFileSync(path.join(folder, path.basename(fontUrl)), "");
      expect(await findTypeface(folder)).toBe(fontUrl);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
