import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { countChecksContract } from "#shared/staff/count-checks.ts";
import { books } from "#server/db/schema/books/books.ts";
import { countChecks } from "#server/db/schema/system/tasks.ts";
import { test } from "#server/testing/test.ts";
import { checkCounts } from "./check-counts.ts";
import { keptCounts } from "./kept-count-queries.ts";

/** Counts that are not kept beside what they count. */
const otherCounts: Readonly<Record<string, string>> = {
  "alignments.chapter_count": "set when the run starts",
  "books.page_count": "of the file, or entered by staff",
  "books.word_count": "of the file",
  "bulk_edits.total": "set when the edit starts",
  "ebooks.page_count": "of the file",
  "ebooks.word_count": "of the file",
  "membership_codes.used_count": "includes redemptions of deleted accounts",
  "narrations.chapter_count": "set when the run starts",
  "notifications.actor_count": "includes actors beyond the stored ones",
  "search_words.book_count": "rebuilt every night",
  "storage_checks.altered_count": "the result of a run",
  "storage_checks.missing_count": "the result of a run",
  "storage_checks.untracked_count": "the result of a run",
};

describe("kept counts", () => {
  test("are all compared, or are known not to be kept", async ({ app }) => {
    const { rows } = await app.db.execute<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and (column_name ~ '_count$|^average_|^total$'
        or (table_name ~ '_totals$|_counts$' and column_name in ('count', 'amount')))
      order by 1`);

    const known = [...keptCounts.map(({ name }) => name), ...Object.keys(otherCounts)];
    expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  test("with a difference are stored, listed first and logged; right ones are not", async ({ app }) => {
    const admin = await app.make.user({ isAdmin: true });
    const [wrong, right] = [await app.make.book({ ratingCount: 3 }), await app.make.book()];

    await checkCounts(app.services);

    const { checks } = await app.as(admin)(countChecksContract.listCountChecks, {});
    expect(checks).toHaveLength(keptCounts.length);
    expect(checks[0]).toMatchObject({
      name: "books.rating_count",
      wrong: 1,
      examples: [{ id: wrong.id, stored: 3, actual: 0 }],
    });
    expect(JSON.stringify(checks)).not.toContain(right.id);

    await app.db.update(books).set({ ratingCount: 0 }).where(eq(books.id, wrong.id));
    await checkCounts(app.services);
    expect(await app.db.$count(countChecks, sql`${countChecks.wrong} > 0`)).toBe(0);
  });

  test("of every kind are found when they differ", async ({ app }) => {
    const reader = await app.make.user();
    await app.db.execute(sql`insert into communities (name, normalized_name, visibility, created_at, member_count, discussion_count, open_discussion_count)
      values ('C', 'c', 'public', now(), 2, 3, 4)`);
    await app.db.execute(sql`insert into finished_book_totals (period, user_id, count, reached_at)
      values ('2026', ${reader.id}, 4, now())`);
    await app.db.execute(sql`insert into user_period_totals (kind, period, user_id, amount, reached_at)
      values ('minutes', '2026', ${reader.id}, 5, now()), ('streak', '2026', ${reader.id}, 5, now())`);
    await app.db.execute(sql`insert into exact_counts (name, slot, count) values ('books.published', -1, 7)`);
    const book = await app.make.book();
    await app.db.execute(sql`insert into reviews (user_id, book_id, half_stars, created_at, helpful_count)
      values (${reader.id}, ${book.id}, 8, now(), 1)`);

    await checkCounts(app.services);

    const rows = await app.db.select().from(countChecks).where(sql`${countChecks.wrong} > 0`);
    expect(
      Object.fromEntries(
        rows.map(({ name, examples }) => [name, examples.map(({ stored, actual }) => [stored, actual])]),
      ),
    ).toEqual({
      "books.average_rating": [[0, 4]],
      "books.rating_count": [[0, 1]],
      "communities.discussion_count": [[3, 0]],
      "communities.member_count": [[2, 0]],
      "communities.open_discussion_count": [[4, 0]],
      "exact_counts.count": [[expect.any(Number), expect.any(Number)]],
      "finished_book_totals.count": [[4, 0]],
      "reviews.helpful_count": [[1, 0]],
      "user_period_totals.amount": [[5, 0]],
    });
  });
});
