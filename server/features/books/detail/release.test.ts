import { describe, expect } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { test } from "#server/testing/test.ts";
import { releaseBooks } from "./release.ts";

const { listComingSoon, listLatest } = booksContract;
const listTitles = (books: readonly { title: string }[]) => books.map(({ title }) => title);

describe("a coming-soon book", () => {
  test("is published at its date, not before", async ({ app }) => {
    const guest = app.as(null);
    app.setClock(new Date("2026-03-01T12:00:00Z"));
    await app.make.book({ title: "Soon", state: "scheduled", releaseAt: new Date("2026-03-02T00:00:00Z") });
    await app.make.book({ title: "Later", state: "scheduled", releaseAt: new Date("2026-04-02T00:00:00Z") });

    await releaseBooks.run(app.services, {});
    expect(listTitles(await guest(listComingSoon, { query: {} }))).toEqual(["Soon", "Later"]);

    app.setClock(new Date("2026-03-02T00:00:30Z"));
    await releaseBooks.run(app.services, {});
    expect(listTitles(await guest(listComingSoon, { query: {} }))).toEqual(["Later"]);
    expect(listTitles(await guest(listLatest, { query: {} }))[0]).toBe("Soon");
  });
});
