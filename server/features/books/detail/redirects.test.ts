import { describe, expect } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { redirectsContract } from "#shared/books/redirects.ts";
import { auditLog } from "#server/db/schema/accounts/accounts.ts";
import { noBook } from "#server/testing/factories.ts";
import { test } from "#server/testing/test.ts";

const { listRedirects, saveRedirect, deleteRedirect } = redirectsContract;

describe("an old id", () => {
  test("redirects to the book named by staff, until removed", async ({ app }) => {
    const employee = await app.make.user({ isEmployee: true });
    const { id: bookId, title } = await app.make.book();
    const params = { oldId: "abc x/ك" };

    const put = await app.as(employee)(saveRedirect, { params, body: { bookId } });

    expect(put).toEqual({ oldId: "abc x/ك", bookId, title });
    const found = await app.as(null)(booksContract.getBook, { params: { bookId: params.oldId } });
    expect(found.id).toBe(bookId);
    const audited = await app.db.select().from(auditLog);
    expect(audited).toContainEqual(
      expect.objectContaining({ action: "book.redirected", actorId: employee.id, target: bookId }),
    );
    await app.as(employee)(deleteRedirect, { params });
    expect((await app.fetch(`/api/books/${encodeURIComponent(params.oldId)}`)).status).toBe(404);
    await expect(app.as(employee)(deleteRedirect, { params })).rejects.toMatchObject({ status: 404 });
  });

  test("never redirects in a circle", async ({ app }) => {
    const employee = await app.make.user({ isEmployee: true });
    const [one, two] = [await app.make.book(), await app.make.book()];
    const put = (oldId: string, bookId: typeof one.id) =>
      app.as(employee)(saveRedirect, { params: { oldId }, body: { bookId } });
    await put(one.id, two.id);

    await expect(put(two.id, one.id)).rejects.toMatchObject({ status: 400 });
    await expect(put(one.id, one.id)).rejects.toMatchObject({ status: 400 });
    await expect(put("x", noBook)).rejects.toMatchObject({ status: 404 });
    expect((await app.as(null)(booksContract.getBook, { params: { bookId: one.id } })).id).toBe(two.id);
  });

  test("redirects in one step after its target moved", async ({ app }) => {
    const employee = await app.make.user({ isEmployee: true });
    const [one, two] = [await app.make.book(), await app.make.book()];
    const put = (oldId: string, bookId: typeof one.id) =>
      app.as(employee)(saveRedirect, { params: { oldId }, body: { bookId } });

    await put("first", one.id);
    await put(one.id, two.id);

    expect((await app.as(null)(booksContract.getBook, { params: { bookId: "first" } })).id).toBe(two.id);
  });

  test("is managed by staff", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const { id: bookId } = await app.make.book();

    await expect(app.as(null)(listRedirects, { query: {} })).rejects.toMatchObject({ status: 401 });
    await expect(
      app.as(author)(saveRedirect, { params: { oldId: "y" }, body: { bookId } }),
    ).rejects.toMatchObject({ status: 403 });
  });

  test("is listed page by page, each once", async ({ app }) => {
    const employee = await app.make.user({ isEmployee: true });
    const { id: bookId } = await app.make.book();
    for (const oldId of ["page-1", "page-2", "page-3"]) {
      await app.as(employee)(saveRedirect, { params: { oldId }, body: { bookId } });
    }
    const visited: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await app.as(employee)(listRedirects, { query: { limit: 2, cursor } });
      visited.push(...page.redirects.map(({ oldId }) => oldId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);

    expect(visited.filter((oldId) => oldId.startsWith("page-"))).toEqual(["page-1", "page-2", "page-3"]);
    expect(new Set(visited).size).toBe(visited.length);
  });
});
