import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { call } from "#shared/api/http-client.ts";
import { readCsv } from "#shared/api/read-csv.ts";
import type { BookId } from "#shared/books/book.ts";
import { libraryContract } from "#shared/library/contract.ts";
import type { LibraryStatus } from "#shared/library/entry.ts";
import type { LibraryExportFormat } from "#shared/library/export-contract.ts";
import { shelfImportContract } from "#shared/shelf-import/contract.ts";
import { shelvesContract } from "#shared/shelves/contract.ts";
import { books } from "#server/db/schema/books/books.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

async function download(app: TestApp, user: User, format: LibraryExportFormat) {
  const reply = await app.fetch(`/api/user/library-export.csv?format=${format}`, { as: user });
  const text = await reply.text();
  const [head = [], ...rows] = readCsv(text, 1000);
  const records = rows.map((row) => Object.fromEntries(head.map((name, n) => [name, row[n]])));
  return { reply, text, head, records };
}

/** A finished and rated book on two shelves, one only on a shelf, and one whose title is a formula. */
async function createLibrary(app: TestApp, reader: User) {
  const input = { authors: ["Maryam Idris", "Omar Said"], narrators: ["Huda Nasser"], series: "Wells" };
  const lamp = await createPublishedBook(app.services, {
    title: "The Lamp, Lit",
    isbns: ["9780306406157"],
    ...input,
  });
  const shelved = await createPublishedBook(app.services, { title: "Only on a Shelf" });
  const formula = await createPublishedBook(app.services, {
    title: "=HYPERLINK(1)",
    authors: ["-A. Writer"],
  });
  const as = app.as(reader);
  for (const { id: bookId } of [lamp, formula]) {
    await as(libraryContract.saveEntry, { params: { bookId }, body: { status: "finished" } });
  }
  await as(libraryContract.saveRating, {
    params: { bookId: lamp.id },
    body: { stars: 4.5, text: "Bright,\n“warm”.", hasSpoiler: true },
  });
  for (const [name, ids] of [
    ["Evenings, long ones", [shelved.id, lamp.id]],
    ["favorites", [lamp.id]],
  ] as const) {
    const body = { name, description: "", visibility: "private" as const };
    const { id: shelfId } = await as(shelvesContract.createShelf, { body });
    for (const bookId of ids) {
      await as(shelvesContract.saveShelfBook, { params: { shelfId, bookId }, body: {} });
    }
  }
}

describe("the library as CSV", () => {
  test("for Goodreads reads back into another account with its shelves", async ({ app }) => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    await createLibrary(app, reader);

    const { reply, text, head, records } = await download(app, reader, "goodreads");
    expect(reply.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(head.join()).toBe(
      "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies",
    );
    expect(records).toContainEqual(
      expect.objectContaining({
        Title: "The Lamp, Lit",
        Author: "Maryam Idris",
        "Author l-f": "Idris, Maryam",
        "Additional Authors": "Omar Said, Huda Nasser",
        ISBN13: "9780306406157",
        "My Rating": "5",
        Bookshelves: "Evenings; long ones, favorites",
        "Bookshelves with positions": "Evenings; long ones (#2), favorites (#1)",
        "Exclusive Shelf": "read",
        "My Review": "Bright,\n“warm”.",
        Spoiler: "true",
      }),
    );
    expect(text).not.toMatch(/(^|[,"\n])[=-][A-Z]/m);

    const options = {
      baseUrl: app.baseUrl,
      headers: { Cookie: await createSessionCookie(app.services, other), "Sec-Fetch-Site": "same-origin" },
    };
    const result = await call(shelfImportContract.runImport, { file: new Blob([text]) }, options);
    expect(result).toEqual({ added: 3, saved: 3, shelves: 2, total: 3 });
    const shelves = await app.as(other)(shelvesContract.listShelves, { query: {} });
    expect(shelves.map(({ name, covers }) => [name, covers.map(({ title }) => title)]).toSorted()).toEqual([
      ["Evenings; long ones", ["Only on a Shelf", "The Lamp, Lit"]],
      ["favorites", ["The Lamp, Lit"]],
    ]);
    const entries = await app.as(other)(libraryContract.listLibrary, { query: { sort: "title" } });
    expect(entries.map(({ book, status }) => [book.title, status])).toEqual([
      ["=HYPERLINK(1)", "finished"],
      ["Only on a Shelf", "want-to-read"],
      ["The Lamp, Lit", "finished"],
    ]);
  });

  test("for StoryGraph and Hardcover has their columns, and imported books", async ({ app }) => {
    const reader = await app.make.user();
    await createLibrary(app, reader);
    const table = "Title,Authors,Read Status,Star Rating,Last Date Read\nFar Away,Nobody,did-not-finish,2.5,";
    await call(
      shelfImportContract.runImport,
      { file: new Blob([table]) },
      {
        baseUrl: app.baseUrl,
        headers: { Cookie: await createSessionCookie(app.services, reader), "Sec-Fetch-Site": "same-origin" },
      },
    );

    const storygraph = await download(app, reader, "storygraph");
    expect(storygraph.head).toHaveLength(23);
    expect(storygraph.records).toContainEqual(
      expect.objectContaining({
        Title: "The Lamp, Lit",
        Authors: "Maryam Idris, Omar Said",
        "Read Status": "read",
        "Star Rating": "4.5",
        Tags: "Evenings; long ones, favorites",
      }),
    );
    expect(storygraph.records).toContainEqual(
      expect.objectContaining({ Title: "Far Away", "Read Status": "did-not-finish", "Star Rating": "2.5" }),
    );

    const hardcover = await download(app, reader, "hardcover");
    expect(hardcover.head.join()).toBe(
      "Title,Author,Series,Status,Privacy,Hardcover Book ID,Hardcover Edition ID,ISBN 10,ISBN 13,ASIN,Media,Country Code,Language Code,Binding,Pages,Duration in Seconds,Publish Date,Publisher,Genres,Moods,Tags,Content Warnings,Lists,Date Added,Date Started,Date Finished,Rating,Review,Review Contains Spoilers,Sponsored Review,Review Date,Review URL,Review Media URL,Private Notes,Owned,Compilation,Review Slate",
    );
    expect(hardcover.records).toContainEqual(
      expect.objectContaining({
        Author: "Maryam Idris, Omar Said, Huda Nasser (Narrator)",
        Series: "Wells",
        Status: "Read",
        "ISBN 13": "9780306406157",
        Lists: "Evenings; long ones, favorites",
        Rating: "4.5",
      }),
    );
    expect(hardcover.records).toContainEqual(
      expect.objectContaining({ Title: "Only on a Shelf", Status: "None" }),
    );
  });

  test("has what the caller recorded about a book, beside other readers, with its dates", async ({ app }) => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    const [lamp, hidden] = [
      await createPublishedBook(app.services, { title: "Lamp" }),
      await createPublishedBook(app.services, { title: "Hidden" }),
    ];
    const day = app.services.clock().toISOString().slice(0, 10);
    const save = (by: User, bookId: BookId, status: LibraryStatus) =>
      app.as(by)(libraryContract.saveEntry, { params: { bookId }, body: { status } });
    const rate = (by: User, bookId: BookId, stars: number, text: string) =>
      app.as(by)(libraryContract.saveRating, { params: { bookId }, body: { stars, text } });
    await save(reader, lamp.id, "finished");
    await save(reader, lamp.id, "currently-reading");
    await save(reader, hidden.id, "finished");
    await rate(reader, hidden.id, 2, "Mine.");
    for (const { id } of [lamp, hidden]) {
      await save(other, id, "finished");
      await rate(other, id, 5, "Theirs.");
    }
    await app.db.update(books).set({ state: "draft", ownerId: other.id }).where(eq(books.id, hidden.id));

    const { reply, records } = await download(app, reader, "hardcover");
    expect(reply.headers.get("content-disposition")).toContain(`hardcover ${day}.csv`);
    expect(records).toEqual([
      expect.objectContaining({
        Title: "Lamp",
        Status: "Currently Reading",
        Media: "Ebook",
        "Date Added": day,
        "Date Started": day,
        "Date Finished": "",
        Rating: "",
        Review: "",
        "Review Contains Spoilers": "",
      }),
    ]);
    const [finished] = (await download(app, other, "hardcover")).records.filter(
      ({ Title }) => Title === "Lamp",
    );
    expect(finished).toMatchObject({ "Date Finished": day, Rating: "5", Review: "Theirs." });
    const head = await app.fetch("/api/user/library-export.csv?format=hardcover", {
      as: reader,
      method: "HEAD",
    });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("has the caller's books only", async ({ app }) => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    await createLibrary(app, reader);

    expect((await download(app, other, "goodreads")).records).toEqual([]);
    expect((await app.fetch("/api/user/library-export.csv?format=goodreads")).status).toBe(401);
  });
});
