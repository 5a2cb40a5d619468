import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Progression } from "#shared/opds/progression-contract.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { storeBook } from "#server/testing/books/stored-book.ts";
import { noBook } from "#server/testing/factories.ts";
import { basic, createToken } from "#server/testing/opds/catalogue.ts";
import { validate } from "#server/testing/opds/schemas.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const type = "application/opds-progression+json";
const device = { id: "urn:uuid:019c0047-cc8d-7ec4-a3c3-938ccadc020a", name: "Reading app" };

async function connect(app: TestApp, user: User) {
  const headers = { ...basic(user, await createToken(app, user, ["sync"])), "Content-Type": type };
  const send = async (bookId: BookId, body?: object) => {
    const init = body ? { method: "PUT", body: JSON.stringify({ device, ...body }) } : {};
    return app.fetch(`/opds/books/${bookId}/progression`, { headers, ...init });
  };
  return {
    send,
    async exchange(bookId: BookId, body?: object) {
      const reply = await send(bookId, body);
      expect([reply.status, reply.headers.get("content-type")]).toEqual([200, type]);
      const text = await reply.text();
      if (text === "") return null;
      const progression = JSON.parse(text) as Progression;
      expect(validate("progression", progression)).toEqual([]);
      return progression;
    },
  };
}

const chapters = [
  "<p>It began in spring. Then came the summer, at last.</p>",
  "<p>Autumn was short. Winter was long.</p>",
];

describe("the progression of another app", () => {
  test("is exact in a text: the sentence that it quotes", async ({ app }) => {
    const user = await app.make.user();
    const bookId = await createEpubBook(app, {}, { chapters });
    const { exchange } = await connect(app, user);

    expect(await exchange(bookId)).toBeNull();
    const references = ["https://elsewhere.example/EPUB/c1.xhtml#:~:text=Winter%20was"];
    const saved = await exchange(bookId, { modified: "2026-02-01T10:00:00Z", progression: 0.8, references });
    const { current } = await app.as(user)(positionsContract.getPosition, { params: { bookId } });

    expect(current).toMatchObject({ locator: { sentence: "s1-1" }, device: "Reading app" });
    expect(saved).toMatchObject({
      modified: "2026-02-01T10:00:00.000Z",
      device: { name: "Reading app" },
      references: ["EPUB/c1.xhtml#:~:text=Winter%20was%20long."],
    });
    expect(await exchange(bookId)).toEqual(saved);
  });

  test("is exact in a recording, in seconds from its start", async ({ app }) => {
    const user = await app.make.user();
    const { id } = await storeBook(app.services, { hasEbook: false });
    const { exchange } = await connect(app, user);
    const saved = await exchange(id, {
      modified: "2026-02-01T10:00:00Z",
      progression: 0.6,
      references: ["#t=120.5"],
    });
    const { audio } = await app.as(user)(positionsContract.getPosition, { params: { bookId: id } });

    expect(audio).toMatchObject({ chapter: 2, offset: 20.5 });
    expect(saved?.references).toContain("#t=120.500");
  });

  test("gives way to a later one, and a repeated one changes nothing", async ({ app }) => {
    const user = await app.make.user();
    const bookId = await createEpubBook(app, {}, { chapters });
    const { exchange } = await connect(app, user);
    const late = { modified: "2026-02-02T10:00:00Z", progression: 0.9 };
    await exchange(bookId, late);
    await exchange(bookId, late);
    const kept = await exchange(bookId, { modified: "2026-02-01T10:00:00Z", progression: 0.2 });

    expect(kept).toMatchObject({ modified: "2026-02-02T10:00:00.000Z", progression: 0.9 });
  });

  test("belongs to its user, to visible books, and to the scope of synchronization", async ({ app }) => {
    const [user, other] = [await app.make.user(), await app.make.user()];
    const bookId = await createEpubBook(app, {}, { chapters });
    const hidden = await createEpubBook(app, { state: "hidden" }, { chapters });
    const body = { modified: "2026-02-01T10:00:00Z", progression: 0.5 };
    const mine = await connect(app, user);
    await mine.exchange(bookId, body);

    expect(await (await connect(app, other)).exchange(bookId)).toBeNull();
    expect((await mine.send(hidden, body)).status).toBe(404);
    expect((await mine.send(noBook)).status).toBe(404);
    expect((await mine.send(bookId, { ...body, progression: 2 })).status).toBe(400);
    expect((await app.fetch(`/opds/books/${bookId}/progression`)).status).toBe(401);
    const read = basic(user, await createToken(app, user, ["read"]));
    expect((await app.fetch(`/opds/books/${bookId}/progression`, { headers: read })).status).toBe(403);
  });
});
