import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { type PreviewViewer, previewContract } from "#shared/books/preview.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { moderationContract } from "#shared/moderation/contract.ts";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books/books.ts";
import { demoItems } from "#server/db/schema/books/demo-items.ts";
import { ebooks, type StoredSpineItem } from "#server/db/schema/books/formats.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test } from "#server/testing/test.ts";

const { getBook, getReview, listReviews, markHelpful } = booksContract;
const { saveRating, deleteRating } = libraryContract;

/** The sample of a book without stored documents is all of it. */
const endSampleBeforeText = (db: Database, bookId: BookId) =>
  db
    .update(ebooks)
    .set({ spine: [{} as StoredSpineItem] })
    .where(eq(ebooks.bookId, bookId));

describe("a book page", () => {
  test("lists its series in order, without drafts", async ({ app }) => {
    const createInSeries = (
      title: string,
      seriesPosition: number | null,
      state: "published" | "draft" = "published",
    ) => createPublishedBook(app.services, { title, series: "Road", seriesPosition, state });
    const second = await createInSeries("Second", 2);
    await createInSeries("Unplaced", null);
    await createInSeries("Third", 3);
    await createInSeries("First", 1);
    await createInSeries("SECRET", 4, "draft");

    const { series } = await app.as(null)(getBook, { params: { bookId: second.id } });

    expect(series?.books.map(({ position, book }) => [position, book.title])).toEqual([
      [1, "First"],
      [3, "Third"],
      [null, "Unplaced"],
    ]);
  });

  test("a book whose sample is all of it can be read in full", async ({ app }) => {
    const { id: bookId } = await app.make.ebook({ wordCount: 900, pageCount: 3 });
    const { id: longBookId } = await app.make.ebook({ wordCount: 9_000, pageCount: 30 });
    await endSampleBeforeText(app.db, longBookId);

    const [short, long] = await Promise.all(
      [bookId, longBookId].map((id) => app.as(null)(getBook, { params: { bookId: id } })),
    );

    expect(short?.access).toMatchObject({ read: "whole", canDownload: false, needs: "sign-in" });
    expect(long?.access).toMatchObject({ read: "sample", canDownload: false, needs: "sign-in" });
  });

  test("lists other editions of its original", async ({ app }) => {
    const original = await createPublishedBook(app.services, { title: "الأصل", language: "ar" });
    const createBook = (title: string, language: string, state: "published" | "hidden" = "published") =>
      createPublishedBook(app.services, { title, language, state, originalId: original.id });
    const english = await createBook("In English", "en");
    await createBook("Auf Deutsch", "de");
    await createBook("SECRET", "fr", "hidden");
    const getEditions = async (bookId: typeof original.id) =>
      (await app.as(null)(getBook, { params: { bookId } })).editions.map(({ title }) => title);

    expect(await getEditions(original.id)).toEqual(["Auf Deutsch", "In English"]);
    expect(await getEditions(english.id)).toEqual(["Auf Deutsch"]);
  });

  test("shows the user's rating, also outside of the library", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const getMyReview = async () => (await app.as(reader)(getBook, { params: { bookId } })).myReview;

    await app.as(reader)(saveRating, { params: { bookId }, body: { stars: 3.5, text: "<b>Fine</b>" } });

    expect(await getMyReview()).toEqual({
      stars: 3.5,
      text: "<b>Fine</b>",
      content: [{ type: "paragraph", children: [{ type: "text", text: "<b>Fine</b>" }] }],
      hasSpoiler: false,
      hiddenReason: null,
    });
    expect((await app.as(null)(getBook, { params: { bookId } })).myReview).toBeNull();
    await app.as(reader)(deleteRating, { params: { bookId }, query: {} });
    expect(await getMyReview()).toBeNull();
    const [row] = await app.db.select().from(books).where(eq(books.id, bookId));
    expect([row?.averageRating, row?.ratingCount]).toEqual([null, 0]);
  });

  test("rejects reviews of own and unreleased books, and of guests", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const reader = await app.make.user();
    const own = await app.make.book({ ownerId: author.id });
    const coming = await app.make.book({ state: "scheduled" });
    const canReview = async (viewer: typeof author | null, bookId: typeof own.id) =>
      (await app.as(viewer)(getBook, { params: { bookId } })).canReview;

    expect(await canReview(author, own.id)).toBe(false);
    expect(await canReview(reader, own.id)).toBe(true);
    expect(await canReview(reader, coming.id)).toBe(false);
    expect(await canReview(null, own.id)).toBe(false);
  });
});

describe("reviews", () => {
  test("are paged in the requested order", async ({ app }) => {
    const { id: bookId } = await app.make.book();
    for (const stars of [3, 5, 0.5, 5, 3]) {
      const reader = await app.make.user();
      await app.as(reader)(saveRating, { params: { bookId }, body: { stars, text: `Worth ${stars}` } });
    }
    const collectStars = async (sortBy: "highest" | "lowest" | "newest") => {
      const stars: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await app.as(null)(listReviews, {
          params: { bookId },
          query: { sortBy, limit: 2, cursor },
        });
        stars.push(...page.reviews.map((review) => review.stars));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return stars;
    };

    expect(await collectStars("highest")).toEqual([5, 5, 3, 3, 0.5]);
    expect(await collectStars("lowest")).toEqual([0.5, 3, 3, 5, 5]);
    expect((await collectStars("newest")).toSorted()).toEqual([0.5, 3, 3, 5, 5]);
  });

  test("count one helpful vote per user, filter by stars, and have a link", async ({ app }) => {
    const [writer, reader, other] = [await app.make.user(), await app.make.user(), await app.make.user()];
    const { id: bookId } = await app.make.book();
    await app.as(writer)(saveRating, { params: { bookId }, body: { stars: 3.5, text: "First." } });
    await app.as(other)(saveRating, { params: { bookId }, body: { stars: 5, text: "Second." } });
    await app.as(reader)(saveRating, { params: { bookId }, body: { stars: 5 } });
    const list = () => app.as(reader)(listReviews, { params: { bookId }, query: { sortBy: "helpful" } });
    const [first] = (await list()).reviews.filter(({ text }) => text === "First.");
    const reviewId = first?.id ?? "";
    const mark = (user: typeof reader, isHelpful: boolean) =>
      app.as(user)(markHelpful, { params: { reviewId }, body: { isHelpful } });

    await mark(reader, true);
    expect(await mark(reader, true)).toEqual({ helpfulCount: 1, isHelpful: true });
    await expect(mark(writer, true)).rejects.toMatchObject({ status: 403 });
    const listed = await list();
    expect(listed.starCounts).toEqual([0, 0, 0, 1, 2]);
    expect(listed.reviews[0]).toMatchObject({ text: "First.", helpfulCount: 1, isHelpful: true });
    await app.db.insert(demoItems).values({ kind: "user", id: other.id });
    expect((await list()).reviews.map(({ isSample }) => isSample)).toEqual([false, true]);
    expect(await mark(reader, false)).toEqual({ helpfulCount: 0, isHelpful: false });
    app.setClock(new Date(app.services.clock().getTime() + 20 * 60_000));
    await app.as(writer)(saveRating, { params: { bookId }, body: { stars: 3.5, text: "Changed." } });
    const { review } = await app.as(null)(getReview, { params: { reviewId } });
    expect(review).toMatchObject({ text: "Changed.", editedAt: app.services.clock() });
  });

  test("hidden by staff stay hidden after edits", async ({ app }) => {
    const [writer, reader] = [await app.make.user(), await app.make.user()];
    const employee = await app.make.user({ isEmployee: true });
    const { id: bookId } = await app.make.book();
    const rate = () => app.as(writer)(saveRating, { params: { bookId }, body: { stars: 1, text: "HIDDEN" } });
    await rate();
    const { reviews } = await app.as(reader)(listReviews, { params: { bookId }, query: {} });
    const subject = { subjectType: "review" as const, subjectId: reviews[0]?.id ?? "" };
    await app.as(reader)(moderationContract.report, { body: { ...subject, reason: "hate" } });
    await app.as(employee)(moderationContract.decideReports, {
      params: subject,
      body: { decision: "remove", reason: "Rule 2" },
    });

    const { myReview } = await app.as(writer)(getBook, { params: { bookId } });
    expect(myReview).toMatchObject({ hiddenReason: "Rule 2" });
    await expect(rate()).rejects.toMatchObject({ status: 409 });
    await app.as(writer)(deleteRating, { params: { bookId }, query: {} });
    await expect(rate()).rejects.toMatchObject({ status: 409 });
    const listed = await app.as(reader)(listReviews, { params: { bookId }, query: {} });
    expect(listed).toMatchObject({ reviews: [], total: 0, starCounts: [0, 0, 0, 0, 0] });
    const params = { reviewId: subject.subjectId };
    await expect(app.as(reader)(getReview, { params })).rejects.toMatchObject({ status: 404 });
  });
});

describe("the preview of an own book", () => {
  test("has the access of guests, readers and supporters once it is published", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const { id: bookId } = await app.make.ebook({ wordCount: 9_000, pageCount: 30 });
    await app.db
      .update(books)
      .set({ ownerId: author.id, state: "draft", isFree: false, allowsDownload: true })
      .where(eq(books.id, bookId));
    await endSampleBeforeText(app.db, bookId);
    const preview = (viewer: PreviewViewer, user = author) =>
      app.as(user)(previewContract.previewBook, { params: { bookId }, query: { viewer } });

    const sample = { read: "sample", canDownload: false, needs: "membership" };
    expect(await preview("guest")).toMatchObject({ state: "published", access: sample, canReview: false });
    expect(await preview("reader")).toMatchObject({
      access: sample,
      canReview: true,
      canEdit: false,
    });
    expect((await preview("supporter")).access).toMatchObject({ read: "whole", canDownload: true });
    expect((await app.as(author)(getBook, { params: { bookId } })).state).toBe("draft");

    const stranger = await app.make.user({ isSupporter: true });
    await expect(preview("reader", stranger)).rejects.toMatchObject({ status: 404 });
    await app.db.update(books).set({ state: "published" }).where(eq(books.id, bookId));
    await expect(preview("reader", stranger)).rejects.toMatchObject({ status: 403 });
  });
});
