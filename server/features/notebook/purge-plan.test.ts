import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { explainQueries } from "#server/testing/explain.ts";
import { test } from "#server/testing/test.ts";
import { eraseDeletedMarks } from "./purge-queries.ts";

test("deleted marks are found among 20,000 without reading the others", async ({ app }) => {
  const [reader, book] = [await app.make.user(), await app.make.book()];
  await app.db.execute(sql`
    insert into marks (id, user_id, book_id, anchor, placement, fraction, note, is_deleted, search_text, version,
      created_at, changed_at, style_changed_at, tags_changed_at, deletion_changed_at)
    select gen_random_uuid(), ${reader.id}, ${book.id}, '{"fraction": 0}', 'exact', 0, 'Note ' || n, n % 5000 = 0, '', n,
      t, t, t, t, t
    from generate_series(1, 20000) n, (values (timestamptz '2026-01-01')) times(t)`);
  await app.db.execute(sql`vacuum analyze marks`);

  const scanned = await explainQueries(app, () => eraseDeletedMarks(app.db, new Date("2026-02-01")));

  expect(await app.db.$count(sql`marks`, sql`is_deleted and note = ''`)).toBe(4);
  expect(await app.db.$count(sql`marks`, sql`note <> ''`)).toBe(19_996);
  const read = scanned.filter(({ table }) => table === "marks").map(({ rows }) => rows);
  expect(read.length).toBeGreaterThan(0);
  expect(Math.max(...read)).toBeLessThanOrEqual(4);
});
