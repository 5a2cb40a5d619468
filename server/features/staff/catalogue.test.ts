import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import { staffCatalogueContract } from "#shared/staff/catalogue.ts";
import { mergesContract } from "#shared/staff/merges.ts";
import { books } from "#server/db/schema/books/books.ts";
import { contributors } from "#server/db/schema/books/contributors.ts";
import { genres } from "#server/db/schema/books/genres.ts";
import { communities } from "#server/db/schema/community/communities.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { waitForLock } from "#server/testing/wait-for-lock.ts";

const c = staffCatalogueContract;
const { createMerge } = mergesContract;
let serial = 0;

async function setUp(app: TestApp) {
  const n = ++serial;
  const employee = await app.make.user({ isEmployee: true });
  const as = app.as(employee);
  const [one, two] = [`Kindness ${n}`, `Manners ${n}`];
  for (const name of [one, two]) await as(c.createGenre, { body: { name } });
  const book = await app.make.book({ title: `Lanterns ${n}` });
  await as(publishingContract.editBook, {
    params: { bookId: book.id },
    body: {
      version: 1,
      changes: {
        genres: [one],
        tropes: [`Patience ${n}`],
        credits: [{ name: `Amina Said ${n}`, role: "author" }],
      },
    },
  });
  const { genres: all } = await as(c.listManagedGenres, {});
  const findId = (name: string) => all.find((genre) => genre.name === name)?.id ?? expect.fail(name);
  return { n, as, one, two, idOf: findId, bookId: book.id };
}

const listFound = async (app: TestApp, query: { search?: string; genre?: string; trope?: string }) =>
  (await app.as(null)(booksContract.listBooks, { query })).books.map(({ id }) => id);

describe("genres", () => {
  test("are renamed with books, filters and search; old names redirect", async ({ app }) => {
    const { as, one, idOf, bookId, n } = await setUp(app);
    const name = `Gentleness ${n}`;

    const { genres: after } = await as(c.editGenre, {
      params: { genreId: idOf(one) },
      body: { name, icon: "hand-heart", description: "Being kind." },
    });

    expect(after.find((genre) => genre.name === name)).toMatchObject({ icon: "hand-heart", bookCount: 1 });
    expect(await listFound(app, { genre: name })).toEqual([bookId]);
    expect(await listFound(app, { genre: one })).toEqual([bookId]);
    expect(await listFound(app, { search: name })).toContain(bookId);
    const [row] = await app.db.select({ genre: books.genre }).from(books).where(eq(books.id, bookId));
    expect(row?.genre).toBe(name);
    await expect(
      as(c.editGenre, { params: { genreId: idOf(one) }, body: { name: `manners ${n}` } }),
    ).rejects.toMatchObject({ status: 409 });
  });

  test("and themes have one name each, also when several are created at once", async ({ app }) => {
    const { as, n } = await setUp(app);
    for (const create of [c.createGenre, c.createTrope]) {
      const created = await Promise.allSettled(
        Array.from({ length: 6 }, () => as(create, { body: { name: `At once ${n}` } })),
      );
      expect(created.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      for (const each of created) {
        if (each.status === "rejected") expect(each.reason).toMatchObject({ status: 409 });
      }
    }
  });

  test("are merged: books move and the old name redirects", async ({ app }) => {
    const { as, one, two, idOf, bookId } = await setUp(app);

    await as(createMerge, { body: { kind: "genre", fromId: idOf(one), targetId: idOf(two) } });

    expect(await listFound(app, { genre: two })).toEqual([bookId]);
    expect(await listFound(app, { genre: one })).toEqual([bookId]);
    expect(await app.db.$count(genres, eq(genres.name, one))).toBe(0);
  });

  test("keep the order set by staff, and are deleted without books only", async ({ app }) => {
    const { as, one, two, idOf } = await setUp(app);
    const { genres: before } = await as(c.listManagedGenres, {});
    const ids = before.map(({ id }) => id).toReversed();
    const { genres: after } = await as(c.orderGenres, { body: { ids } });
    expect(after.map(({ id }) => id)).toEqual(ids);
    await expect(as(c.orderGenres, { body: { ids: ids.slice(1) } })).rejects.toMatchObject({ status: 409 });

    const admin = app.as(await app.make.user({ isAdmin: true }));
    await expect(as(c.deleteGenre, { params: { genreId: idOf(two) } })).rejects.toMatchObject({
      status: 403,
    });
    await expect(admin(c.deleteGenre, { params: { genreId: idOf(one) } })).rejects.toMatchObject({
      status: 409,
    });
    const [community] = await app.db
      .insert(communities)
      .values({
        name: two,
        normalizedName: two,
        visibility: "public",
        genreId: idOf(two),
        createdAt: new Date(),
      })
      .returning();
    await expect(admin(c.deleteGenre, { params: { genreId: idOf(two) } })).rejects.toMatchObject({
      status: 409,
    });
    await app.db.delete(communities).where(eq(communities.id, community?.id ?? expect.fail()));
    await admin(c.deleteGenre, { params: { genreId: idOf(two) } });
    expect(await app.db.$count(genres, eq(genres.name, two))).toBe(0);
  });
});

test("themes are renamed and merged with their books", async ({ app }) => {
  const { as, bookId, n } = await setUp(app);
  const { tropes } = await as(c.createTrope, { body: { name: `Endurance ${n}` } });
  const findId = (name: string) => tropes.find((trope) => trope.name === name)?.id ?? expect.fail(name);
  await as(c.renameTrope, { params: { tropeId: findId(`Patience ${n}`) }, body: { name: `Sabr ${n}` } });
  expect((await app.as(null)(booksContract.getBook, { params: { bookId } })).tropes).toEqual([`Sabr ${n}`]);

  await as(createMerge, {
    body: { kind: "trope", fromId: findId(`Patience ${n}`), targetId: findId(`Endurance ${n}`) },
  });

  expect((await app.as(null)(booksContract.getBook, { params: { bookId } })).tropes).toEqual([
    `Endurance ${n}`,
  ]);
  expect(await listFound(app, { trope: `endurance ${n}` })).toEqual([bookId]);
  expect(await listFound(app, { trope: `endurance ${n}`, search: `lanterns ${n}` })).toEqual([bookId]);
  expect(await listFound(app, { trope: `Patience ${n}` })).toEqual([]);
});

describe("contributors", () => {
  test("are renamed, linked to accounts and merged, with their books", async ({ app }) => {
    const { as, bookId, n } = await setUp(app);
    const author = await app.make.user({ isAuthor: true });
    const { contributors: list } = await as(c.listContributors, { query: { search: `amina said ${n}` } });
    const id = list[0]?.id ?? expect.fail();

    const edited = await as(c.editContributor, {
      params: { contributorId: id },
      body: { name: `Aminah Saeed ${n}`, bio: "Writes.", username: author.username },
    });
    expect(edited).toMatchObject({ bookCount: 1, bio: "Writes.", account: { id: author.id } });
    const [row] = await app.db.select({ author: books.author }).from(books).where(eq(books.id, bookId));
    expect(row?.author).toBe(`Aminah Saeed ${n}`);
    expect(await listFound(app, { search: `saeed ${n}` })).toContain(bookId);
    const renamed = await as(c.editContributor, {
      params: { contributorId: id },
      body: { name: `Aminah Saeed ${n}` },
    });
    expect(renamed).toEqual(edited);
    const taken = { name: `Same name ${n}`, normalizedName: `same name ${n}` };
    // An import adds the name and commits while the change waits for it.
    const { refused } = await app.db.transaction(async (tx) => {
      await tx.insert(contributors).values(taken);
      const renaming = as(c.editContributor, { params: { contributorId: id }, body: { name: taken.name } });
      const refused = expect(renaming).rejects.toMatchObject({ status: 409 });
      await waitForLock(app.db);
      return { refused };
    });
    await refused;
    const reader = await app.make.user();
    await expect(
      as(c.editContributor, { params: { contributorId: id }, body: { username: reader.username } }),
    ).rejects.toMatchObject({ status: 400 });

    const [other] = await app.db
      .insert(contributors)
      .values({ name: `A. Saeed ${n}`, normalizedName: `a saeed ${n}` })
      .returning();
    const targetId = other?.id ?? expect.fail();
    const merged = await as(createMerge, { body: { kind: "contributor", fromId: id, targetId } });
    expect(merged).toMatchObject({ fromName: `Aminah Saeed ${n}`, targetName: `A. Saeed ${n}` });
    expect((await app.as(null)(booksContract.getBook, { params: { bookId } })).contributors).toMatchObject([
      { id: other?.id, name: `A. Saeed ${n}` },
    ]);
  });
});
