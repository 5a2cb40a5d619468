import { getFeed, getOpenSearch, isOPDSCatalog } from "foliate-js/opds.js";
import { replace } from "foliate-js/uri-template.js";
import { JSDOM } from "jsdom";
import { expect } from "vitest";
import { libraryEntries } from "#server/db/schema/reading/library.ts";
import { basic, createCatalogue, createToken } from "#server/testing/opds/catalogue.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { DOMParser } = new JSDOM("", {}).window;
const parseXml = (text: string) => new DOMParser().parseFromString(text, "application/xml");

interface JsonLink {
  readonly rel?: string;
  readonly href: string;
  readonly type: string;
  readonly title: string;
}

interface JsonFeed {
  readonly links: readonly JsonLink[];
  readonly navigation: readonly JsonLink[];
  readonly publications: readonly {
    readonly metadata: { readonly title: string };
    readonly links: readonly JsonLink[];
    readonly images: readonly JsonLink[];
  }[];
}

/** A signed-in client that sends its credentials with the first request, as both apps do. */
async function connect(app: TestApp, shared: Readonly<Record<string, string>>) {
  const user = await app.make.user();
  const { free } = await createCatalogue(app);
  const now = new Date();
  const entry = {
    userId: user.id,
    bookId: free,
    status: "want-to-read" as const,
    addedAt: now,
    updatedAt: now,
  };
  await app.db.insert(libraryEntries).values(entry);
  const headers = { ...shared, ...basic(user, await createToken(app, user, ["read"])) };
  const request = async (method: "GET" | "HEAD", url: string) => {
    const reply = await app.fetch(url.replace("http://localhost", ""), { method, headers });
    expect([method, url, reply.status]).toEqual([method, url, 200]);
    return reply;
  };
  return { request };
}

/** plugins/opds.koplugin/opdsbrowser.lua: each feed is asked for with HEAD first, OPDS 2.0 preferred. */
test("KOReader finds a book in the library, shows its cover, and downloads it", async ({ app }) => {
  const { request } = await connect(app, { "Accept-Encoding": "identity", Accept: "application/opds+json" });
  const readFeed = async (url: string) => {
    await (await request("HEAD", url)).arrayBuffer();
    return (await (await request("GET", url)).json()) as JsonFeed;
  };

  const root = await readFeed("/opds/v2");
  const library = root.navigation.find(({ title }) => title === "My library");
  const shelf = await readFeed(library?.href ?? "");
  const book = shelf.publications[0];
  const cover = await request("GET", book?.images.find(({ rel }) => rel?.endsWith("/thumbnail"))?.href ?? "");
  const epub = book?.links.find(({ type }) => type === "application/epub+zip")?.href ?? "";
  const head = await request("HEAD", epub);
  const file = await request("GET", epub);

  expect(cover.headers.get("content-type")).toBe("image/webp");
  expect(head.headers.get("content-disposition")).toContain('filename="Free text.epub"');
  expect((await file.arrayBuffer()).byteLength).toBe(Number(head.headers.get("content-length")));
});

/** The search address loses its braces, and the word takes the place of `%s`. */
test("KOReader searches in both versions", async ({ app }) => {
  const { request } = await connect(app, { Accept: "application/opds+json" });
  const { links } = (await (await request("GET", "/opds/v2")).json()) as JsonFeed;
  const template = links.find(({ rel }) => rel === "search")?.href.replace(/\{.*\}/, "?query=%s") ?? "";
  const found = (await (await request("GET", template.replace("%s", "recording"))).json()) as JsonFeed;
  const titles = found.publications.map(({ metadata }) => metadata.title);
  const description = parseXml(await (await request("GET", "/opds/search.xml")).text());
  const atomTemplate = Array.from(description.querySelectorAll("Url"))
    .find((url) => url.getAttribute("type")?.includes("application/atom+xml"))
    ?.getAttribute("template");
  const atom = await request("GET", (atomTemplate ?? "").replace("{searchTerms}", "recording"));

  expect(titles).toEqual(expect.arrayContaining(["Free recording", "Premium recording"]));
  expect(getFeed(parseXml(await atom.text())).publications?.map(({ metadata }) => metadata.title)).toEqual(
    titles,
  );
});

/** src/app/opds/utils: Basic at once, the parser of foliate-js, covers and files with the same credentials. */
test("Readest opens the catalogue, a list, the next page, a search and a file", async ({ app }) => {
  const { request } = await connect(app, { Accept: "application/atom+xml, application/xml, text/xml, */*" });
  const readFeed = async (url: string) => getFeed(parseXml(await (await request("GET", url)).text()));

  const root = await readFeed("/opds");
  const newest = root.navigation?.find(({ rel = [] }) => rel.includes("http://opds-spec.org/sort/new"));
  const list = await readFeed(newest?.href ?? "");
  const search = root.links.find(({ rel = [] }) => rel.includes("search"));
  const openSearch = getOpenSearch(parseXml(await (await request("GET", search?.href ?? "")).text()));
  const url = openSearch.search(new Map([[null, new Map([["searchTerms", "free text"]])]]));
  const found = await readFeed(url);
  const book = found.publications?.find(({ metadata }) => metadata.title === "Free text");
  const file = book?.links.find(({ type }) => type === "application/epub+zip");
  const download = await request("GET", file?.href ?? "");

  expect(isOPDSCatalog(newest?.type ?? "")).toBe(true);
  expect(list.publications?.length).toBeGreaterThan(5);
  expect(list.facets.map(({ links }) => links.some(({ rel = [] }) => rel.includes("self")))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(file?.rel).toEqual(["http://opds-spec.org/acquisition/open-access"]);
  expect(download.headers.get("content-type")).toBe("application/epub+zip");
  for (const { href } of book?.images ?? []) await request("GET", href);

  const json = (await (await request("GET", "/opds/v2")).json()) as JsonFeed;
  const template = json.links.find(({ rel }) => rel === "search")?.href ?? "";
  const expanded = replace(template, new Map([["query", "free text"]]));
  expect(((await (await request("GET", expanded)).json()) as JsonFeed).publications[0]?.metadata.title).toBe(
    "Free text",
  );
});
