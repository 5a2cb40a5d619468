import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { challengesContract } from "#shared/challenges/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { books } from "#server/db/schema/books/books.ts";
import { contributors } from "#server/db/schema/books/contributors.ts";
import { ebooks } from "#server/db/schema/books/formats.ts";
import { communities } from "#server/db/schema/community/communities.ts";
import { libraryEntries } from "#server/db/schema/reading/library.ts";
import { test } from "#server/testing/test.ts";
import { findBookIds } from "./queries.ts";
import { removeDemo } from "./remove-demo.ts";
import { loadDemo } from "./service.ts";

const subset = ["five-daily-prayers", "letters-from-the-road", "layla-counts-the-stars"];

describe("removing the demo library", () => {
  test("keeps books of the site, and what readers did with demo books", async ({ app }) => {
    const own = await app.make.book({ title: "A Book of the Site" });
    const amina = await app.make.user();
    await loadDemo(app.services, {}, subset);
    const [demoBook] = await app.services.db
      .select()
      .from(books)
      .where(eq(books.title, "Letters from the Road"));
    const bookId = demoBook?.id ?? expect.fail("The demo book is missing.");
    await app.as(amina)(libraryContract.saveEntry, { params: { bookId }, body: { status: "want-to-read" } });
    const [joined] = await app.as(amina)(challengesContract.listActive, {});
    await app.as(amina)(challengesContract.join, { params: { challengeId: joined?.id ?? expect.fail() } });

    const removal = await removeDemo(app.services);

    expect(removal).toMatchObject({ deletedBooks: 2, hiddenBooks: 1, keptGroups: 1 });
    const listed = await app.as(null)(booksContract.listBooks, { query: {} });
    expect(listed.books.map(({ id }) => id)).toEqual([own.id]);
    const isOwn = eq(libraryEntries.userId, amina.id);
    expect(await app.services.db.$count(libraryEntries, isOwn)).toBe(1);
    expect(await app.services.db.$count(libraryEntries)).toBe(1);
    expect(await app.services.db.$count(ebooks)).toBe(0);
    expect(await app.services.db.$count(communities)).toBe(0);
    expect(await app.services.db.$count(contributors, eq(contributors.name, "Huda Salim"))).toBe(0);
    expect(await app.as(amina)(challengesContract.listActive, {})).toHaveLength(1);
  });

  test("can be repeated, and the library can be loaded again", async ({ app }) => {
    await removeDemo(app.services);

    expect(await removeDemo(app.services)).toMatchObject({ deletedBooks: 0 });
    expect(await loadDemo(app.services, {}, subset)).toMatchObject({ added: 3, rejected: 0 });
    expect(await removeDemo(app.services)).toMatchObject({ deletedBooks: 3 });
  });

  test("hidden books are not used when it is loaded again", async ({ app }) => {
    const shown = await app.make.book({ title: "Two Copies" });
    await app.make.book({ title: "Two Copies", state: "hidden" });

    expect(await findBookIds(app.services.db, ["Two Copies"])).toEqual(new Map([["Two Copies", shown.id]]));
  });
});
