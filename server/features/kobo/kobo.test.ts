import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { AppScope } from "#shared/api/app-scopes.ts";
import type { BookId } from "#shared/books/book.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { EventId, SentenceId } from "#shared/positions/position.ts";
import { appTokens } from "#server/db/schema/accounts/accounts.ts";
import { books } from "#server/db/schema/books/books.ts";
import { getRequestPath } from "#server/http/request-log.ts";
import { appTokenPrefix, hashAppToken } from "#server/http/session/app-token.ts";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ hasKoboSync: true });
});
afterAll(() => app.stop());

const tick = () => app.setClock(new Date(app.services.clock().getTime() + 60_000));

type Json = Record<string, never>;

/** A device in the order of its requests: initialization, authorization, sync until nothing is left. */
async function createDevice(user: User, scopes: AppScope[] = ["sync"]) {
  const secret = `${appTokenPrefix}${randomUUID()}`;
  const row = {
    userId: user.id,
    name: "Kobo",
    scopes,
    tokenHash: hashAppToken(secret),
    createdAt: new Date(),
  };
  await app.db.insert(appTokens).values(row);
  let syncToken: string | null = null;
  const send = (path: string, init: RequestInit = {}) =>
    app.fetch(`/kobo/${secret}${path}`, {
      ...init,
      headers: {
        "user-agent": "Mozilla/5.0 (Linux; U; Android 2.0; en-us;) AppleWebKit/538.1 (KHTML, like Gecko)",
        ...(init.body !== undefined && { "content-type": "application/json" }),
        ...(syncToken !== null && { "x-kobo-synctoken": syncToken }),
      },
    });
  return {
    secret,
    send,
    async sync({ loses = false } = {}): Promise<Json[]> {
      const entries: Json[] = [];
      for (;;) {
        const reply = await send(
          "/v1/library/sync?Filter=ALL&DownloadUrlFilter=Generic,Android&PrioritizeRecentReads=true",
        );
        expect(reply.status).toBe(200);
        entries.push(...((await reply.json()) as Json[]));
        if (!loses) syncToken = reply.headers.get("x-kobo-synctoken");
        if (loses || reply.headers.get("x-kobo-sync") !== "continue") return entries;
      }
    },
    put: (bookId: string, state: object) =>
      send(`/v1/library/${bookId}/state`, {
        method: "PUT",
        body: JSON.stringify({ ReadingStates: [{ EntitlementId: bookId, ...state }] }),
      }),
  };
}

const chapters = [
  "<h1>One</h1><p>The first. The second.</p>",
  `<h1>Two</h1>${Array.from({ length: 20 }, (_, n) => `<p>Line ${n}. And more ${n}.</p>`).join("")}`,
];

async function addBook(user: User, input: Partial<typeof books.$inferSelect> = {}): Promise<BookId> {
  const bookId = await createEpubBook(app, input, { chapters });
  await app.as(user)(libraryContract.saveEntry, { params: { bookId }, body: { status: "want-to-read" } });
  return bookId;
}

const getPosition = (user: User, bookId: BookId) =>
  app.as(user)(positionsContract.getPosition, { params: { bookId } });

function readHere(user: User, bookId: BookId, sentence: string) {
  tick();
  const locator = { sentence: SentenceId.parse(sentence), fraction: 0.5 };
  const at = app.services.clock().toISOString();
  const event = {
    id: EventId.parse(randomUUID()),
    bookId,
    locator,
    at,
    device: "Firefox/Linux",
    isDeliberate: true,
  };
  return app.as(user)(positionsContract.savePositions, { body: { events: [event] } });
}

describe("a Kobo device", () => {
  test("starts, gets the library, a cover and the EPUB", async () => {
    const user = await app.make.user();
    const bookId = await addBook(user, {
      title: "For Kobo",
      author: "Amina Said, B. Writer",
      language: "en",
    });
    const device = await createDevice(user);

    const start = await device.send("/v1/initialization");
    const { Resources } = (await start.json()) as { Resources: Record<string, string> };
    expect(start.headers.get("x-kobo-apitoken")).toBe("e30=");
    expect(Resources["library_sync"]).toBe(`http://localhost/kobo/${device.secret}/v1/library/sync`);
    const authorization = await device.send("/v1/auth/device", {
      method: "POST",
      body: JSON.stringify({ AffiliateName: "Kobo", DeviceId: "d", ClientKey: "c", UserKey: "user-key" }),
    });
    expect(await authorization.json()).toMatchObject({ TokenType: "Bearer", UserKey: "user-key" });

    const [entry] = (await device.sync()) as unknown as [
      { NewEntitlement: { BookMetadata: { CoverImageId: string } } },
    ];
    expect(entry).toMatchObject({
      NewEntitlement: {
        BookEntitlement: { Id: bookId, IsRemoved: false },
        BookMetadata: { Title: "For Kobo", Contributors: ["Amina Said", "B. Writer"], EntitlementId: bookId },
        ReadingState: { StatusInfo: { Status: "ReadyToRead" } },
      },
    });
    expect(await device.sync()).toEqual([]);

    const [metadata] = await (await device.send(`/v1/library/${bookId}/metadata`)).json();
    const { pathname } = new URL(metadata.DownloadUrls[0].Url);
    const file = await app.fetch(pathname);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/epub+zip"]);
    expect((await file.arrayBuffer()).byteLength).toBe(metadata.DownloadUrls[0].Size);
    const { CoverImageId } = entry.NewEntitlement.BookMetadata;
    for (const path of [
      `/${CoverImageId}/355/530/false/image.jpg`,
      `/${CoverImageId}/355/530/80/false/image.jpg`,
    ]) {
      const cover = await device.send(path);
      expect([cover.status, cover.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    }
  });

  test("gets a large library in several replies, and what a lost reply did not tell", async () => {
    const user = await app.make.user();
    const bookIds = new Set<string>();
    for (let n = 0; n < 103; n++) bookIds.add(await addBook(user));
    const device = await createDevice(user);

    expect(await device.sync({ loses: true })).toHaveLength(100);
    const sent = (await device.sync()) as unknown as {
      NewEntitlement: { BookEntitlement: { Id: string } };
    }[];
    expect(new Set(sent.map(({ NewEntitlement }) => NewEntitlement.BookEntitlement.Id))).toEqual(bookIds);
    expect(sent).toHaveLength(103);
  });

  test("learns of changed books, and of those that left the library or may not be downloaded", async () => {
    const user = await app.make.user();
    const [changed, left, closed] = [await addBook(user), await addBook(user), await addBook(user)];
    const device = await createDevice(user);
    await device.sync();
    await app.db.update(books).set({ title: "Another title" }).where(eq(books.id, changed));
    await app.as(user)(libraryContract.deleteEntry, { params: { bookId: left }, query: {} });
    await app.db.update(books).set({ allowsDownload: false }).where(eq(books.id, closed));

    for (const loses of [true, false]) {
      expect(await device.sync({ loses })).toMatchObject([
        { [loses ? "ChangedEntitlement" : "NewEntitlement"]: { BookMetadata: { Title: "Another title" } } },
        {
          ChangedEntitlement: { BookEntitlement: { Id: expect.toBeOneOf([left, closed]), IsRemoved: true } },
        },
        {
          ChangedEntitlement: { BookEntitlement: { Id: expect.toBeOneOf([left, closed]), IsRemoved: true } },
        },
      ]);
    }
    expect(await device.sync()).toEqual([]);
    expect((await device.send(`/download/${closed}/epub`)).status).toBe(404);
    await app.as(user)(libraryContract.saveEntry, { params: { bookId: left }, body: { status: "paused" } });
    expect(await device.sync()).toMatchObject([{ NewEntitlement: { BookEntitlement: { Id: left } } }]);
  });

  test("is not sent a book again that was deleted on it", async () => {
    const user = await app.make.user();
    const bookId = await addBook(user);
    const device = await createDevice(user);
    await device.sync();

    expect((await device.send(`/v1/library/${bookId}`, { method: "DELETE" })).status).toBe(204);
    expect(await device.sync()).toEqual([]);
    expect(await (await createDevice(user)).sync()).toHaveLength(1);
  });
});

describe("the position on a Kobo device", () => {
  test("moves the site to the sentence of its paragraph", async () => {
    const user = await app.make.user();
    const bookId = await addBook(user);
    const device = await createDevice(user);
    await device.sync();
    tick();
    const LastModified = app.services.clock().toISOString();
    const Location = { Value: "kobo.4.2", Type: "KoboSpan", Source: "EPUB/c1.xhtml" };
    const bookmark = { LastModified, ProgressPercent: 20, ContentSourceProgressPercent: 12, Location };
    const state = {
      LastModified,
      StatusInfo: { LastModified, Status: "Reading" },
      Statistics: { LastModified, SpentReadingMinutes: 4, RemainingTimeMinutes: 60 },
      CurrentBookmark: bookmark,
    };
    const reply = await device.put(bookId, state);

    expect(await reply.json()).toMatchObject({
      RequestResult: "Success",
      UpdateResults: [{ EntitlementId: bookId, CurrentBookmarkResult: { Result: "Success" } }],
    });
    const { current } = await getPosition(user, bookId);
    expect(current).toMatchObject({ locator: { sentence: "s1-6" }, device: "Kobo/" });
    const [own] = await (await device.send(`/v1/library/${bookId}/state`)).json();
    expect(own).toMatchObject({
      EntitlementId: bookId,
      CurrentBookmark: { Location },
      StatusInfo: { Status: "Reading" },
    });
    expect(await device.sync()).toEqual([]);
    expect(await (await createDevice(user)).sync()).toMatchObject([
      { NewEntitlement: { ReadingState: { CurrentBookmark: { Location } } } },
    ]);
    await device.put(bookId, state);
    expect(await device.sync()).toEqual([]);
  });

  test.for([
    [
      {
        Location: { Value: "x#point(/1/4)", Type: "Other", Source: "c1.xhtml" },
        ContentSourceProgressPercent: 50,
      },
      "s1-20",
    ],
    [{ ProgressPercent: 100 }, "s1-40"],
    [{ ProgressPercent: 0, Location: { Value: "a", Type: "b", Source: "other.xhtml" } }, "s0-0"],
  ] as const)(
    "without a paragraph is the share of its chapter, else of the book: %o",
    async ([bookmark, sentence]) => {
      const user = await app.make.user();
      const bookId = await addBook(user);
      const device = await createDevice(user);
      await device.put(bookId, { CurrentBookmark: bookmark, StatusInfo: null, Statistics: null });

      expect((await getPosition(user, bookId)).current?.locator.sentence).toBe(sentence);
    },
  );

  test("follows the site", async () => {
    const user = await app.make.user();
    const bookId = await addBook(user);
    const device = await createDevice(user);
    await device.sync();
    await readHere(user, bookId, "s1-8");

    const states = await device.sync();
    expect(states).toEqual([
      {
        ChangedReadingState: {
          ReadingState: expect.objectContaining({
            EntitlementId: bookId,
            CurrentBookmark: {
              LastModified: expect.any(String),
              ProgressPercent: 23,
              ContentSourceProgressPercent: 20,
              Location: { Source: "EPUB/c1.xhtml", Type: "KoboSpan", Value: "kobo.5.2" },
            },
          }),
        },
      },
    ]);
    expect(await device.sync()).toEqual([]);
  });

  test("finishes a book, and an older report does not move back", async () => {
    const user = await app.make.user();
    const bookId = await addBook(user);
    const device = await createDevice(user);
    await readHere(user, bookId, "s1-30");
    const LastModified = "2026-01-01T00:00:00Z";
    await device.put(bookId, {
      CurrentBookmark: { LastModified, ProgressPercent: 3 },
      StatusInfo: { Status: "Finished" },
    });

    expect((await getPosition(user, bookId)).current?.locator.sentence).toBe("s1-30");
    const library = await app.as(user)(libraryContract.listLibrary, { query: {} });
    expect(library).toMatchObject([{ status: "finished" }]);
  });
});

describe("access of a Kobo device", () => {
  test("is that of its token, and of its user's library", async () => {
    const [user, other] = [await app.make.user(), await app.make.user()];
    const bookId = await addBook(user);
    const [reading, foreign] = [await createDevice(user, ["read"]), await createDevice(other)];

    expect((await reading.send("/v1/library/sync")).status).toBe(403);
    for (const path of [
      `/v1/library/${bookId}/state`,
      `/v1/library/${bookId}/metadata`,
      `/download/${bookId}/epub`,
    ])
      expect((await foreign.send(path)).status).toBe(404);
    expect((await foreign.put(bookId, { CurrentBookmark: { ProgressPercent: 50 } })).status).toBe(404);
    expect((await app.fetch("/kobo/app_wrong/v1/library/sync", { as: user })).status).toBe(401);
    expect((await app.fetch("/kobo/none/v1/library/sync", { as: user })).status).toBe(401);
    await app.db.delete(appTokens).where(eq(appTokens.userId, user.id));
    expect((await reading.send("/v1/initialization")).status).toBe(401);
  });

  test("leaves the token out of the log", () => {
    expect(getRequestPath("/kobo/app_secret/v1/library/sync?Filter=ALL")).toBe("/kobo/…/v1/library/sync");
  });

  test.for([
    ["GET", "/v1/user/loyalty/benefits", 200, { Benefits: {} }],
    ["POST", "/v1/analytics/gettests", 200, { Result: "Success", TestKey: "", Tests: {} }],
    ["POST", "/v1/analytics/event", 200, {}],
    ["GET", "/v1/products/books/series/x?a=b", 200, {}],
    ["POST", "/v1/library/tags", 201, expect.any(String)],
    ["PUT", "/v1/library/tags/x", 200, {}],
    ["POST", "/v1/library/tags/x/items/delete", 200, {}],
    ["DELETE", "/v1/library/tags/x", 200, {}],
    ["POST", "/v1/auth/refresh", 200, expect.objectContaining({ TokenType: "Bearer" })],
  ] as const)("%s %s gets a neutral reply", async ([method, path, status, body]) => {
    const device = await createDevice(await app.make.user());
    const reply = await device.send(path, { method, ...(method !== "GET" && { body: "{}" }) });
    expect([reply.status, await reply.json()]).toEqual([status, body]);
  });

  test("is off by default", async () => {
    const other = await startTestApp();
    try {
      const user = await other.make.user();
      const secret = `${appTokenPrefix}${randomUUID()}`;
      const row = { userId: user.id, name: "Kobo", scopes: ["sync" as const], createdAt: new Date() };
      await other.db.insert(appTokens).values({ ...row, tokenHash: hashAppToken(secret) });
      expect((await other.fetch(`/kobo/${secret}/v1/initialization`)).status).toBe(404);
    } finally {
      await other.stop();
    }
  });
});
