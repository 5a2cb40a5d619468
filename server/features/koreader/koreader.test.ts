import { createHash, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { AppScope } from "#shared/api/app-scopes.ts";
import type { BookId } from "#shared/books/book.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { EventId, type Locator, SentenceId } from "#shared/positions/position.ts";
import { appTokens, users } from "#server/db/schema/accounts/accounts.ts";
import { koreaderProgress } from "#server/db/schema/reading/koreader.ts";
import { exportedTables } from "#server/features/accounts/data-export/exported-tables-queries.ts";
import { saveSyncMaps } from "#server/features/alignment/service.ts";
import { computeDigests } from "#server/features/books/digests/digests.ts";
import {
  appTokenPrefix,
  hashAppToken,
  hashKoreaderKey,
  toKoreaderKey,
} from "#server/http/session/app-token.ts";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { findSample, importSample } from "#server/testing/books/import-sample.ts";
import { makeSpokenEpub, par } from "#server/testing/books/spoken-epub.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const md5 = (content: string | Buffer) => createHash("md5").update(content).digest("hex");

/** The offsets written out, as KOReader reads them. */
const offsets = [0, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864];

function getPartialMd5(file: Buffer): string {
  return md5(Buffer.concat(offsets.map((offset) => file.subarray(offset, offset + 1024))));
}

/** A KOReader that is signed in with a token. */
async function connect(app: TestApp, user: User, scopes: AppScope[] = ["sync"]) {
  const secret = `${appTokenPrefix}${randomUUID()}`;
  await app.db.insert(appTokens).values({
    userId: user.id,
    name: "KOReader",
    scopes,
    tokenHash: hashAppToken(secret),
    koreaderKeyHash: hashKoreaderKey(toKoreaderKey(secret)),
    createdAt: new Date(),
  });
  return createKoreader(app, user.username, md5(secret));
}

function createKoreader(app: TestApp, username: string, key: string) {
  const headers = {
    accept: "application/vnd.koreader.v1+json",
    "x-auth-user": username,
    "x-auth-key": key,
  };
  return {
    authorize: async () => (await app.fetch("/koreader/users/auth", { headers })).status,
    get: async (document: string, query = "") =>
      (await app.fetch(`/koreader/syncs/progress/${document}${query}`, { headers })).json(),
    put: async (body: object) => {
      tick(app);
      const reply = await app.fetch("/koreader/syncs/progress", {
        method: "PUT",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ device: "Kindle", device_id: "A1", percentage: 0.1, progress: "1", ...body }),
      });
      return { status: reply.status, body: await reply.json() };
    },
  };
}

async function download(app: TestApp, user: User, bookId: BookId): Promise<string> {
  const reply = await app.fetch(`/api/media/stream?mediaType=epub&bookId=${bookId}`, { as: user });
  expect(reply.status).toBe(200);
  return getPartialMd5(Buffer.from(await reply.arrayBuffer()));
}

/** Positions of one instant have no order. */
const tick = (app: TestApp) => app.setClock(new Date(app.services.clock().getTime() + 1000));

const readHere = (app: TestApp, user: User, bookId: BookId, locator: Locator) => {
  tick(app);
  return app.as(user)(positionsContract.savePositions, {
    body: {
      events: [
        {
          id: EventId.parse(randomUUID()),
          bookId,
          locator,
          at: app.services.clock().toISOString(),
          device: "Firefox/Linux",
          isDeliberate: true,
        },
      ],
    },
  });
};

const getPosition = (app: TestApp, user: User, bookId: BookId) =>
  app.as(user)(positionsContract.getPosition, { params: { bookId } });

/** Each file is another, so that no test finds the book of another test. */
const makeChapters = () => [
  `<!-- ${randomUUID()} --><h1>One</h1><p>The first. The <i>second</i> one. The third.</p>`,
  `<h1>Two</h1>${Array.from({ length: 40 }, (_, n) => `<p>Line ${n}. And more ${n}.</p>`).join("\n")}`,
];

describe("signing in from KOReader", () => {
  test("needs the username and the token", async ({ app }) => {
    const user = await app.make.user();
    const koreader = await connect(app, user);
    const other = await app.make.user();

    expect(await koreader.authorize()).toBe(200);
    const [{ koreaderKeyHash } = { koreaderKeyHash: null }] = await app.db
      .select()
      .from(appTokens)
      .where(eq(appTokens.userId, user.id));
    expect(koreaderKeyHash).toMatch(/^[\w-]{43}$/);
    expect(await createKoreader(app, user.username, md5("app_other")).authorize()).toBe(401);
    const secret = `${appTokenPrefix}${randomUUID()}`;
    await app.db
      .update(appTokens)
      .set({ koreaderKeyHash: hashKoreaderKey(toKoreaderKey(secret)) })
      .where(eq(appTokens.userId, user.id));
    expect(await createKoreader(app, user.username.toUpperCase(), md5(secret)).authorize()).toBe(200);
    expect(await createKoreader(app, other.username, md5(secret)).authorize()).toBe(401);
  });

  test("is refused without the scope, for a token of earlier versions and with a session alone", async ({
    app,
  }) => {
    const user = await app.make.user();
    expect(await (await connect(app, user, ["read"])).authorize()).toBe(403);
    expect((await app.fetch("/koreader/users/auth", { as: user })).status).toBe(401);
    expect((await app.fetch("/KOReader/users/auth", { as: user })).status).toBe(404);
    await app.db.update(appTokens).set({ koreaderKeyHash: null }).where(eq(appTokens.userId, user.id));
    expect(await createKoreader(app, user.username, md5("")).authorize()).toBe(401);
  });

  test("instead of registering is explained with the status that KOReader shows", async ({ app }) => {
    const reply = await app.fetch("/koreader/users/create", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/vnd.koreader.v1+json" },
      body: JSON.stringify({ username: "amina", password: md5("secret") }),
    });
    expect([reply.status, await reply.json()]).toEqual([
      402,
      { code: "registration_disabled", message: expect.stringContaining("Create a token") },
    ]);
    expect(await (await app.fetch("/koreader/healthcheck")).json()).toEqual({ state: "OK" });
  });
});

describe("a document that is no book here", () => {
  test("is refused with a NUL, which the database does not store", async ({ app }) => {
    const device = await connect(app, await app.make.user());

    expect(await device.put({ document: "a1", device: "Kin\0dle" })).toMatchObject({
      status: 400,
      body: { fields: { device: { code: "not_valid" } } },
    });
  });

  test("has the progress of the user's devices", async ({ app }) => {
    const user = await app.make.user();
    const [kindle, other] = [await connect(app, user), await connect(app, await app.make.user())];
    const document = md5("unknown");
    const progress = "/body/DocFragment[3]/body/p[2]/text().7";
    const { body } = await kindle.put({ document, progress, percentage: 0.4212 });

    expect(body).toEqual({ document, timestamp: expect.any(Number) });
    expect(await (await connect(app, user)).get(document)).toEqual({
      document,
      progress,
      percentage: 0.4212,
      device: "Kindle",
      device_id: "A1",
      timestamp: body.timestamp,
    });
    expect(await other.get(document)).toEqual({});
    expect(await kindle.get(md5("never opened"))).toEqual({});
  });

  test.for([{ document: "a:b" }, { document: "" }, { percentage: "x" }, { progress: "" }])(
    "is refused with %o",
    async (body, { app }) => {
      const koreader = await connect(app, await app.make.user());
      expect((await koreader.put({ document: md5("x"), ...body })).status).toBe(400);
    },
  );

  test("is exported and erased with the account", async ({ app }) => {
    const user = await app.make.user();
    await (await connect(app, user)).put({ document: "17", progress: 12 });
    const exported: unknown[] = [];
    for await (const page of exportedTables["koreader-progress"]?.(app.db, user.id) ?? [])
      exported.push(...page);
    await app.db.delete(users).where(eq(users.id, user.id));

    expect(exported).toMatchObject([{ document: "17", progress: "12", device: "Kindle", deviceId: "A1" }]);
    expect(await app.db.select().from(koreaderProgress).where(eq(koreaderProgress.userId, user.id))).toEqual(
      [],
    );
  });
});

describe("a book of the site", () => {
  test("moves to the sentence of KOReader, and KOReader to that of the site", async ({ app }) => {
    const user = await app.make.user();
    const bookId = await createEpubBook(app, {}, { chapters: makeChapters() });
    const [koreader, document] = [await connect(app, user), await download(app, user, bookId)];
    const progress = "/body/DocFragment[2]/body/p[8]/text().9";
    const device = "Kobo_spica";
    await koreader.put({ document, progress, percentage: 0.2, device });

    const { current } = await getPosition(app, user, bookId);
    expect(current).toMatchObject({
      locator: { sentence: "s1-16" },
      device: `KOReader/${device}`,
      isDeliberate: true,
    });
    expect(await koreader.get(document)).toMatchObject({
      progress,
      percentage: 0.2,
      device,
      device_id: "A1",
    });

    const sentence = SentenceId.parse("s0-2");
    await readHere(app, user, bookId, { sentence, fraction: 0.05 });
    expect(await koreader.get(document)).toMatchObject({
      progress: "/body/DocFragment[1]/body/p/text()[1].11",
      device: expect.stringContaining("Firefox, Linux"),
      device_id: "site",
      percentage: expect.closeTo(0.02, 1),
    });
  });

  test("stays where the reader moved on when KOReader repeats itself", async ({ app }) => {
    const user = await app.make.user();
    const bookId = await createEpubBook(app, {}, { chapters: makeChapters() });
    const [koreader, document] = [await connect(app, user), await download(app, user, bookId)];
    const report = { document, progress: "/body/DocFragment[2]/body/p[3]/text().0", percentage: 0.3 };
    await koreader.put(report);
    const sentence = SentenceId.parse("s1-60");
    await readHere(app, user, bookId, { sentence, fraction: 0.8 });
    await koreader.put(report);

    expect((await getPosition(app, user, bookId)).current?.locator.sentence).toBe(sentence);
  });

  test("has a digest before its first download, by the job", async ({ app }) => {
    const user = await app.make.user();
    const bookId = await createEpubBook(app, {}, { chapters: makeChapters() });
    await computeDigests.run(app.services, {});
    const document = await download(app, user, bookId);
    const koreader = await connect(app, user);
    await koreader.put({ document, progress: "/body/DocFragment[1].0" });

    expect((await getPosition(app, user, bookId)).current?.locator.sentence).toBe("s0-0");
  });

  test("is found by its file name in the library, and by further identifiers", async ({ app }) => {
    const user = await app.make.user();
    const title = `Named ${randomUUID()}`;
    const bookId = await createEpubBook(app, { title }, { chapters: makeChapters() });
    const koreader = await connect(app, user);
    const document = md5(`${title}.epub`);
    const progress = "/body/DocFragment[2]/body/p[1]/text().0";
    await koreader.put({ document, progress });
    expect((await getPosition(app, user, bookId)).current).toBeNull();

    await app.as(user)(libraryContract.saveEntry, { params: { bookId }, body: { status: "want-to-read" } });
    await koreader.put({ document, progress, percentage: 0.11 });
    expect((await getPosition(app, user, bookId)).current?.locator.sentence).toBe("s1-1");

    const content = await download(app, user, bookId);
    const identifiers = [
      { type: "content", value: content },
      { type: "filename", value: md5("renamed.epub") },
    ];
    const renamed = { document: md5("renamed.epub"), identifiers, metadata: { title } };
    await koreader.put({ ...renamed, progress: "/body/DocFragment[2]/body/p[2]/text().0" });
    expect((await getPosition(app, user, bookId)).current?.locator.sentence).toBe("s1-3");
    const sentence = SentenceId.parse("s1-5");
    await readHere(app, user, bookId, { sentence, fraction: 0.3 });
    const ids = `?ids=content:${content},filename:${renamed.document}`;
    expect(await koreader.get(renamed.document, ids)).toMatchObject({
      progress: "/body/DocFragment[2]/body/p[3]/text().0",
    });
  });

  test("that the user cannot see is a document like any other", async ({ app }) => {
    const user = await app.make.user();
    const bookId = await createEpubBook(app, { state: "draft" }, { chapters: makeChapters() });
    const document = await download(app, await app.make.user({ isEmployee: true }), bookId);
    const koreader = await connect(app, user);
    const progress = "/body/DocFragment[2]/body/p[1]/text().0";
    await koreader.put({ document, progress });

    expect(await koreader.get(document)).toMatchObject({ progress });
    const [row] = await app.db.select().from(koreaderProgress).where(eq(koreaderProgress.userId, user.id));
    expect(row?.eventId).toBeNull();
  });
});

describe("a narrated book", () => {
  async function importNarrated(app: TestApp) {
    const sentences = Array.from({ length: 8 }, (_, n) => `<span id="s${n}">Sentence ${n} is here.</span>`);
    const times = sentences.map((_, n) => par(`c0.xhtml#s${n}`, `${n * 0.5}s`, `${n * 0.5 + 0.5}s`));
    const file = await makeSpokenEpub({
      title: `Heard ${randomUUID()}`,
      chapters: [`<p>${sentences.join(" ")}</p>`],
      smils: [times.join("")],
    });
    return importSample(app.services, file);
  }

  test("is heard on at the sentence read in KOReader, and read on at the one heard", async ({ app }) => {
    const user = await app.make.user();
    const bookId = await importNarrated(app);
    const [koreader, document] = [await connect(app, user), await download(app, user, bookId)];
    await koreader.put({ document, progress: "/body/DocFragment/body/p/span[6]/text().3", percentage: 0.6 });

    const { audio, isApproximate } = await getPosition(app, user, bookId);
    expect([audio?.offset, isApproximate]).toEqual([expect.closeTo(2.5, 2), false]);

    const heard = { chapter: 1, offset: 1.2, fraction: 0.3 };
    await readHere(app, user, bookId, heard);
    expect(await koreader.get(document)).toMatchObject({
      progress: "/body/DocFragment/body/p/span[3]/text().0",
    });
  });

  test("is known by its read-along edition", async ({ app }) => {
    const user = await app.make.user();
    const bookId = await importNarrated(app);
    const reply = await app.fetch(`/api/books/${bookId}/read-along.epub`, { as: user });
    const document = getPartialMd5(Buffer.from(await reply.arrayBuffer()));
    await (await connect(app, user)).put({
      document,
      progress: "/body/DocFragment/body/p/span[4]",
      percentage: 0.9,
    });

    expect((await getPosition(app, user, bookId)).current?.locator.sentence).toBe("s0-3");
  });

  test("moves both ways to the sentence in a read-along edition that wraps its sentences", async ({
    app,
  }) => {
    const user = await app.make.user();
    const file = await makeSpokenEpub({
      title: `Wrapped ${randomUUID()}`,
      chapters: ["<p>The first. The <i>second</i> one. The third.</p><p>The fourth. The fifth.</p>"],
      smils: [par("c0.xhtml", "0s", "4s")],
    });
    const bookId = await importSample(app.services, file);
    const sentences = [0, 1, 2, 3, 4].map((n): [string, number, number, number] => [
      `s0-${n}`,
      n * 0.7,
      n * 0.7 + 0.7,
      1,
    ]);
    await saveSyncMaps(app.db, bookId, [{ chapterNumber: 1, source: "aligned", sentences }]);
    const reply = await app.fetch(`/api/books/${bookId}/read-along.epub`, { as: user });
    const document = getPartialMd5(Buffer.from(await reply.arrayBuffer()));
    const koreader = await connect(app, user);
    const move = async (progress: string) => {
      await koreader.put({ document, progress, percentage: 0.01 });
      return (await getPosition(app, user, bookId)).current?.locator.sentence;
    };
    const read = async (id: string) => {
      await readHere(app, user, bookId, { sentence: SentenceId.parse(id), fraction: 0.5 });
      return (await koreader.get(document)).progress;
    };

    expect(await move("/body/DocFragment/body/p[1]/span[3]/text().4")).toBe("s0-2");
    expect(await move("/body/DocFragment/body/p[1]/span[2]/i/text().1")).toBe("s0-1");
    expect(await move("/body/DocFragment/body/p[2]/span[2]/text().0")).toBe("s0-4");
    expect(await read("s0-2")).toBe("/body/DocFragment/body/p[1]/span[3]/text().0");
    expect(await read("s0-3")).toBe("/body/DocFragment/body/p[2]/span[1]/text().0");
  });
});

test("a real book moves both ways to the sentence", { timeout: 120_000 }, async ({ app, skip }) => {
  const sample = findSample("epub/real/pg_christmas-carol.epub");
  if (sample === null) return skip("the sample files are missing");
  const user = await app.make.user();
  const bookId = await importSample(app.services, sample);
  const [koreader, document] = [await connect(app, user), await download(app, user, bookId)];
  for (const [n, id] of ["s2-40", "s3-155", "s4-7"].entries()) {
    const sentence = SentenceId.parse(id);
    await readHere(app, user, bookId, { sentence, fraction: 0.1 + n / 100 });
    const { progress, percentage } = await koreader.get(document);
    await koreader.put({ document, progress, percentage: percentage + 0.001 });
    expect([progress, (await getPosition(app, user, bookId)).current]).toEqual([
      expect.stringMatching(/^\/body\/DocFragment\[\d+\]\/body\/.+\.\d+$/),
      expect.objectContaining({ locator: expect.objectContaining({ sentence }) }),
    ]);
  }
});
