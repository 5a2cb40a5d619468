import { eq, ne } from "drizzle-orm";
import { describe, expect } from "vitest";
import { authorsContract } from "#shared/authors/contract.ts";
import { booksContract } from "#shared/books/contract.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { bookContributors, contributors } from "#server/db/schema/books/contributors.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test } from "#server/testing/test.ts";

const { getAuthorPage, editAuthorPage } = authorsContract;

describe("an author page", () => {
  test("is edited by its author and public", async ({ app }) => {
    const profileImageUrl = "/pictures/one.webp";
    const author = { ...(await app.make.user({ isAuthor: true })), profileImageUrl };
    await app.db.update(users).set({ profileImageUrl }).where(eq(users.id, author.id));
    const name = `Amina ${author.username}`;
    const { id: bookId } = await createPublishedBook(app.services, { title: "The Lamp", authors: [name] });
    await createPublishedBook(app.services, { title: "Another", authors: [`Other ${author.username}`] });
    expect(await app.as(author)(getAuthorPage, {})).toBeNull();
    const body = { bio: "She writes.", links: ["https://example.org/amina"], showsPicture: true };
    await expect(app.as(author)(editAuthorPage, { body })).rejects.toMatchObject({ status: 404 });
    const [credit] = await app.db.select().from(bookContributors).where(eq(bookContributors.bookId, bookId));
    const contributorId = credit?.contributorId ?? expect.fail();
    await app.db.update(contributors).set({ userId: author.id }).where(eq(contributors.id, contributorId));
    const listOthers = () => app.db.select().from(contributors).where(ne(contributors.id, contributorId));
    const others = await listOthers();
    expect(others).not.toEqual([]);

    expect(await app.as(author)(editAuthorPage, { body })).toMatchObject({ contributorId, name, ...body });

    const getContributor = () => app.as(null)(booksContract.getContributor, { params: { contributorId } });
    expect(await getContributor()).toMatchObject({
      bio: "She writes.",
      links: body.links,
      imageUrl: profileImageUrl,
    });
    await app.as(author)(editAuthorPage, { body: { ...body, showsPicture: false } });
    expect((await getContributor()).imageUrl).toBe("");
    expect(await listOthers()).toEqual(others);
  });

  test("accepts at most five web URLs, from authors only", async ({ app }) => {
    const [author, reader] = [await app.make.user({ isAuthor: true }), await app.make.user()];
    const edit = (user: typeof author, links: string[]) =>
      app.as(user)(editAuthorPage, { body: { bio: "", links, showsPicture: false } });
    await expect(edit(author, ["javascript:alert(1)"])).rejects.toMatchObject({ status: 400 });
    const six = Array.from({ length: 6 }, (_, n) => `https://example.org/${n}`);
    await expect(edit(author, six)).rejects.toMatchObject({ status: 400 });
    await expect(edit(reader, [])).rejects.toMatchObject({ status: 403 });
  });
});
