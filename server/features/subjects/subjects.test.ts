import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { asc } from "drizzle-orm";
import { afterEach, beforeEach, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { booksContract } from "#shared/books/contract.ts";
import { staffCatalogueContract } from "#shared/staff/catalogue.ts";
import { type SubjectState, subjectsContract } from "#shared/subjects/contract.ts";
import { books } from "#server/db/schema/books/books.ts";
import { bookGenres, genres } from "#server/db/schema/books/genres.ts";
import { importFolder, importUploadedFiles } from "#server/features/book-import/service.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { listSubjects, decideSubject } = subjectsContract;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "maktaba-subjects-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

let serial = 0;

/** An author's draft of an EPUB with these subjects. */
async function createDraft(app: TestApp, subjects: readonly string[]) {
  const author = await app.make.user({ isAuthor: true });
  const title = `Draft ${++serial}`;
  const own = await mkdtemp(path.join(folder, "draft-"));
  await writeSmallEpub(path.join(own, "book.epub"), { title, subjects });
  const { bookId } = await importUploadedFiles(app.services, own, author.id, { title, revisionOf: null });
  return bookId;
}

/** The names of the genres of every book, by book. */
async function listAllBookGenres(app: TestApp) {
  const names = new Map((await app.db.select().from(genres)).map(({ id, name }) => [id, name]));
  const rows = await app.db.select().from(bookGenres).orderBy(asc(bookGenres.position));
  const all: Record<string, string[]> = {};
  for (const { bookId, genreId } of rows) all[bookId] = [...(all[bookId] ?? []), names.get(genreId) ?? ""];
  return all;
}

async function list(app: TestApp, as: User, state: SubjectState) {
  const { subjects } = await app.as(as)(listSubjects, { query: { state, limit: 100 } });
  return subjects;
}

const find = async (app: TestApp, as: User, state: SubjectState, name: string) =>
  (await list(app, as, state)).find((each) => each.name === name) ?? expect.fail(`no subject ${name}`);

test("a draft gets existing genres, creates none, and its other subjects wait for staff", async ({ app }) => {
  const employee = await app.make.user({ isEmployee: true });
  await app.as(employee)(staffCatalogueContract.createGenre, { body: { name: "History" } });
  const genresBefore = await app.db.select().from(genres);
  const publicBefore = await app.as(null)(booksContract.listGenres, {});
  const neighbour = await createDraft(app, []);

  const bookId = await createDraft(app, [
    "HISTORY / Middle East / General",
    "London (England)",
    "&lt;img src=x onerror=alert(1)&gt;",
    "Islamic law",
    "Audiobook",
    "Others",
  ]);

  expect(await listAllBookGenres(app)).toEqual({ [bookId]: ["History"] });
  expect(await app.db.select().from(genres)).toEqual(genresBefore);
  expect(await app.as(null)(booksContract.listGenres, {})).toEqual(publicBefore);
  expect((await list(app, employee, "waiting")).map(({ name, suggestion }) => [name, suggestion])).toEqual([
    ["<img src=x onerror=alert(1)>", null],
    ["Islamic law", "Jurisprudence"],
    ["London (England)", null],
  ]);
  expect(await list(app, employee, "assigned")).toMatchObject([
    { name: "HISTORY / Middle East / General", bookCount: 1, genre: { name: "History" } },
  ]);
  const found = await app.as(employee)(listSubjects, { query: { state: "waiting", search: "LONDON" } });
  expect(found.subjects.map(({ name }) => name)).toEqual(["London (England)"]);
  expect(neighbour).not.toBe(bookId);
});

test("a genre that staff assign goes to the books with the subject, now and later", async ({ app }) => {
  const employee = await app.make.user({ isEmployee: true });
  const [first, neighbour] = [await createDraft(app, ["Navigation"]), await createDraft(app, ["Knots"])];
  const before = await listAllBookGenres(app);
  const { id: subjectId } = await find(app, employee, "waiting", "Navigation");

  const body = { kind: "new-genre", name: "Seafaring" } as const;
  const decided = await app.as(employee)(decideSubject, { params: { subjectId }, body });
  const later = await createDraft(app, ["navigation"]);

  expect(decided).toMatchObject({ state: "assigned", genre: { name: "Seafaring" }, bookCount: 1 });
  expect(await listAllBookGenres(app)).toEqual({ ...before, [first]: ["Seafaring"], [later]: ["Seafaring"] });
  const other = await find(app, employee, "waiting", "Knots");
  await expect(
    app.as(employee)(decideSubject, { params: { subjectId: other.id }, body }),
  ).rejects.toMatchObject({ status: 409 });

  const genreId = decided.genre?.id ?? expect.fail();
  for (let n = 0; n < 2; n++) {
    await app.as(employee)(decideSubject, {
      params: { subjectId: other.id },
      body: { kind: "genre", genreId },
    });
  }
  expect((await listAllBookGenres(app))[neighbour]).toEqual(["Seafaring"]);
});

test("an ignored subject gives no genre and can return to the review list", async ({ app }) => {
  const employee = await app.make.user({ isEmployee: true });
  await createDraft(app, ["Poetry"]);
  const { id: subjectId } = await find(app, employee, "waiting", "Poetry");

  await app.as(employee)(decideSubject, { params: { subjectId }, body: { kind: "ignore" } });
  await app.as(employee)(staffCatalogueContract.createGenre, { body: { name: "Poetry" } });
  const bookId = await createDraft(app, ["Poetry"]);

  expect((await listAllBookGenres(app))[bookId]).toBeUndefined();
  expect((await list(app, employee, "ignored")).map(({ name }) => name)).toEqual(["Poetry"]);
  await app.as(employee)(decideSubject, { params: { subjectId }, body: { kind: "wait" } });
  expect((await list(app, employee, "waiting")).map(({ name }) => name)).toContain("Poetry");
});

test("an import by the operator creates usual genres and no others", async ({ app }) => {
  const before = (await app.db.select().from(genres)).map(({ name }) => name);
  const title = `Imported ${++serial}`;
  await writeSmallEpub(path.join(folder, "book.epub"), { title, subjects: ["Sufism", "Lisbon (Portugal)"] });

  await importFolder(app.services, folder);

  const after = (await app.db.select().from(genres)).map(({ name }) => name);
  expect(after.sort()).toEqual([...before, "Sufism"].sort());
  const [book] = (await app.db.select().from(books)).filter((each) => each.title === title);
  expect((await listAllBookGenres(app))[book?.id ?? ""]).toEqual(["Sufism"]);
});

test("subjects are for staff", async ({ app }) => {
  const author = await app.make.user({ isAuthor: true });
  await expect(list(app, author, "waiting")).rejects.toMatchObject({ status: 403 });
});
