import { getFeed, getPublication } from "foliate-js/opds.js";
import { JSDOM } from "jsdom";
import OpdsParser, { type OPDSFeed } from "opds-feed-parser";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { followsContract } from "#shared/follows/contract.ts";
import { opdsMediaTypes } from "#shared/opds/contract.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { type ShelfVisibility, shelvesContract } from "#shared/shelves/contract.ts";
import { libraryEntries } from "#server/db/schema/reading/library.ts";
import { shelfBooks } from "#server/db/schema/reading/shelves.ts";
import { basic, createCatalogue, createToken } from "#server/testing/opds/catalogue.ts";
import { validate } from "#server/testing/opds/schemas.ts";
import { test as base } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const test = base.extend<{ ids: Awaited<ReturnType<typeof createCatalogue>> }>({
  ids: [async ({ app }, use) => use(await createCatalogue(app)), { scope: "file" }],
});

const toPath = (url: string) => url.replace(/^http:\/\/localhost(?=\/)/, "");

type Credentials = Readonly<Record<string, string>>;

const get = (app: TestApp, url: string, headers: Credentials = {}) => app.fetch(toPath(url), { headers });

const { DOMParser } = new JSDOM("", {}).window;

const parseXml = (text: string) => new DOMParser().parseFromString(text, "application/xml");

interface JsonLink {
  readonly rel?: string;
  readonly href: string;
  readonly type: string;
}

interface JsonFeed {
  readonly metadata: { readonly title: string; readonly numberOfItems?: number };
  readonly links: readonly JsonLink[];
  readonly navigation?: readonly JsonLink[];
  readonly facets?: readonly { readonly links: readonly JsonLink[] }[];
  readonly publications?: readonly {
    readonly metadata: { readonly title: string };
    readonly links: readonly JsonLink[];
    readonly images: readonly JsonLink[];
  }[];
}

const getJson = async (app: TestApp, url: string, headers?: Credentials) =>
  (await (await get(app, url, headers)).json()) as JsonFeed;

const isFeed = ({ type, href }: Pick<JsonLink, "href" | "type">) =>
  !href.includes("{") && (type.startsWith("application/atom+xml") || type === opdsMediaTypes.feed);

/** Reads a feed with the parsers of two clients, or by its schema, and returns the links to other feeds. */
async function readFeed(text: string, type: string): Promise<{ links: string[]; books: string[] }> {
  if (type === opdsMediaTypes.feed) {
    const feed = JSON.parse(text) as JsonFeed;
    expect(validate("feed", feed)).toEqual([]);
    const { links, navigation = [], publications = [] } = feed;
    return {
      links: [...links, ...navigation].filter(isFeed).map(({ href }) => href),
      books: publications.map(({ metadata }) => metadata.title),
    };
  }
  const document = parseXml(text);
  expect(document.querySelector("parsererror")).toBeNull();
  const { entries } = (await new OpdsParser().parse(text)) as OPDSFeed;
  const feed = getFeed(document);
  const titles = (feed.publications ?? []).map(({ metadata }) => metadata.title);
  expect(entries.map(({ title }) => title)).toEqual([
    ...(feed.navigation ?? []).map(({ title }) => title),
    ...titles,
  ]);
  const links = Array.from(document.querySelectorAll("feed > link:not([rel$=facet]), entry > link"))
    .map((link) => ({ href: link.getAttribute("href") ?? "", type: link.getAttribute("type") ?? "" }))
    .filter((link) => isFeed(link) && !link.type.includes("type=entry"));
  return { links: links.map(({ href }) => href), books: titles };
}

/** Follows every link from one feed to another, except facets, which are as many as their combinations. */
async function walk(app: TestApp, root: string, headers: Credentials = {}) {
  const [pages, books, refused] = [new Set([root]), new Set<string>(), new Set<string>()];
  for (const url of pages) {
    const reply = await get(app, url, headers);
    if (reply.status !== 200) refused.add(`${reply.status} ${toPath(url)}`);
    else {
      const read = await readFeed(
        await reply.text(),
        reply.headers.get("content-type")?.split(";charset")[0] ?? "",
      );
      for (const link of read.links) pages.add(link);
      for (const title of read.books) books.add(title);
    }
  }
  return { pages: [...pages], books, refused: [...refused] };
}

describe.each(["/opds", "/opds/v2"])("the catalogue at %s", (root) => {
  test("is valid in every part, and leads a guest to all books", async ({ app, ids: _ids }) => {
    const { pages, books, refused } = await walk(app, `http://localhost${root}`);

    expect(refused).toEqual([`401 ${root}/library`, `401 ${root}/shelves`]);
    expect(books.size).toBe(7);
    expect(pages.map(toPath)).toEqual(
      expect.arrayContaining([`${root}/genres`, `${root}/authors`, `${root}/series`, `${root}/languages`]),
    );
  });

  test("has the library of the owner of a token, and of no other", async ({ app, ids }) => {
    const [user, other] = [await app.make.user(), await app.make.user()];
    const now = new Date();
    const entry = { status: "want-to-read" as const, addedAt: now, updatedAt: now };
    await app.db.insert(libraryEntries).values({ ...entry, userId: user.id, bookId: ids.free });
    const titles = async (owner: typeof user) => {
      const { books, refused } = await walk(
        app,
        `http://localhost${root}/library`,
        basic(owner, await createToken(app, owner, ["read"])),
      );
      expect(refused).toEqual([]);
      return books;
    };
    const list = async (owner: typeof user) => {
      const reply = await get(app, `${root}/library`, basic(owner, await createToken(app, owner, ["read"])));
      const type = reply.headers.get("content-type")?.split(";charset")[0] ?? "";
      return (await readFeed(await reply.text(), type)).books;
    };

    expect(await list(user)).toEqual(["Free text"]);
    expect(await list(other)).toEqual([]);
    expect((await titles(user)).size).toBe(7);
    const sync = basic(user, await createToken(app, user, ["sync"]));
    expect((await get(app, `${root}/library`, sync)).status).toBe(403);
  });

  test("has the shelves of the owner of a token, with the rights of the site", async ({ app, ids }) => {
    const [owner, friend, follower] = [await app.make.user(), await app.make.user(), await app.make.user()];
    await app.as(owner)(peopleContract.requestFriend, { params: { userId: friend.id } });
    await app.as(friend)(peopleContract.requestFriend, { params: { userId: owner.id } });
    const draft = await app.make.ebook({ state: "draft", title: "Draft", wordCount: 1, pageCount: 1 });
    const bookIds = [ids.premium, draft.id, ids.free, ids.named];
    const create = async (name: string, visibility: ShelfVisibility) => {
      const { id } = await app.as(owner)(shelvesContract.createShelf, {
        body: { name, description: `About ${name}`, visibility },
      });
      for (const bookId of bookIds) {
        await app.db
          .insert(shelfBooks)
          .values({ shelfId: id, bookId, position: bookIds.indexOf(bookId), addedAt: new Date() });
      }
      return id;
    };
    const shelves = {
      public: await create("Open shelf", "public"),
      friends: await create("Friends' shelf", "friends"),
      private: await create("Own shelf", "private"),
    };
    await app.as(follower)(followsContract.updateFollow, {
      params: { kind: "shelf", id: shelves.public },
      body: { isFollowing: true },
    });
    const request = async (path: string, user: User | null) =>
      get(app, `${root}${path}`, user ? basic(user, await createToken(app, user, ["read"])) : {});
    const read = async (path: string, user: User) => {
      const reply = await request(path, user);
      const type = reply.headers.get("content-type")?.split(";charset")[0] ?? "";
      return readFeed(await reply.text(), type);
    };
    const list = async (user: User) =>
      (await read("/shelves", user)).links.map(toPath).filter((path) => path.startsWith(`${root}/shelves/`));
    const getStatuses = (user: User | null) =>
      Promise.all(Object.values(shelves).map(async (id) => (await request(`/shelves/${id}`, user)).status));

    expect((await read(`/shelves/${shelves.public}`, owner)).books).toEqual([
      ...["Text for supporters", "Free text"],
      'Kings & <Queens> "of" the East',
    ]);
    expect(new Set(await list(owner))).toEqual(
      new Set(Object.values(shelves).map((id) => `${root}/shelves/${id}`)),
    );
    expect(await list(follower)).toEqual([`${root}/shelves/${shelves.public}`]);
    expect(await list(friend)).toEqual([]);
    expect(await getStatuses(owner)).toEqual([200, 200, 200]);
    expect(await getStatuses(friend)).toEqual([200, 200, 404]);
    expect(await getStatuses(follower)).toEqual([200, 404, 404]);
    expect(await getStatuses(null)).toEqual([200, 404, 404]);
    const sync = basic(owner, await createToken(app, owner, ["sync"]));
    expect((await get(app, `${root}/shelves/${shelves.public}`, sync)).status).toBe(403);
  });

  test("tells apps how to sign in", async ({ app, ids: _ids }) => {
    for (const headers of [{}, { Authorization: "Bearer app_unknown" }]) {
      const reply = await get(app, `${root}/library`, headers);
      expect(reply.status).toBe(401);
      expect(reply.headers.get("www-authenticate")).toBe('Basic realm="Maktaba", charset="UTF-8"');
      expect(reply.headers.get("content-type")).toBe(opdsMediaTypes.authentication);
      const document = await reply.json();
      expect(validate("authentication", document)).toEqual([]);
      expect(document).toMatchObject({ code: "unauthenticated", message: expect.any(String) });
    }
  });

  test("is not sent again while it is unchanged", async ({ app, ids: _ids }) => {
    const first = await get(app, `${root}/books`);
    const etag = first.headers.get("etag") ?? "";

    expect(first.headers.get("last-modified")).toBeTruthy();
    expect((await get(app, `${root}/books`, { "If-None-Match": etag })).status).toBe(304);
    expect((await get(app, `${root}/books?sort=title`, { "If-None-Match": etag })).status).toBe(200);
  });
});

describe("links of books", () => {
  const viewers = ["guest", "reader", "supporter"] as const;

  test.for(viewers)("can all be followed by a %s", async (viewer, { app, ids: _ids }) => {
    const user = viewer === "guest" ? null : await app.make.user({ isSupporter: viewer === "supporter" });
    const headers = user ? basic(user, await createToken(app, user, ["read", "sync"])) : {};
    const { publications = [] } = await getJson(app, "/opds/v2/books", headers);
    const kinds: Record<string, string[]> = {};
    for (const { metadata, links, images } of publications) {
      const files = [...links, ...images].filter(({ type }) => type !== "text/html");
      for (const { href, type } of files) {
        const reply = await get(app, href, headers);
        expect([href, reply.status, reply.headers.get("content-type")?.split(";")[0]]).toEqual([
          href,
          200,
          type,
        ]);
        await reply.arrayBuffer();
      }
      kinds[metadata.title] = links
        .filter(({ rel }) => rel?.startsWith("http://opds-spec.org/acquisition"))
        .map(({ rel = "", type }) => `${rel.slice(32)} ${type}`);
    }

    expect(kinds).toMatchSnapshot();
  });

  test("are the same in both versions", async ({ app, ids }) => {
    const user = await app.make.user();
    const headers = basic(user, await createToken(app, user, ["read", "sync"]));
    const atom = getPublication(
      parseXml(await (await get(app, `/opds/books/${ids.named}`, headers)).text()).documentElement,
    );
    const json = (await (await get(app, `/opds/v2/books/${ids.named}`, headers)).json()) as {
      readonly metadata: { readonly title: string; readonly author: { readonly name: string }[] };
      readonly links: readonly JsonLink[];
    };
    const list = (links: readonly { readonly href: string; readonly type?: string }[]) =>
      links.filter(({ type = "" }) => !/atom|opds-publication|opds\+json/.test(type)).map(({ href }) => href);

    expect(validate("publication", json)).toEqual([]);
    expect(atom.metadata.title).toBe('Kings & <Queens> "of" the East');
    expect(atom.metadata.title).toBe(json.metadata.title);
    expect(atom.metadata.author.map(({ name }) => name)).toEqual(["O'Neill & Sons", "Ḥasan al-Baṣrī"]);
    expect(
      list(
        atom.links.filter(
          ({ rel = [] }) =>
            !rel.includes("http://opds-spec.org/image") &&
            !rel.includes("http://opds-spec.org/image/thumbnail"),
        ),
      ).sort(),
    ).toEqual(list(json.links).sort());
  });
});

test("a long shelf has pages in its order", async ({ app, ids: _ids }) => {
  const user = await app.make.user();
  const headers = basic(user, await createToken(app, user, ["read"]));
  const { id } = await app.as(user)(shelvesContract.createShelf, {
    body: { name: "Long", description: "", visibility: "private" },
  });
  const titles = Array.from({ length: 35 }, (_, n) => `Long ${n}`);
  for (const [position, title] of titles.entries()) {
    const book = await app.make.ebook({ title, wordCount: 1, pageCount: 1 });
    await app.db.insert(shelfBooks).values({ shelfId: id, bookId: book.id, position, addedAt: new Date() });
  }
  const first = await getJson(app, `/opds/v2/shelves/${id}`, headers);
  const next = first.links.find(({ rel }) => rel === "next")?.href ?? "";
  const second = await getJson(app, next, headers);
  const list = ({ publications = [] }: JsonFeed) => publications.map(({ metadata }) => metadata.title);

  expect([list(first), list(second)]).toEqual([titles.slice(0, 30), titles.slice(30)]);
  expect(second.links.find(({ rel }) => rel === "next")).toBeUndefined();
  expect(first.metadata.numberOfItems).toBe(35);
});

test("pages turn in both directions and end at the last book", async ({ app, ids: _ids }) => {
  for (let n = 0; n < 65; n++) {
    await app.make.ebook({ title: `Page ${n}`, language: "tr", wordCount: 1, pageCount: 1 });
  }
  const find = ({ links }: JsonFeed, rel: string) => links.find((link) => link.rel === rel)?.href;
  const first = await getJson(app, "/opds/v2/books?language=tr");
  const second = await getJson(app, find(first, "next") ?? "");
  const third = await getJson(app, find(second, "next") ?? "");
  const back = await getJson(app, find(third, "previous") ?? "");
  const last = await getJson(app, find(first, "last") ?? "");
  const titles = ({ publications = [] }: JsonFeed) => publications.map(({ metadata }) => metadata.title);

  expect([first, second, third].map((page) => titles(page).length)).toEqual([30, 30, 5]);
  expect(new Set([first, second, third].flatMap(titles)).size).toBe(65);
  expect(titles(back)).toEqual(titles(second));
  expect(titles(last).at(-1)).toBe(titles(third).at(-1));
  expect(find(first, "previous")).toBeUndefined();
  expect(find(third, "next")).toBeUndefined();
  expect(find(last, "next")).toBeUndefined();
  expect(first.metadata.numberOfItems).toBe(65);
  expect((await get(app, `${find(first, "next")?.replace("language=tr", "language=en")}`)).status).toBe(400);
});
