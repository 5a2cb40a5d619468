import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { ReplyOf } from "#shared/api/contract.ts";
import { CallError, decodeReply, getUrl, toFormData } from "#shared/api/http-client.ts";
import { bulkEditsContract } from "#shared/publishing/bulk-edits.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import { csvContract } from "#shared/publishing/csv.ts";
import { bookChanges, type books } from "#server/db/schema/books/books.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { previewCsv, applyCsv } = csvContract;
const { getPublishingBook, editBook } = publishingContract;

async function setUp(app: TestApp) {
  const [employee, reader] = [await app.make.user({ isEmployee: true }), await app.make.user()];
  const one = await createPublishedBook(app.services, { title: "Al-Bayān", authors: ["Amina Said"] });
  const isbns = ["9783161484100"];
  const two = await app.make.book({ title: "The Lamp", normalizedTitle: "the lamp", isbns });
  return { employee, reader, one, two };
}

/** Forms are accepted from pages of the server only. */
async function send<C extends typeof previewCsv | typeof applyCsv>(
  app: TestApp,
  user: User,
  contract: C,
  csv: string,
  query: object,
): Promise<ReplyOf<C>> {
  const response = await app.fetch(getUrl(contract, { query }), {
    as: user,
    method: "POST",
    body: toFormData(new Blob([csv])),
    headers: { Origin: app.services.settings.origins[0] },
  });
  if (!response.ok) throw new CallError(response.status, await response.text());
  return decodeReply(contract, await response.json());
}

const preview = (app: TestApp, user: User, csv: string, query: { includesLocked?: boolean } = {}) =>
  send(app, user, previewCsv, csv, query);

const getFields = async (app: TestApp, user: User, bookId: (typeof books.$inferSelect)["id"]) =>
  (await app.as(user)(getPublishingBook, { params: { bookId } })).fields;

describe("a metadata CSV", () => {
  test("changes books by id, ISBN, or title and author, and is undone", async ({ app }) => {
    const { employee, one, two } = await setUp(app);
    const three = await app.make.book({ publisher: "Old" });
    const csv = [
      "id,isbn,title,author,publisher,genres,publishedYear,isFree,series,seriesPosition",
      ",,Al-Bayan,amina said,House A,Ethics; History,2020,no,Evenings,2",
      ",978-3-16-148410-0,,,House A,,,,,",
      `${three.id},,,,-,,,,,`,
    ].join("\n");
    const previewed = await preview(app, employee, csv);
    expect(previewed).toMatchObject({ rows: 3, changed: 3, unchanged: 0, problems: [] });
    expect(previewed.examples.map(({ bookId }) => bookId)).toEqual([one.id, two.id, three.id]);
    expect((await getFields(app, employee, one.id)).publisher).toBe("");

    await expect(send(app, employee, applyCsv, csv, { expected: "2" })).rejects.toMatchObject({
      status: 409,
    });
    const edit = await send(app, employee, applyCsv, csv, { expected: "3" });
    await app.runJobs();

    expect(await getFields(app, employee, one.id)).toMatchObject({
      publisher: "House A",
      genres: ["Ethics", "History"],
      publishedYear: 2020,
      isFree: false,
      series: { name: "Evenings", position: 2 },
    });
    expect((await getFields(app, employee, three.id)).publisher).toBe("");
    const [change] = await app.db.select().from(bookChanges).where(eq(bookChanges.bookId, two.id));
    expect(change).toMatchObject({ field: "publisher", source: "csv", bulkId: edit.id });
    expect(await preview(app, employee, csv)).toMatchObject({ changed: 0, unchanged: 3 });

    await app.as(employee)(bulkEditsContract.undoBulkEdit, { params: { bulkId: edit.id } });
    await app.runJobs();
    expect(await getFields(app, employee, one.id)).toMatchObject({ publisher: "", genres: [], isFree: true });
    expect((await getFields(app, employee, three.id)).publisher).toBe("Old");
  });

  test("names a reason for each rejected row", async ({ app }) => {
    const { employee, one } = await setUp(app);
    const same = { title: "Twin", normalizedTitle: "twin", author: "Someone" };
    await app.make.book(same);
    await app.make.book(same);
    const csv = [
      "id;title;author;language;publishedYear;direction",
      `${one.id};;;en-GB;;`,
      `${one.id};;;fr;;`,
      ";Nothing;Nobody;en;;",
      ";Twin;Someone;fr;;",
      ";;;en;;",
      `${one.id};;;;soon;`,
      `${one.id};;;;;sideways`,
    ].join("\n");
    const { changed, problems } = await preview(app, employee, csv);
    expect(changed).toBe(1);
    expect(problems.map(({ row, reason }) => [row, reason.code])).toEqual([
      [3, "csv_row_twice"],
      [4, "csv_row_unknown"],
      [5, "csv_row_ambiguous"],
      [6, "csv_row_without_key"],
      [7, "csv_value_invalid"],
      [8, "csv_value_invalid"],
    ]);
    for (const broken of ["id,colour\n1,red", "publisher\nx", 'id\n"open']) {
      await expect(preview(app, employee, broken)).rejects.toMatchObject({ status: 422 });
    }
  });

  test("skips manually edited fields unless included", async ({ app }) => {
    const { employee, one } = await setUp(app);
    const { version } = await app.as(employee)(getPublishingBook, { params: { bookId: one.id } });
    const changes = { publisher: "By hand" };
    await app.as(employee)(editBook, { params: { bookId: one.id }, body: { version, changes } });
    const csv = `id,publisher,language\n${one.id},From CSV,fr`;
    const csvPreview = await preview(app, employee, csv);
    expect(csvPreview.problems).toMatchObject([
      { row: 2, reason: { code: "csv_locked", fields: "publisher" } },
    ]);
    expect(csvPreview.examples[0]?.changes.map(({ field }) => field)).toEqual(["language"]);
    const all = await preview(app, employee, csv, { includesLocked: true });
    expect(all.examples[0]?.changes.map(({ field }) => field)).toEqual(["language", "publisher"]);
  });

  test("is exported for staff only, and imports without changes", async ({ app }) => {
    const { employee, reader } = await setUp(app);
    const exported = await app.fetch("/api/admin/books.csv", { as: employee });
    const csv = await exported.text();
    expect(csv).toContain("Al-Bayān,Amina Said");
    expect(await preview(app, employee, csv)).toMatchObject({ changed: 0, problemCount: 0 });
    expect((await app.fetch("/api/admin/books.csv", { as: reader })).status).toBe(403);
    await expect(preview(app, reader, csv)).rejects.toMatchObject({ status: 403 });
  });
});
