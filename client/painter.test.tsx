// @vitest-environment node
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { getAddress } from "#shared/api/http-client.ts";
import { languages } from "#shared/api/language.ts";
import { booksContract } from "#shared/books/contract.ts";
import { drawnByBrowser, type ShellFacts } from "#shared/routes/painting.ts";
import { findRoute, type RoutePath, routes } from "#shared/routes/route-table.ts";
import { createRenderer } from "./painter.tsx";
import { getId, makeBook, makeDetail } from "./testing/factories.ts";

const { paint } = await createRenderer();
const guest: ShellFacts = { language: "en", productName: "Maktaba", replies: {} };

const open = (Object.keys(routes) as RoutePath[])
  .filter((path) => findRoute(path)?.isPublic && !drawnByBrowser.has(path))
  .map((path) => path.replace(":id", getId(1)).replace(":name", "Fiqh"));

describe("the painter", () => {
  test.each(open.flatMap((path) => languages.map((language) => ({ path, language }))))(
    "draws $path in $language without a browser",
    async ({ path, language }) => {
      const { html } = await paint(path, { ...guest, language });

      // React's mark of a part that could not be drawn.
      expect(html).not.toContain("<!--$!-->");
      expect(html).toContain('<main id="content"');
    },
  );

  test("speaks the language it is told, whatever it spoke before", async () => {
    const [arabic, english] = await Promise.all([
      paint("/help-center", { ...guest, language: "ar" }),
      paint("/help-center", guest),
    ]);

    expect(arabic.html).toContain("تسجيل الدخول");
    expect(english.html).toContain("Sign In");
  });

  test("shows what came with the page, safely", async () => {
    const title = `<img src=x onerror=alert(1)> "&' \u2028`;
    const book = makeDetail(7, { title, description: title });
    const address = getAddress(booksContract.getBook, { params: { bookId: book.id } });
    const replies = { [address]: z.encode(booksContract.getBook.response, book) };

    const { html } = await paint(`/book/${book.id}`, { ...guest, replies });

    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt; &quot;&amp;&#x27;");
    expect(html).not.toContain("<img src=x");
  });

  test("names the first covers for the page's head", async () => {
    const coverImageUrl = `/covers/${getId(7)}/00aa-320.webp`;
    const book = makeBook(7, { coverImageUrl });
    const page = { books: [book], total: 1, isTotalCapped: false, nextCursor: null, searchedFor: null };
    const address = getAddress(booksContract.listBooks, { query: { limit: 24 } });

    const { html, links } = await paint("/browse", {
      ...guest,
      replies: { [address]: z.encode(booksContract.listBooks.response, page) },
    });

    expect(links).toContain("00aa-160.webp 160w");
    expect(html).toContain("00aa-320.webp");
    expect(html).not.toContain("<link");
  });
});
