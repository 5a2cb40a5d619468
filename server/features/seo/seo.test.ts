import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import express from "express";
import { describe, expect } from "vitest";
import { type Language, languages } from "#shared/api/language.ts";
import { routes } from "#shared/routes/route-table.ts";
import { bookRedirects, books } from "#server/db/schema/books/books.ts";
import { addSampleCommunity } from "#server/features/community/service.ts";
import { serveClient } from "#server/http/pages/static-files.ts";
import { setSecurityHeaders } from "#server/http/security/security-headers.ts";
import { projectRoot } from "#server/project-root.ts";
import type { Services } from "#server/services.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { noBook } from "#server/testing/factories.ts";
import { test as baseTest } from "#server/testing/test.ts";
import { describePage } from "./service.ts";

const template = `<!doctype html><html><head><meta name="application-name" content="Maktaba" /><meta name="description" content="All." /><title>Maktaba</title><script type="module" src="/assets/main-1.js"></script></head><body><div id="root"><div class="shell"><div class="shell-page"><p></p></div><footer class="shell-tabs"></footer></div></div></body></html>`;

/** The pages of the built client over the real database. */
const test = baseTest.extend<{ open: Open }>({
  open: [
    async ({ app }, use) => {
      await withServer(app.services, use);
    },
    { scope: "file" },
  ],
});

const manifest = {
  "boot.tsx": { file: "assets/boot-1.js", imports: ["_vendor.js"] },
  "_vendor.js": { file: "assets/vendor-1.js" },
  "pages/browse/browse-page.tsx": { file: "assets/browse-1.js" },
  "app/routing/lazy-routes.tsx": { file: "assets/lazy-1.js" },
  "lib/i18n/lazy-messages.ts": { file: "assets/words-1.js" },
  "../shared/locales/ar/shell.json": { file: "assets/ar-shell-1.js" },
  "../shared/locales/en/shell.json": { file: "assets/en-shell-1.js" },
};

type Open = (url: string, headers?: Record<string, string>) => Promise<Response>;

async function withServer(
  { settings: defaults, ...others }: Services,
  use: (open: Open) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "maktaba-client-"));
  writeFileSync(path.join(folder, "index.html"), template);
  mkdirSync(path.join(folder, ".vite"));
  writeFileSync(path.join(folder, ".vite", "manifest.json"), JSON.stringify(manifest));
  const settings = { ...defaults, origins: ["https://books.example.org"] as const };
  const services = { ...others, settings };
  const getHead = (url: string, language: Language) => describePage(services, url, language);
  const server = createServer(
    express()
      .use(setSecurityHeaders(settings))
      .use(serveClient(settings, folder, getHead)),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await use((url, headers = {}) => fetch(`http://127.0.0.1:${port}${url}`, { redirect: "manual", headers }));
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}

const parseJsonLd = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "null");
const findMeta = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

describe("the page head in the user's language", () => {
  const inArabic = { cookie: "language=ar" };

  test("of public screens", async ({ open }) => {
    const html = await (await open("/browse", inArabic)).text();

    expect(html).toContain("<title>جميع الكتب · ");
    expect(findMeta(html, "description")).toContain("تصفح المكتبة كلها");
    expect(html).toMatch(/<noscript><main><h1 lang="ar" dir="rtl">جميع الكتب</);
    expect(await (await open("/browse")).text()).toContain("<title>All Books · ");
  });

  test("of unknown pages", async ({ open }) => {
    const reply = await open("/nowhere", inArabic);

    expect(reply.status).toBe(404);
    expect(await reply.text()).toContain("<title>404 الصفحة غير موجودة · ");
  });

  test("of genres with translations", async ({ app, open }) => {
    await createPublishedBook(app.services, {
      title: "Letters from the Road",
      genres: ["Travel", "Seafaring"],
    });

    const travel = await (await open("/genre/Travel", inArabic)).text();
    const seafaring = await (await open("/genre/Seafaring", inArabic)).text();

    expect(travel).toContain("<title>الرحلات · ");
    expect(findMeta(travel, "description")).toBe("كتب إلكترونية وصوتية في تصنيف «الرحلات».");
    expect(seafaring).toContain("<title>Seafaring · ");
    expect(await (await open("/genre/Travel")).text()).toContain("<title>Travel · ");
  });

  test("keeps book texts in their own language", async ({ app, open }) => {
    const { id } = await createPublishedBook(app.services, {
      title: "Letters from the Road",
      description: "A pilgrim writes home.",
      coverHash: "0123456789abcdef",
    });
    const html = await (await open(`/book/${id}`, inArabic)).text();

    expect(findMeta(html, "description")).toBe("A pilgrim writes home.");
    expect(findMeta(html, "og:image:alt")).toBe("غلاف «Letters from the Road»");
  });
});

describe("the head of a book page", () => {
  test("describes the book for people and machines", async ({ app, open }) => {
    const { id } = await createPublishedBook(app.services, {
      title: "Letters from the Road",
      authors: ["Maryam Idris"],
      genres: ["Travel"],
      description: "A pilgrim writes home.\n\nFour letters.",
      hasEbook: true,
      hasAudiobook: true,
      duration: 3725,
      coverHash: "0123456789abcdef",
      averageRating: 4.25,
      ratingCount: 2,
      licence: "CC BY 4.0",
    });

    const reply = await open(`/book/${id}`);
    const html = await reply.text();

    expect(reply.status).toBe(200);
    expect(reply.headers.get("cache-control")).toBe("no-cache");
    expect(reply.headers.get("set-cookie")).toBeNull();
    expect(html).toContain("<title>Letters from the Road · Maktaba</title>");
    expect(findMeta(html, "description")).toBe("A pilgrim writes home. Four letters.");
    expect(html).toContain(`<link rel="canonical" href="https://books.example.org/book/${id}">`);
    expect(findMeta(html, "og:image")).toBe(
      `https://books.example.org/covers/${id}/0123456789abcdef-640.webp`,
    );
    expect(findMeta(html, "robots")).toBeUndefined();
    expect(parseJsonLd(html)).toMatchObject({
      "@type": ["Book", "Audiobook"],
      name: "Letters from the Road",
      inLanguage: "en",
      author: [{ "@type": "Person", name: "Maryam Idris" }],
      duration: "PT1H2M5S",
      genre: ["Travel"],
      aggregateRating: { ratingValue: 4.3, ratingCount: 2 },
    });
    expect(parseJsonLd(html)).not.toHaveProperty("license");
    expect(html).toMatch(/<noscript><main><h1 lang="en" dir="ltr">Letters from the Road<\/h1>/);
  });

  test("preloads what the screen requests", async ({ app, open }) => {
    const { id } = await createPublishedBook(app.services, { title: "Quick", coverHash: "0123456789abcdef" });

    const html = await (await open(`/book/${id}`)).text();

    expect(html).toContain(`as="fetch" crossorigin="use-credentials" href="/api/books/${id}"`);
    expect(html).toContain(`fetchpriority="high" srcset="/covers/${id}/0123456789abcdef-160.webp 160w`);
  });

  test("claims no rating for unrated books", async ({ app, open }) => {
    const { id } = await createPublishedBook(app.services, { title: "Unrated" });

    expect(parseJsonLd(await (await open(`/book/${id}`)).text())).not.toHaveProperty("aggregateRating");
  });

  test("contains the ISBN", async ({ app, open }) => {
    const findIsbn = async (isbns: string[]) => {
      const { id } = await createPublishedBook(app.services, { title: "Numbered", isbns });
      return parseJsonLd(await (await open(`/book/${id}`)).text()).isbn;
    };

    expect(await findIsbn(["9780306406157", "9780804429573"])).toBe("9780306406157");
    expect(await findIsbn([])).toBeUndefined();
  });

  test("escapes titles", async ({ app, open }) => {
    const title = `</script><script>alert(1)</script>"'&\u2028 \u202eevil`;
    const { id } = await createPublishedBook(app.services, {
      title,
      description: title,
      coverHash: "0123456789abcdef",
    });

    const html = await (await open(`/book/${id}`)).text();

    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("\u202e</title>");
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(parseJsonLd(html).name).toBe(title);
    expect(findMeta(html, "og:title")).toContain("&#60;/script&#62;");
  });

  test.for(["draft", "in-review", "hidden", "rejected"] as const)(
    "of a %s book is that of no book",
    async (state, { app, open }) => {
      const { id } = await createPublishedBook(app.services, { title: "SECRET", state });

      const reply = await open(`/book/${id}`);
      const html = await reply.text();

      expect(reply.status).toBe(404);
      expect(html).not.toContain("SECRET");
      expect(html).toBe(await (await open(`/book/${noBook}`)).text());
      expect(findMeta(html, "robots")).toBe("noindex");
    },
  );

  test("changes only with its content", async ({ app, open }) => {
    const { id } = await createPublishedBook(app.services, { title: "Kept" });
    const getEtag = async () => (await open(`/book/${id}`)).headers.get("etag");
    const first = await getEtag();

    expect(await getEtag()).toBe(first);
    await app.db.update(books).set({ title: "Changed" }).where(eq(books.id, id));
    expect(await getEtag()).not.toBe(first);
  });
});

describe("an old id", () => {
  test.for([
    ["42", "42"],
    ["abc x", "abc%20x"],
    ["كتاب", encodeURIComponent("كتاب")],
  ])("such as %s redirects permanently", async ([oldId, written], { app, open }) => {
    const { id: bookId } = await createPublishedBook(app.services, { title: "New locator" });
    await app.db.insert(bookRedirects).values({ oldId: oldId ?? "", bookId });

    const reply = await open(`/book/${written}?preview=basic`);

    expect([reply.status, reply.headers.get("location")]).toEqual([301, `/book/${bookId}?preview=basic`]);
  });

  test("reveals nothing of a hidden book", async ({ app, open }) => {
    const { id: bookId } = await createPublishedBook(app.services, { title: "SECRET", state: "draft" });
    await app.db.insert(bookRedirects).values({ oldId: "to-a-draft", bookId });

    const reply = await open("/book/to-a-draft");

    expect(reply.status).toBe(404);
    expect(reply.headers.has("location")).toBe(false);
  });

  test("uses the canonical form", async ({ app, open }) => {
    const { id } = await createPublishedBook(app.services, { title: "Same" });

    expect((await open(`/book/${id.toUpperCase()}`)).headers.get("location")).toBe(`/book/${id}`);
  });
});

describe("page status", () => {
  test.for([
    "/nowhere",
    "/book/%zz",
    "/genre/%00",
    "/book/nothing-like-an-id",
    `/author/${noBook}`,
    "/author/x",
    `/read/${noBook}`,
    `/ebook/${noBook}`,
    "/e-reader/x",
    `/seamless-reader/${noBook}`,
    `/book/${noBook}/sync`,
    `/challenges/${noBook}`,
    `/community/${noBook}`,
    `/community/${noBook}/discussions/${noBook}`,
  ])("of %s is a 404 that still opens the client", async (url, { open }) => {
    const reply = await open(url);

    expect(reply.status).toBe(404);
    expect(await reply.text()).toContain("/assets/main-1.js");
  });

  test("of a published book's reader is 200", async ({ app, open }) => {
    const { id } = await createPublishedBook(app.services, { title: "Known" });

    const reply = await open(`/read/${id}`);

    expect(reply.status).toBe(200);
    expect(await reply.text()).toContain(
      `<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/books/${id}/ebook">`,
    );
    const asGuest = { "Sec-Fetch-Dest": "document" };
    const preloadsPosition = async (headers: Record<string, string>) =>
      (await (await open(`/read/${id}`, headers)).text()).includes(`href="/api/positions/${id}"`);
    expect(await preloadsPosition(asGuest)).toBe(false);
    expect(await preloadsPosition({ ...asGuest, Cookie: "sid=abc" })).toBe(true);
  });

  test("of communities and discussions is 200 where they are public", async ({ app, open }) => {
    const { id: bookId } = await createPublishedBook(app.services, { title: "Discussed" });
    const authorId = (await app.make.user()).id;
    const communityId = await addSampleCommunity(app.services, {
      name: "Status readers",
      about: "",
      rules: "",
      language: "en",
      bookId,
      members: [authorId],
      discussions: [
        {
          title: "About the end",
          posts: [{ authorId, text: "Hi" }],
          anchor: { bookId, fraction: 0.9 },
        },
      ],
    });
    const { rows } = await app.db.execute<{ id: string }>(
      sql`select id from discussions where community_id = ${communityId}`,
    );
    const path = `/community/${communityId}`;
    const discussionPath = `${path}/discussions/${rows[0]?.id}`;
    expect((await open(path)).status).toBe(200);
    const anchored = await open(discussionPath);
    expect(anchored.status).toBe(200);
    expect(await anchored.text()).not.toContain("About the end");

    const membersDiscussionId = (
      await app.db.execute<{ id: string }>(
        sql`insert into discussions (community_id, title, normalized_title, state, created_at, active_at)
          values (${communityId}, 'Before it opened', '', 'shown', now(), now()) returning id`,
      )
    ).rows[0]?.id;
    await app.db.execute(
      sql`insert into posts (discussion_id, number, state, source, content, normalized_text, created_at)
        values (${membersDiscussionId}, 0, 'shown', '', '[]', '', now())`,
    );
    const readTitles = async () => [
      (await (await open(path)).text()).includes("Before it opened"),
      (await open(`${path}/discussions/${membersDiscussionId}`)).status,
    ];
    expect(await readTitles()).toEqual([true, 200]);
    await app.db.execute(
      sql`update discussions set is_members_only = true where id = ${membersDiscussionId}`,
    );
    expect(await readTitles()).toEqual([false, 404]);

    await app.db.execute(sql`update communities set visibility = 'request' where id = ${communityId}`);
    const listed = await open(path);
    expect(listed.status).toBe(200);
    expect(await listed.text()).not.toContain("Status readers");
    await app.db.execute(sql`update communities set is_listed = false where id = ${communityId}`);

    for (const each of [path, discussionPath]) {
      const reply = await open(each);
      expect(reply.status).toBe(404);
      expect(await reply.text()).not.toContain("Status readers");
    }
  });

  test("of an author page lists their books", async ({ app, open }) => {
    const { id } = await createPublishedBook(app.services, { title: "By her", authors: ["Fatima al-Fihri"] });
    const book = await (await app.fetch(`/api/books/${id}`)).json();

    const html = await (await open(`/author/${book.contributors[0].id}`)).text();

    expect(html).toContain("<title>Fatima al-Fihri · Maktaba</title>");
    expect(html).toContain(`<a href="/book/${id}" dir="auto">By her</a>`);
    expect(parseJsonLd(html)["@type"]).toBe("Person");
  });

  test("of private screens is noindex", async ({ open }) => {
    const html = await (await open("/library")).text();

    expect(findMeta(html, "robots")).toBe("noindex");
    expect(html).not.toContain("canonical");
  });
});

describe("the sitemap", () => {
  test("lists public pages with their change dates", async ({ app }) => {
    const { id } = await createPublishedBook(app.services, { title: "Listed", authors: ["Somebody Listed"] });
    const { id: draft } = await createPublishedBook(app.services, {
      title: "Not",
      state: "draft",
      authors: ["No One"],
    });
    const communityId = await addSampleCommunity(app.services, {
      name: "Listed readers",
      about: "",
      rules: "",
      language: "en",
      bookId: null,
      members: [(await app.make.user()).id],
      discussions: [
        { title: "Listed discussion", posts: [{ authorId: (await app.make.user()).id, text: "Hi" }] },
        { title: "Members' discussion", posts: [{ authorId: (await app.make.user()).id, text: "Hi" }] },
      ],
    });
    const { rows } = await app.db.execute<{ id: string }>(
      sql`update discussions set is_members_only = true where title = 'Members'' discussion' returning id`,
    );
    const fetchText = async (url: string) => (await app.fetch(url)).text();

    const index = await fetchText("/sitemap.xml");
    const parts = Array.from(
      index.matchAll(/<loc>http:\/\/localhost(\/[^<]*)<\/loc>/g),
      ([, part = ""]) => part,
    );
    const all = (await Promise.all(parts.map(fetchText))).join("\n");

    expect(parts).toContain("/sitemap-pages.xml");
    expect(all).toMatch(
      new RegExp(`<loc>http://localhost/book/${id}</loc><lastmod>\\d{4}-\\d\\d-\\d\\d</lastmod>`),
    );
    expect(all).not.toContain(draft);
    expect(all).not.toContain(rows[0]?.id);
    expect(all).toContain(`<loc>http://localhost/community/${communityId}</loc>`);
    expect(all).toMatch(new RegExp(`<loc>http://localhost/community/${communityId}/discussions/[^<]+</loc>`));
    expect(all).toContain("<loc>http://localhost/browse</loc>");
    expect(all).not.toContain("/library");
    expect((await app.fetch(`/sitemap-books-ffffffff-ffff-4fff-bfff-ffffffffffff.xml`)).status).toBe(404);
    expect((await app.fetch(`/sitemap-nothing.xml`)).status).toBe(400);
  });

  test("is named in robots.txt, which excludes private pages", async ({ app }) => {
    const reply = await app.fetch("/robots.txt");
    const lines = (await reply.text()).split("\n");

    expect(reply.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(lines).toContain("Sitemap: http://localhost/sitemap.xml");
    expect(lines).toContain("Disallow: /library$");
    expect(lines).toContain("Disallow: /read/");
    expect(lines).toContain("Disallow: /book/*/sync");
  });

  test("excludes no public page", async ({ app }) => {
    const text = await (await app.fetch("/robots.txt")).text();
    const rules = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, rule = ""]) => getPattern(rule));
    const isDisallowed = (url: string) => rules.some((rule) => rule.test(url));
    const listRoutes = (audience: "public" | "private") =>
      Object.entries(routes)
        .filter(([, seenBy]) => seenBy === audience)
        .map(([url]) => url.replace(/:\w+/g, "7"));

    expect(listRoutes("public").filter(isDisallowed)).toEqual([]);
    expect(listRoutes("private").filter((url) => !isDisallowed(url))).toEqual([]);
  });
});

/** A rule of robots.txt as a pattern (RFC 9309, 2.2.3). */
const getPattern = (rule: string) =>
  new RegExp(`^${rule.replace(/[.+?^{}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}`);

describe("page requests", () => {
  const page = { "Sec-Fetch-Dest": "document" };
  const getVisitor = async (answer: Promise<Response>) => findMeta(await (await answer).text(), "visitor");

  test("without a session cookie are marked as guest, others not", async ({ open }) => {
    expect(await getVisitor(open("/", page))).toBe("guest");
    expect(await getVisitor(open("/browse", { ...page, Cookie: "language=ar; other=sid" }))).toBe("guest");
    expect(await getVisitor(open("/", { ...page, Cookie: "language=ar; sid=abc" }))).toBeUndefined();
  });

  test("for the cached shell are not marked", async ({ open }) => {
    const shell = await open("/shell.html", page);
    const html = await shell.text();

    expect(shell.status).toBe(200);
    expect(findMeta(html, "visitor")).toBeUndefined();
    expect(html).not.toMatch(/canonical|og:|rel="preload" as="fetch"|noscript/);
    expect(shell.headers.get("content-security-policy")).toContain("form-action 'none'");
    expect(shell.headers.get("cache-control")).toBe("no-cache");
    expect(shell.headers.get("x-robots-tag")).toBe("noindex");
  });

  test("that may be cached are not marked", async ({ open }) => {
    expect(await getVisitor(open("/"))).toBeUndefined();
    expect((await open("/", page)).headers.get("vary")).toMatch(/Cookie, Sec-Fetch-Dest/);
    expect((await open("/", page)).headers.get("etag")).not.toBe((await open("/")).headers.get("etag"));
  });
});

test.for(["en", "ar"])("the shell messages load with the app in %s only", async (language, { open }) => {
  const html = await (await open("/browse", { "Accept-Language": language })).text();

  expect(Array.from(html.matchAll(/\/assets\/(\w\w)-shell-1\.js/g), ([, found]) => found)).toEqual([
    language,
  ]);
});

describe("links to other screens", () => {
  const links = ["lazy", "words"].map(
    (name) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/${name}-1.js">`,
  );

  test.for(["/settings", "/privacy-policy", "/admin/", "/nowhere"])("is in %s", async (path, { open }) => {
    const html = await (await open(path)).text();

    for (const link of links) expect(html.split(link)).toHaveLength(2);
  });

  test.for(["/", "/browse?search=a", "/Library/", "/read/1"])("is not in %s", async (path, { open }) => {
    const html = await (await open(path)).text();

    for (const link of links) expect(html).not.toContain(link);
  });
});

describe("page code", () => {
  const listLinks = (html: string) =>
    Array.from(
      html.matchAll(/rel="modulepreload"[^>]*href="\/assets\/(\w+)-1\.js"/g),
      ([, name]) => name,
    ).sort();

  test("is preloaded with its imports", async ({ open }) => {
    expect(listLinks(await (await open("/browse")).text())).toEqual(["boot", "browse", "vendor"]);
  });

  test("is not preloaded for rare entry pages", async ({ open }) => {
    expect(listLinks(await (await open("/library")).text())).toEqual(["boot", "vendor"]);
  });
});

describe("the static app shell", () => {
  test.for(["/", "/browse", "/settings", "/nowhere"])("is in %s", async (path, { open }) => {
    expect(await (await open(path)).text()).toContain('<div id="root"><div class="shell">');
  });

  const guest = { "Sec-Fetch-Dest": "document" };
  const findShell = async (reply: Promise<Response>) =>
    /<div class="shell-page.*?<footer/s.exec(await (await reply).text())?.[0] ?? "";

  test("has the heading, covers and a book's first paragraph", async ({ app, open }) => {
    const title = "<Inlined> & shown";
    const description = "Of <lamps>.\n\nAnd of oil.";
    const { id } = await createPublishedBook(app.services, {
      title,
      description,
      coverHash: "0123456789abcdef",
    });
    const book = await findShell(open(`/book/${id}`, guest));
    const list = await findShell(open("/browse", guest));

    for (const shell of [book, list]) expect(shell).toContain(`srcset="/covers/${id}/`);
    expect(book).toContain("&#60;Inlined&#62; &#38; shown</h1>");
    expect(book).toContain('<div dir="auto">Of &#60;lamps&#62;.</div>');
    expect(list).toContain(">All Books</h1>");
  });

  test("omits covers of hidden books", async ({ open }) => {
    const filtered = await findShell(open("/browse?genre=Travel", guest));

    expect(filtered).toContain(">All Books</h1>");
    expect(filtered).not.toContain("srcset");
  });

  test.for(languages)(
    "has the landing page's headline in %s, for guests only",
    async (language, { open }) => {
      const file = path.join(projectRoot, "shared", "locales", language, "landing.json");
      const headline = JSON.parse(readFileSync(file, "utf8"))["landing.headline"];
      const headers = { ...guest, "Accept-Language": language };

      expect(await findShell(open("/", headers))).toContain(`>${headline}</h1>`);
      expect(await findShell(open("/", { ...headers, Cookie: "sid=abc" }))).not.toContain("<h1");
    },
  );

  test("is omitted for full-screen pages", async ({ open }) => {
    expect(await (await open("/read/1")).text()).toContain('<div id="root"></div>');
  });
});

describe("the replies inlined into a page", () => {
  const page = { "Sec-Fetch-Dest": "document" };
  const reader = { ...page, Cookie: "sid=abc" };
  const parseReplies = (html: string): Record<string, unknown> | null =>
    JSON.parse(
      /<script type="application\/json" id="inlined-replies">(.*?)<\/script>/s.exec(html)?.[1] ?? "null",
    );

  test("are those of a guest's first screen, as the API sends them", async ({ app, open }) => {
    const { id } = await createPublishedBook(app.services, {
      title: "Inlined",
      coverHash: "0123456789abcdef",
    });
    const call = `/api/books/${id}`;

    const html = await (await open(`/book/${id}`, page)).text();

    expect(parseReplies(html)).toEqual({ [call]: await (await app.fetch(call)).json() });
    expect(html).toContain("<noscript>");
    expect(html).not.toContain('as="fetch"');
  });

  test.for([
    [
      "/",
      ["/api/site-texts/landing/en", "/api/books/latest?limit=6", "/api/books?limit=1", "/api/picked-shelf"],
    ],
    ["/privacy-policy", ["/api/site-texts/privacy/en"]],
    ["/browse", ["/api/books?limit=24"]],
  ] as const)("include the data of %s", async ([url, calls], { open }) => {
    const html = await (await open(url, page)).text();

    expect(Object.keys(parseReplies(html) ?? {})).toEqual(calls);
  });

  test("are absent for readers", async ({ app, open }) => {
    const { id } = await createPublishedBook(app.services, { title: "Anybody's" });
    for (const url of ["/", "/browse", `/book/${id}`]) {
      const html = await (await open(url, reader)).text();

      expect(parseReplies(html)).toBeNull();
      expect(html).toContain("<noscript>");
    }
  });

  test("cannot close their script element", async ({ app, open }) => {
    const title = "</script><script>alert(1)</script><!--\u2028";
    const { id } = await createPublishedBook(app.services, { title, description: title });

    const html = await (await open(`/book/${id}`, page)).text();

    expect(html).not.toContain("<script>alert");
    expect(parseReplies(html)).toMatchObject({ [`/api/books/${id}`]: { title, description: title } });
  });

  test.for(["draft", "in-review", "hidden", "rejected"] as const)(
    "are not of a %s book",
    async (state, { app, open }) => {
      const { id } = await createPublishedBook(app.services, { title: "SECRET", state });

      const html = await (await open(`/book/${id}`, page)).text();

      expect(html).not.toMatch(/SECRET/);
      expect(html).toBe(await (await open(`/book/${noBook}`, page)).text());
    },
  );

  test("contain no unpublished book", async ({ app, open }) => {
    await createPublishedBook(app.services, { title: "SECRET", state: "draft" });
    await createPublishedBook(app.services, { title: "In the open" });

    const html = await (await open("/browse", page)).text();

    expect(html).toContain("In the open");
    expect(html).not.toContain("SECRET");
  });

  test("grant no access to premium books", async ({ app, open }) => {
    const { id } = await createPublishedBook(app.services, {
      title: "For supporters",
      isFree: false,
      hasEbook: true,
    });

    const replies = parseReplies(await (await open(`/book/${id}`, page)).text());

    expect(replies).toMatchObject({
      [`/api/books/${id}`]: { access: { canDownload: false }, myEntry: null },
    });
  });

  test("are absent for other queries", async ({ open }) => {
    expect(parseReplies(await (await open("/browse?genre=Fiqh", page)).text())).toBeNull();
    expect(parseReplies(await (await open("/?from=a-link", page)).text())).not.toBeNull();
  });
});
