import { loadBooks } from "#server/bench/catalogue/catalogue.ts";
import type { Bench, Reader } from "#server/bench/core/bench.ts";
import { measureBusy, median, repeat, size, timed } from "#server/bench/core/load.ts";
import { computeBookStats } from "#server/features/author-stats/jobs.ts";
import { runBulkEdit, startBulkEdit } from "#server/features/publishing/bulk-edits.ts";
import { previewCsv } from "#server/features/publishing/csv/csv.ts";
import { listAllBooks } from "#server/features/publishing/lists.ts";

const bookCount = size(100_000, 5_000);
const editedBookCount = size(10_000, 500);
const pageCount = size(1_000, 60);
const readers = size(5_000, 100);

/** The waiting times of authors and staff. */
export const publishing = {
  "publishing lists": measureLists,
  "publishing bulk": measureBulk,
  "publishing stats": measureBookStats,
};

async function measureLists(bench: Bench): Promise<void> {
  await loadBooks(bench, bookCount);
  const { context } = await bench.signIn({ isEmployee: true });
  let cursor: string | null = null;
  const pages = await repeat(pageCount, async () => {
    const page: { nextCursor: string | null } = await listAllBooks(context, {
      query: { ...(cursor && { cursor }), sortBy: "title", limit: 50 },
    });
    cursor = page.nextCursor;
  });
  const ratio = median(pages.slice(-20)) / median(pages.slice(2, 22));
  bench.figures(["page 1,000 of the staff list, ratio to page 1", ratio, "", "≤ 1.5"]);
}

async function measureBulk(bench: Bench): Promise<void> {
  await loadBooks(bench, bookCount);
  const { context } = await bench.signIn({ isEmployee: true });
  const { baseUrl } = await bench.startServer();
  const rows = await bench.sql(
    `select id from books where id::text like 'b0000000-%' limit ${editedBookCount}`,
  );
  const ids = rows.map(({ id }) => id ?? "");
  const bulkId = await startEditByFilter(bench, context, ids);
  const { ms, ratio } = await measureBusy(`${baseUrl}/api/books?search=shelf&limit=20`, () =>
    runBulkEdit.run(bench.services, { bulkId }, AbortSignal.timeout(300_000)),
  );
  bench.figures(
    ["bulk edit of 10,000 books", ms / 1_000, "s", "≤ 30"],
    ["search p95 while it runs, ratio to quiet", ratio, "", "≤ 1.2"],
  );

  const lines = ids.map((id, n) => `${id},House ${n % 50},${1900 + (n % 120)}`);
  const file = new Blob([["id,publisher,publishedYear", ...lines].join("\n")]);
  const csvMs = await timed(() => previewCsv(context, { file, query: {} }));
  bench.figures(["CSV dry run of 10,000 rows", csvMs / 1_000, "s", "≤ 20"]);
}

/** `startBulkEdit` takes at most a thousand ids, so the edit is by a filter that matches these books. */
async function startEditByFilter(bench: Bench, context: Reader["context"], ids: readonly string[]) {
  await bench.sql("update books set language = 'qu' where id = any($1)", [ids]);
  const body = { query: { language: "qu" }, expected: ids.length, changes: { publisher: "House" } };
  return (await startBulkEdit(context, { body })).id;
}

async function measureBookStats(bench: Bench): Promise<void> {
  await loadBooks(bench, bookCount);
  bench.step("a million days of reading");
  await bench.sql(
    `insert into users (first_name, username, email)
       select 'R', 'figure-' || n, 'figure-' || n || '@example.org' from generate_series(1, ${readers}) n
       on conflict do nothing;
     insert into reading_days (user_id, day, book_id, kind, milliseconds, sessions, measured_ms, public_ms, changed_at)
       select u.id, date '2026-01-01' + (n % 200), b.id, 'reading', 600000, 1, 600000, 600000, now()
       from (select id, row_number() over () as k from users where username like 'figure-%') u
       cross join generate_series(1, 200) n
       join (select id, row_number() over () as k from books where id::text like 'b0000000-%' limit 1000) b
         on b.k = (u.k * 7 + n * 13) % 1000 + 1
       on conflict do nothing`,
  );
  bench.note(`${await bench.count("reading_days")} days of reading`);
  const ms = await timed(() => computeBookStats(bench.services, true));
  bench.figures(["metrics of a million days, computed", ms / 1_000, "s", "≤ 60"]);
}
